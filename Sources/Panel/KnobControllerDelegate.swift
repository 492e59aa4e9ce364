internal import Gesture

/// The services that a knob uses from its panel.
protocol KnobControllerDelegate: AnyObject {
  /// The time of the input that is being handled.
  var now: Timestamp { get }

  func emit(_ event: KnobEvent)
  func request(_ request: ControlRequest)
  /// Whether the panel lets anything be heard.
  var givesFeedback: Bool { get }
  /// Lets something be heard, unless that would be too often.
  func give(_ feedback: Feedback)
  /// Notes that the knob's view state has changed.
  func markChanged(_ knob: KnobController)
  /// Calls the knob's `tick` for as long as it needs ticks.
  func startTicks(for knob: KnobController)
  /// Starts ticks if the knob needs them, and schedules the next animation frame.
  func updateTicks(for knob: KnobController)
  /// When values return because nobody uses the panel; nil if they do not, or while it is used.
  var idleTime: Timestamp? { get }
  /// Lets the knob's value return once it is due.
  func planReturn(of knob: KnobController)
  /// True while what has `lock: pin` is locked.
  var isPINLocked: Bool { get }
  /// Asks for the PIN, once what the finger does now is done.
  func askForPIN()
  /// Cancels the contact that holds the knob, if there is one.
  func cancelTouch(of knob: KnobController)
}
