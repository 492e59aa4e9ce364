/// Takes what has arrived at a monitor of devices, so that a flood does not keep the loop.
package enum DeviceMessages<Content> {
  /// What a look into the monitor's socket gives.
  package enum Reception {
    /// Nil if the message is none of our concern.
    case message(Content?)
    /// The kernel had no room for messages (`ENOBUFS`); later ones may follow.
    case loss
    case nothing
  }

  /// Takes a portion of the messages; the socket stays readable if there are more.
  ///
  /// - Parameter next: Looks into the socket.
  /// - Returns: What the messages say that concern us, and whether none was lost.
  package static func take(_ next: () -> Reception) -> (contents: [Content], isComplete: Bool) {
    var contents: [Content] = []
    var isComplete = true
    for _ in 0..<DeviceMonitor.turnLimit {
      switch next() {
      case .message(let content): if let content { contents.append(content) }
      case .loss: isComplete = false
      case .nothing: return (contents, isComplete)
      }
    }
    return (contents, isComplete)
  }
}

/// What monitors of devices have in common (libudev's udev_monitor).
package enum DeviceMonitor {
  /// The most messages that are taken in one turn of the loop.
  package static let turnLimit = 64
}

extension DeviceMessages.Reception: Sendable where Content: Sendable {}
