/// Why a window is no more.
public enum WaylandEnd: Hashable, Sendable {
  /// A person closed it.
  case windowClosed
  /// The compositor ended, or was ended.
  case compositorExited
  /// Something that should not have happened.
  case failed(WaylandError)

  init(_ error: WaylandError) {
    if case .connectionLost = error {
      self = .compositorExited
    } else {
      self = .failed(error)
    }
  }
}
