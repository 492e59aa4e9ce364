internal import Gesture

/// The services that a knob uses from its panel.
protocol KnobControllerDelegate: AnyObject {
  /// The time of the input being handled.
  var now: Timestamp { get }

  func emit(_ event: KnobEvent)
  func request(_ request: ControlRequest)
  /// Whether the panel gives audible feedback.
  var givesFeedback: Bool { get }
  /// Gives audible feedback, unless the rate limit is exceeded.
  func give(_ feedback: Feedback)
  /// Notes that the knob's view state has changed.
  func markChanged(_ knob: KnobController)
  /// Calls the knob's `tick` as long as it needs ticks.
  func startTicks(for knob: KnobController)
  /// Starts ticks if the knob needs them, and schedules the next animation frame.
  func updateTicks(for knob: KnobController)
  /// When an idle panel returns its values; nil if it does not, or while the panel is in use.
  var idleTime: Timestamp? { get }
  /// Schedules the return of the knob's value.
  func planReturn(of knob: KnobController)
  /// Whether items with `lock: pin` are locked.
  var isPINLocked: Bool { get }
  /// Opens the PIN pad once the current input has been handled.
  func askForPIN()
  /// Cancels the contact that holds the knob, if there is one.
  func cancelTouch(of knob: KnobController)
}
