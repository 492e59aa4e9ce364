internal import Gesture
internal import Knobs
internal import Layout

/// What is to be heard of the finger on a knob.
extension KnobController {
  var givesFeedback: Bool { layout.clicks && delegate.givesFeedback }

  /// Where a finger is stopped, however slowly it turns, along the sweep; the limits of a master's
  /// members are their own.
  private var stopPosition: Double {
    let value = guards.rise.highestOfTouch
    return value < knob.scale.range.upperBound ? knob.scale.position(ofValue: value) : 1
  }

  /// A finger begins to hold the knob.
  func beginFeedback() {
    if givesFeedback { feedback.begin(knob, highest: stopPosition) }
  }

  /// The finger has turned the knob, whose value was `old` before.
  func giveFeedback(ofTurnFrom old: Double) {
    guard givesFeedback else { return }
    delegate.give(feedback.turned(knob, from: old, highest: stopPosition))
    guard knob.wasStopped, let stop = feedback.stop else { return }
    let isGlowing = glow.glow != nil
    glow.push(at: stop, now)
    delegate.markChanged(self)
    // Once: it puts off the next frame of everything that moves.
    if !isGlowing { delegate.updateTicks(for: self) }
  }

  /// The finger has done something that changes the value, if that is not `old` any more.
  func give(_ new: Feedback, ifChangedFrom old: Double) {
    if givesFeedback, knob.value != old { delegate.give(new) }
  }
}
