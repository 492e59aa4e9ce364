internal import Glibc

/// What a failed commit means for what to do next.
enum CommitFailure: Equatable {
  /// Something is still under way: the same may work soon. Also for reasons nobody thought of.
  case busy
  /// Somebody else is master of the card.
  case notMaster
  /// This configuration does not work here: try another.
  case refused
  /// The card is gone.
  case gone

  init(code: Int32) {
    switch code {
    case EACCES, EPERM: self = .notMaster
    case EINVAL, ERANGE, ENOSPC, E2BIG, ENOENT, EOPNOTSUPP, ENOSYS, ENOTTY: self = .refused
    case ENODEV, ENXIO, EIO: self = .gone
    default: self = .busy
    }
  }
}
