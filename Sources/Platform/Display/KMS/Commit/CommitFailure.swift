internal import Glibc

/// The kind of a commit error, which determines what to do next.
enum CommitFailure: Equatable {
  /// An earlier commit is pending, or the error is unexpected: the same commit may succeed soon.
  case busy
  /// Another process is DRM master of the card.
  case notMaster
  /// The configuration does not work on this card: try another.
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
