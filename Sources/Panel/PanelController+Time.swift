internal import Gesture
internal import Knobs

extension PanelController {
  /// Does to a knob what is due by itself.
  func serve(_ index: Int) {
    switch knobs[index].recognizer.tick(at: now) {
    case .began(let direction)?: began(index, direction: direction)
    case .cancelled?:
      owners.removeAll { $0.knob == index }
      ended(cancelling: index, restoring: knobs[index].guards.cancel == .restore)
    case .turned?, .ended?, .slidAway?, nil: break
    }
    if knobs[index].reporter.tick(at: now) { tell(index) }
    nudgeAgain(index)
    if let until = knobs[index].unlockedUntil, knobs[index].recognizer.owner == nil, until <= now {
      knobs[index].unlockedUntil = nil
    }
    if let until = knobs[index].valueShownUntil, knobs[index].recognizer.owner == nil, until <= now
    {
      knobs[index].showName(at: until)
    }
  }

  /// Keeps an unlocked knob unlocked for a while after the last touch.
  func stayUnlocked(_ index: Int) {
    knobs[index].unlockedUntil = now.advanced(
      byMicroseconds: knobs[index].guards.unlockedMicroseconds)
    show(index)
  }

  /// A finger that stays where it nudged nudges on.
  func prepareNudges(_ index: Int) {
    guard case .nudge = knobs[index].taps.action, knobs[index].taps.repeats else { return }
    knobs[index].nextNudge = now.advanced(byMicroseconds: Taps.repeatDelayMicroseconds)
    // No finger means more than so many.
    knobs[index].nudgesLeft = 400
  }

  private func nudgeAgain(_ index: Int) {
    guard let due = knobs[index].nextNudge, due <= now,
      case .nudge(let step) = knobs[index].taps.action
    else { return }
    let knob = knobs[index]
    guard knob.recognizer.isHeld, knob.recognizer.isResting, knob.recognizer.turned == 0,
      !knob.isLocked, knob.nudgesLeft > 0
    else {
      knobs[index].nextNudge = nil
      return
    }
    knobs[index].nudgesLeft -= 1
    knobs[index].nextNudge = due.advanced(byMicroseconds: Taps.repeatMicroseconds)
    nudge(index, by: step) { panel, value in panel.change(index) { $0.set(value: value) } }
  }
}
