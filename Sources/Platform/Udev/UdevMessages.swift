/// Collects a monitor's messages, limited so that a flood does not block the loop.
package enum UdevMessages<Content> {
  /// The result of one read from the monitor's socket.
  package enum Reception {
    /// A message; nil if it is irrelevant.
    case message(Content?)
    /// The kernel dropped messages (`ENOBUFS`); later ones may follow.
    case loss
    case nothing
  }

  /// Collects a portion of the messages; the socket stays readable if there are more.
  ///
  /// - Parameter next: Reads from the socket.
  /// - Returns: The contents of the relevant messages, and whether no message was lost.
  package static func collect(_ next: () -> Reception) -> (contents: [Content], isComplete: Bool) {
    var contents: [Content] = []
    var isComplete = true
    for _ in 0..<UdevMonitor.turnLimit {
      switch next() {
      case .message(let content): if let content { contents.append(content) }
      case .loss: isComplete = false
      case .nothing: return (contents, isComplete)
      }
    }
    return (contents, isComplete)
  }
}

extension UdevMessages.Reception: Sendable where Content: Sendable {}
