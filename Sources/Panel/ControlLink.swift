/// What is known about the control that a knob drives.
struct ControlLink {
  enum State {
    /// The knob drives nothing; its own value counts.
    case none
    /// The control has not reported its level yet.
    case awaited
    case connected
    case lost
  }

  var state = State.none
  /// The last known level of the control, not rounded to the knob's steps.
  var knownLevel: Double?
  /// Whether the target is muted apart from its level; nil if it has no mute of its own.
  var isMuted: Bool?
  /// A level that was received while a finger held the knob; applied when the finger leaves.
  var pendingLevel: Double?
}
