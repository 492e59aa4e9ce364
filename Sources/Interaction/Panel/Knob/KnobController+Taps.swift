internal import Gesture
internal import Knobs
internal import Layout

/// Taps on a knob, and changes made by buttons.
extension KnobController {
  /// Performs the action of a tap; `count` is 1 for the first tap and 2 for the second.
  func tapped(count: Int) {
    let old = knob.value
    defer { giveFeedback(.press, ifChangedFrom: old) }
    if isLocked {
      if guards.rules.lock != .hold, !needsPIN {
        unlock()
        emitTouch(.tapped)
      }
      release()
    } else if count == 2, layout.taps.doubleTapResets, let value = layout.defaultValue {
      go(to: value, as: .reset)
    } else {
      perform(layout.taps.action)
    }
  }

  private func perform(_ action: Taps.Action) {
    let range = knob.scale.range
    switch action {
    case .none:
      emitTouch(.tapped)
      release()
    case .mute:
      if isMuted { unmute(as: .tapped) } else { mute(as: .tapped) }
    case .next:
      let span = range.upperBound - range.lowerBound
      let next = knob.value + (knob.scale.step > 0 ? knob.scale.step : span / 10)
      let top = min(guards.rise.limit, guards.rise.window?.upperBound ?? .infinity)
      go(to: withinGuard(knob.value >= top ? range.lowerBound : next), as: .tapped)
    case .nudge(let step):
      go(to: nudgedValue(by: step), as: .tapped)
    }
  }

  /// Nudges again while the finger stays where it landed.
  func repeatNudge() {
    guard case .nudge(let step) = layout.taps.action else { return }
    let isResting =
      recognizer.isHeld && recognizer.isResting && recognizer.turned == 0 && !isLocked
    guard nudges.isDue(at: now, isResting: isResting) else { return }
    let old = knob.value
    let value = nudgedValue(by: step)
    change { $0.set(value: value) }
    giveFeedback(.detent, ifChangedFrom: old)
  }

  /// Returns the target of a nudge, from the half of the knob that was touched and the guards.
  private func nudgedValue(by step: Double) -> Double {
    let isUp = recognizer.landing.x >= recognizer.rules.dial.center.x
    guard isUp else { return withinGuard(knob.value - step) }
    let highest = guards.rise.highest(from: knob.value, at: now)
    let value = max(knob.value, min(knob.value + step, highest))
    guards.rise.moved(from: knob.value, to: value)
    return value
  }

  /// Mutes the target, or goes to the lowest value if the target has no mute of its own, and stores
  /// an undo point for unmuting.
  @discardableResult func mute(as kind: KnobEvent.Kind) -> UndoPoint {
    if control.isMuted != nil {
      request(isMuted: true)
      return emitMute(as: kind)
    }
    let undoPoint = go(to: knob.scale.range.lowerBound, as: kind)
    undo.mutePoint = undoPoint
    return undoPoint
  }

  /// Restores the value before the mute, or else the default; does nothing if there is neither.
  func unmute(as kind: KnobEvent.Kind) {
    if control.isMuted != nil {
      request(isMuted: false)
      emitMute(as: kind)
      return
    }
    if let undoPoint = undo.currentMutePoint {
      restore(undoPoint, as: kind)
    } else {
      go(to: layout.defaultValue ?? knob.value, as: kind)
    }
  }

  /// Completes a change of the target's own mute.
  @discardableResult private func emitMute(as kind: KnobEvent.Kind) -> UndoPoint {
    let undoPoint = advanceUndo()
    wasUsed()
    emit(kind)
    didChange()
    return undoPoint
  }

  /// Restores the value of an undo point.
  func restore(_ undoPoint: UndoPoint, as kind: KnobEvent.Kind) {
    go(to: undoPoint.value, as: kind)
    undo.rollBack(over: undoPoint)
  }

  /// Goes to a value, or to a lower limit, for a tap or a button; returns the undo point.
  @discardableResult func go(to value: Double, as kind: KnobEvent.Kind) -> UndoPoint {
    let undoPoint = advanceUndo()
    ramp = nil
    control.pendingLevel = nil
    glide(toValue: min(value, topValue))
    if kind.setsOrigin { guards.rise.origin = knob.value }
    if recognizer.isHeld { restartTouch() }
    if kind != .returned, kind != .limited { wasUsed() }
    emit(kind)
    requestLevel(isFinal: true)
    leave(.updateTicks(knob: index))
    didChange()
    return undoPoint
  }

  /// Returns whether two values are indistinguishable to a user: equal on a stepped knob; within
  /// half a percent of the range on a smooth one, because its control may round.
  func isSame(_ one: Double, _ other: Double) -> Bool {
    if one == other { return true }
    let (scale, low) = (knob.scale, knob.scale.range.lowerBound)
    guard scale.step == 0 || knob.snap == .none, (one == low) == (other == low) else {
      return false
    }
    return abs(scale.level(ofValue: one) - scale.level(ofValue: other)) <= 0.005
  }
}

extension KnobEvent.Kind {
  /// Whether `guards.within` counts from the value afterwards.
  fileprivate var setsOrigin: Bool {
    switch self {
    case .preset, .reset, .returned, .limited: true
    default: false
    }
  }
}
