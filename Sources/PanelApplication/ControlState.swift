internal import Controls

/// What a control has told last of its target.
package enum ControlState: Hashable, Sendable {
  /// Nothing yet.
  case awaited
  case online
  /// It is there, and has not told its value; the reason is one line.
  case unknown(reason: String)
  /// It cannot be reached; the reason is one line.
  case offline(reason: String)

  /// A word for programs.
  package var word: String {
    switch self {
    case .online: "online"
    case .awaited, .unknown: "unknown"
    case .offline: "offline"
    }
  }

  /// Whether it is there, as far as anybody knows.
  package var isReachable: Bool {
    if case .offline = self { false } else { true }
  }

  /// The same for a person who asks, also before anything was told.
  package var explanation: String? {
    self == .awaited ? "its value has not come yet" : reason
  }

  /// Why its value is not known; nil if it is, or if nobody has said so.
  package var reason: String? {
    switch self {
    case .awaited, .online: nil
    case .unknown(let reason), .offline(let reason): reason
    }
  }
}

extension ControlState {
  /// What an event says of the target; nil if nothing.
  init?(_ event: ControlEvent) {
    switch event {
    case .level, .text: self = .online
    case .unknown(let reason): self = .unknown(reason: reason)
    case .offline(let reason): self = .offline(reason: reason)
    case .muted, .unreadable: return nil
    }
  }
}
