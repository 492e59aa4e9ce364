internal import Gesture
internal import Knobs
internal import Layout

/// A steady change of the value over a time, which a program requests.
///
/// | # | knob | event | result |
/// |---|---|---|---|
/// | 1 | free | a program sets it over a time | it begins to move, by time along the sweep |
/// | 2 | moving | the next step is due | `remote` and a control request, if the value changes |
/// | 3 | moving | the time is over | it has the value, final control request |
/// | 3a | moving | its limit, or that of a member, keeps it back | it stops there, final control request |
/// | 4 | moving | a finger lands on it, or its encoder turns | it stops there, final control request; they continue from there |
/// | 5 | moving | a button, a tap, a program or a return sets it | it goes there instead |
/// | 6 | moving | its control reports another value, or is lost | it follows its control, and stops moving |
/// | 7 | moving | a finger turns its master | as 5 |
/// | 8 | moving | another layout | it moves on; with another range, travel or control, it stops |
extension KnobController {
  /// Row 1: begins to move to a value within the range, or to the limit if that is lower.
  func beginRamp(to value: Double, microseconds: Int64) {
    advanceUndo()
    wasSetFromOutside()
    pointer.jump(to: knob)
    let target = knob.scale.nearestStep(to: min(value, topValue))
    let ramp = Ramp(of: knob, to: target, microseconds: microseconds, start: now)
    self.ramp = (ramp, context.source)
    leave(.updateTicks(knob: index))
  }

  /// Rows 2 to 3a.
  func tickRamp() {
    guard case (var ramp, let source)? = ramp, ramp.next <= now else { return }
    let value = ramp.value(at: now, on: knob.scale)
    let old = knob.value
    let wanted = value ?? ramp.target
    // The limit may have been lowered since.
    let isLimited = wanted > highestValue
    knob.set(value: min(wanted, highestValue))
    pointer.jump(to: knob)
    let moved = knob.value
    settleGroup()
    let isOver = value == nil || isLimited || knob.value != moved
    ramp.advance(to: now)
    self.ramp = isOver ? nil : (ramp, source)
    if knob.value != old { emit(.remote, from: source) }
    if knob.value != old || isOver { requestLevel(isFinal: isOver) }
  }

  /// Row 4: stops where it is.
  func stopRamp() {
    guard ramp != nil else { return }
    ramp = nil
    requestLevel(isFinal: true)
  }
}
