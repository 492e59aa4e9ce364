/// The reason why a window ended.
public enum WaylandEnd: Hashable, Sendable {
  /// The user closed it.
  case windowClosed
  /// The compositor closed the connection.
  case compositorExited
  /// An error of the protocol or the system.
  case failed(WaylandError)

  init(_ error: WaylandError) {
    if case .connectionLost = error {
      self = .compositorExited
    } else {
      self = .failed(error)
    }
  }
}
