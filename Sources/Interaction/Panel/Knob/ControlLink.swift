/// The known state of the control that a knob drives.
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
  /// Whether the target is muted independently of its level; nil if it has no mute of its own.
  var isMuted: Bool?
  /// A level received while a finger holds the knob; applied when the finger lifts.
  var pendingLevel: Double?
}
