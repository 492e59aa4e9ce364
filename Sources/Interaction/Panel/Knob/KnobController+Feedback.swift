internal import Gesture
internal import Knobs
internal import Layout

/// Audible feedback for the finger on a knob.
extension KnobController {
  var givesFeedback: Bool { layout.clicks && context.givesFeedback }

  /// The position along the sweep where a finger is stopped, however slowly it turns; excludes the
  /// limits of a master's members.
  private var stopPosition: Double {
    let value = guards.rise.highestOfTouch
    return value < knob.scale.range.upperBound ? knob.scale.position(ofValue: value) : 1
  }

  /// Handles a finger that begins to hold the knob.
  func beginFeedback() {
    if givesFeedback { feedback.begin(knob, highest: stopPosition) }
  }

  /// Handles a turn by the finger; `old` is the value before it.
  func giveFeedback(ofTurnFrom old: Double) {
    guard givesFeedback else { return }
    leave(.feedback(feedback.turned(knob, from: old, highest: stopPosition)))
    guard knob.wasStopped, let stop = feedback.stop else { return }
    let isGlowing = glow.glow != nil
    glow.push(at: stop, now)
    leave(.changed(knob: index))
    // Only for a new glow, because this postpones the next frame of every animation.
    if !isGlowing { leave(.updateTicks(knob: index)) }
  }

  /// Gives feedback for a finger's action if the value is no longer `old`.
  func giveFeedback(_ new: Feedback, ifChangedFrom old: Double) {
    if givesFeedback, knob.value != old { leave(.feedback(new)) }
  }
}
