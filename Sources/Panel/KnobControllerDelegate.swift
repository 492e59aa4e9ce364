internal import Gesture

/// What a knob needs of the panel that it is on.
protocol KnobControllerDelegate: AnyObject {
  /// The time of the input that is being handled.
  var now: Timestamp { get }

  func emit(_ event: KnobEvent)
  func request(_ request: PanelController.ControlRequest)
  /// Notes that the knob's view state has changed.
  func markChanged(_ knob: KnobController)
  /// Calls the knob's `tick` until it needs no more of them.
  func startTicks(for knob: KnobController)
  /// Starts ticks if the knob needs them, and plans the next frame of what moves.
  func updateTicks(for knob: KnobController)
  /// Cancels the contact that holds the knob, if there is one.
  func cancelTouch(of knob: KnobController)
}
