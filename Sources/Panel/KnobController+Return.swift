internal import Gesture
internal import Knobs
internal import Layout

/// The return of a knob to its default, or to another value, when people have left it.
///
/// | # | value | event | result |
/// |---|---|---|---|
/// | 1 | any | a finger, tap, button or master changes it | it returns once the knob was left alone for so long |
/// | 2 | to return | the knob is touched | the time begins anew when the finger lifts |
/// | 3 | to return | its control reports another value | it does not return |
/// | 4 | to return | its control is lost | it does not return |
/// | 5 | to return | the time is over | it glides there, `returned`, final control request |
/// | 6 | to return | the time is over, and it has that value | nothing |
/// | 7 | to return, `panel.idle` | the panel was left alone for so long | as 5 and 6, to the default |
///
/// The value is not stored over a restart: what a knob shows then comes from its control.
extension KnobController {
  /// Notes that the value is one that people gave it here.
  func wasUsed() {
    lastUse = now
    delegate.planReturn(of: self)
  }

  /// Notes that the value is one that something else gave it.
  func wasSetFromOutside() { lastUse = nil }

  /// When it returns; nil if it does not, or a finger holds it or its master.
  var returnTime: Timestamp? {
    guard let lastUse, recognizer.owner == nil, membership?.isMovedByHand != true else {
      return nil
    }
    let own = layout.valueReturn.map { lastUse.advanced(byMicroseconds: $0.microseconds) }
    return Timestamp.earlier(own, returnsWhenIdle ? delegate.idleTime : nil)
  }

  /// True if it goes to its default when nobody uses the panel.
  ///
  /// Of a group the members do, and the master only if they have no defaults.
  private var returnsWhenIdle: Bool {
    guard layout.defaultValue != nil else { return false }
    return masteredGroup?.members.contains { $0.knob.layout.defaultValue != nil } != true
  }

  /// Goes to the value that it returns to.
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
