internal import Controls

/// The last reported state of a control's target.
package enum ControlState: Hashable, Sendable {
  /// Nothing reported yet.
  case awaited
  case online
  /// Reachable, but its value is unknown; the reason is one line.
  case unknown(reason: String)
  /// Unreachable; the reason is one line.
  case offline(reason: String)

  /// The state as a word for programs.
  package var name: String {
    switch self {
    case .online: "online"
    case .awaited, .unknown: "unknown"
    case .offline: "offline"
    }
  }

  /// Whether the target is not known to be offline.
  package var isReachable: Bool {
    if case .offline = self { false } else { true }
  }

  /// The reason for users, including before the first report; nil if the value is known.
  package var explanation: String? {
    self == .awaited ? "no value received yet" : reason
  }

  /// Why the value is unknown; nil if it is known or nothing was reported yet.
  package var reason: String? {
    switch self {
    case .awaited, .online: nil
    case .unknown(let reason), .offline(let reason): reason
    }
  }
}

extension ControlState {
  /// Derives the target's state from an event; returns nil if the event does not affect it.
  init?(_ event: ControlEvent) {
    switch event {
    case .level, .text: self = .online
    case .unknown(let reason): self = .unknown(reason: reason)
    case .offline(let reason): self = .offline(reason: reason)
    case .muted, .follower, .unreadable, .described: return nil
    }
  }
}
