internal import Gesture
internal import Knobs

extension PanelController {
  /// Does what a tap means; `count` is 1 for a first and 2 for a second one.
  func tapped(_ index: Int, count: Int) {
    let knob = knobs[index]
    if knob.isLocked {
      stayUnlocked(index)
      noteTouch(.tapped, index)
      release(index)
    } else if count == 2, knob.taps.doubleTapResets, let value = knob.defaultValue {
      go(index, to: value, as: .reset)
    } else {
      act(index, on: knob.taps.action)
    }
  }

  private func act(_ index: Int, on action: Taps.Action) {
    let knob = knobs[index].knob
    let range = knob.scale.range
    switch action {
    case .none:
      noteTouch(.tapped, index)
      release(index)
    case .mute:
      if knobs[index].isMuted { unmute(index, as: .tapped) } else { mute(index, as: .tapped) }
    case .next:
      let span = range.upperBound - range.lowerBound
      let next = knob.value + (knob.scale.step > 0 ? knob.scale.step : span / 10)
      let isLast = knob.value >= range.upperBound
      go(index, to: isLast ? range.lowerBound : next, as: .tapped)
    case .nudge(let step):
      nudge(index, by: step) { panel, value in panel.go(index, to: value, as: .tapped) }
    }
  }

  /// Works out where a nudge goes, by the half of the knob that was touched and the guards.
  func nudge(_ index: Int, by step: Double, _ body: (PanelController, Double) -> Void) {
    let recognizer = knobs[index].recognizer
    let knob = knobs[index].knob
    let isUp = recognizer.landing.x >= recognizer.rules.dial.center.x
    var value = knob.value + (isUp ? step : -step)
    if isUp {
      let highest = knobs[index].riseGuard.highest(from: knob.value, at: now)
      value = max(knob.value, min(value, highest))
      knobs[index].riseGuard.moved(from: knob.value, to: value)
    }
    body(self, value)
  }

  /// Goes to the lowest value, remembering the way back for whoever unmutes the knob.
  @discardableResult func mute(_ index: Int, as kind: KnobEvent.Kind) -> UndoPoint {
    let way = go(index, to: knobs[index].knob.scale.range.lowerBound, as: kind)
    knobs[index].muted = way
    return way
  }

  /// Goes back to the value before the mute, or to the default; stays if there is neither.
  func unmute(_ index: Int, as kind: KnobEvent.Kind) {
    if let way = knobs[index].wayFromMute {
      go(index, back: way, as: kind)
    } else {
      go(index, to: knobs[index].defaultValue ?? knobs[index].knob.value, as: kind)
    }
  }

  /// Goes back to what the knob said before.
  func go(_ index: Int, back way: UndoPoint, as kind: KnobEvent.Kind) {
    go(index, to: way.value, as: kind)
    knobs[index].undecide(way)
  }

  /// Goes to a value that a tap or a button asked for; gives the way back.
  @discardableResult func go(
    _ index: Int, to value: Double, as kind: KnobEvent.Kind
  ) -> UndoPoint {
    let way = knobs[index].decide()
    knobs[index].awaitingRelease = nil
    knobs[index].go(toValue: value, at: now)
    if knobs[index].recognizer.isHeld { knobs[index].beginAgain(at: now) }
    note(kind, index)
    wish(index, isFinal: true)
    attend(index)
    show(index)
    return way
  }
}
