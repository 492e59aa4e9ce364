internal import Gesture

/// What the knobs of a panel read of it, and the effects that they leave for it.
///
/// Knobs call nothing of their panel: it sets the inputs before it passes on an event, and carries
/// out the effects afterwards, in order (`PanelController.applyEffects`).
final class PanelContext {
  /// The time of the input being handled.
  var now = Timestamp(microseconds: 0)
  /// What caused the input being handled.
  var source = EventSource.layout
  /// Whether items with `lock: pin` are locked.
  var isPINLocked = false
  /// Index of the page that is shown.
  var shownPage = 0
  /// Index of the language that is shown.
  var language = 0
  /// The brightness of the screen that a button or a program has set, 0…1; nil for the layout's.
  var brightness: Double?
  /// Whether the panel gives audible feedback.
  let givesFeedback: Bool
  /// The effects since the panel last carried all of them out, oldest first.
  private var effects: [KnobEffect] = []
  /// The number of those that it has carried out.
  private var takenCount = 0

  init(givesFeedback: Bool) {
    self.givesFeedback = givesFeedback
  }

  /// Allocates memory for the effects of one input on so many knobs at once.
  func reserveEffects(ofKnobs count: Int) { effects.reserveCapacity(8 * count) }

  /// Whether there are effects that the panel has not carried out.
  var hasEffects: Bool { !effects.isEmpty }

  /// Adds an effect for the panel.
  func leave(_ effect: KnobEffect) { effects.append(effect) }

  /// Returns the next effect to carry out; nil if there is none.
  func nextEffect() -> KnobEffect? {
    guard takenCount < effects.count else {
      effects.removeAll(keepingCapacity: true)
      takenCount = 0
      return nil
    }
    defer { takenCount += 1 }
    return effects[takenCount]
  }
}

/// What a panel has to do after it has passed an event to a knob.
enum KnobEffect {
  case event(KnobEvent)
  case request(ControlRequest)
  /// Gives audible feedback, unless the rate limit is exceeded.
  case feedback(Feedback)
  /// The view state of the knob has changed.
  case changed(knob: Int)
  /// Calls the knob's `tick` as long as it needs ticks.
  case startTicks(knob: Int)
  /// Starts ticks if the knob needs them, and schedules the next animation frame.
  case updateTicks(knob: Int)
  /// Schedules the return of the knob's value.
  case planReturn(knob: Int)
  /// Opens the PIN pad.
  case askForPIN
  /// Cancels the contact that holds the knob, if there is one.
  case cancelTouch(knob: Int)
}
