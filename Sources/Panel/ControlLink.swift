/// What is known of the control that a knob drives.
struct ControlLink {
  enum State {
    /// The knob drives nothing: its own value is the truth.
    case none
    /// The control has not told its level yet.
    case awaited
    case connected
    case lost
  }

  var state = State.none
  /// The control's level as far as it is known, however coarse the knob's steps are.
  var knownLevel: Double?
  /// A level that came in while a finger held the knob; the knob follows it once the finger leaves.
  var pendingLevel: Double?
}
