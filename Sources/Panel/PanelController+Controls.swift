public import Gesture

internal import Knobs

extension PanelController {
  /// Says that a knob drives something now; until its level comes the knob shows no value.
  public func connect(knob index: Int) {
    knobs[index].link = .awaited
    settleGroup(of: index, isQuiet: true)
    show(index)
  }

  /// Takes the level that a knob's control has by somebody else's doing.
  public func handleLevel(_ level: Double, ofKnob index: Int, at time: Timestamp) {
    now = time
    let isFirst = knobs[index].link != .connected
    knobs[index].link = .connected
    knobs[index].knownLevel = level
    if knobs[index].recognizer.isHeld || (!isFirst && isInHandOfMaster(index)) {
      knobs[index].awaitingRelease = level
    } else if isFirst {
      // The first reading is where the knob is, not a movement to it.
      knobs[index].decide()
      knobs[index].knob.set(value: knobs[index].knob.scale.value(atLevel: level))
      knobs[index].shownPosition = knobs[index].knob.position
      knobs[index].glide = nil
      note(.remote, index)
    } else {
      follow(level, index)
    }
    show(index)
  }

  /// Greys a knob out whose control cannot be reached.
  public func handleLoss(ofKnob index: Int, at time: Timestamp) {
    now = time
    if let owner = knobs[index].recognizer.owner { cancelled(owner) }
    knobs[index].link = .lost
    knobs[index].awaitingRelease = nil
    show(index)
  }

  func follow(_ level: Double, _ index: Int) {
    let old = knobs[index].knob.value
    let value = knobs[index].knob.scale.value(atLevel: level)
    knobs[index].go(toValue: value, at: now)
    // A control that rounds what it was sent has not decided otherwise.
    if !knobs[index].isSame(knobs[index].knob.value, old) { knobs[index].decide() }
    if knobs[index].knob.value != old { note(.remote, index) }
    attend(index)
  }
}
