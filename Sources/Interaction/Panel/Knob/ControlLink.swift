/// The state of the target that a knob or a button drives.
enum TargetState {
  /// It drives nothing, or a replayed recording has no control: its own value counts.
  case none
  /// The control has not reported its level yet.
  case awaited
  case connected
  case lost

  /// Why the target cannot be set now; nil if it can.
  var refusal: RemoteRefusal? {
    switch self {
    case .none, .connected: nil
    case .awaited: .unknown
    case .lost: .offline
    }
  }
}

/// The known state of the control that a knob drives.
struct ControlLink {
  var state = TargetState.none
  /// The last known level of the control, not rounded to the knob's steps.
  var knownLevel: Double?
  /// Whether the target is muted independently of its level; nil if it has no mute of its own.
  var isMuted: Bool?
  /// A level received while a finger holds the knob; applied when the finger lifts.
  var pendingLevel: Double?
}
