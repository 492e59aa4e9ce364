internal import Gesture
internal import Knobs
internal import Layout

/// The return of an unused knob to its default or to another value.
///
/// | # | value | event | result |
/// |---|---|---|---|
/// | 1 | any | a finger, tap, button or master changes it | it returns once the knob has been unused for the set time |
/// | 2 | to return | the knob is touched | the time starts again when the finger lifts |
/// | 3 | to return | its control reports another value | it does not return |
/// | 4 | to return | its control is lost | it does not return |
/// | 5 | to return | the time is over | it glides back, `returned`, final control request |
/// | 6 | to return | the time is over, and it already has that value | nothing |
/// | 7 | to return, `panel.idle` | the panel has been unused for the set time | as 5 and 6, to the default |
///
/// The value is not stored across restarts: after one, a knob shows the value of its control.
extension KnobController {
  /// Records that a user changed the value on this panel.
  func wasUsed() {
    lastUse = now
    leave(.planReturn(knob: index))
  }

  /// Records that the value was set from outside.
  func wasSetFromOutside() { lastUse = nil }

  /// Returns when the value returns.
  ///
  /// - Parameter idleTime: When the idle panel returns its values; nil if it does not.
  /// - Returns: The time; nil if the value does not return, or while a finger holds the knob or its
  ///   master.
  func returnTime(idle idleTime: Timestamp?) -> Timestamp? {
    guard let lastUse, recognizer.owner == nil, membership?.isMovedByHand != true else {
      return nil
    }
    let own = layout.valueReturn.map { lastUse.advanced(byMicroseconds: $0.microseconds) }
    return Timestamp.earlier(own, returnsWhenIdle ? idleTime : nil)
  }

  /// Whether it returns to its default when the panel is idle.
  ///
  /// In a group the members do; the master does only if they have no defaults.
  private var returnsWhenIdle: Bool {
    guard layout.defaultValue != nil else { return false }
    return masteredGroup?.members.contains { $0.knob.layout.defaultValue != nil } != true
  }

  /// Returns the knob to its default or configured value.
  func returnValue() {
    guard let lastUse else { return }
    self.lastUse = nil
    let isOwn = layout.valueReturn.map {
      lastUse.advanced(byMicroseconds: $0.microseconds) <= now
    }
    let value = isOwn == true ? layout.valueReturn?.value : nil
    guard !isInert, let target = limited(value ?? layout.defaultValue),
      !isSame(knob.value, target)
    else { return }
    masteredGroup?.isReturning = true
    go(to: target, as: .returned)
    masteredGroup?.isReturning = false
  }
}
