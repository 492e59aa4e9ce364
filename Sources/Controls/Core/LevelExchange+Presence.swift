/// Whether the target is there, by what it says of itself.
extension LevelExchange {
  /// Why the target counts as absent; nil if it does not.
  var absence: ControlEvent? { otherAbsence ?? valueAbsence }

  mutating func resetPresence() {
    presence = Presence()
    (otherAbsence, valueAbsence, isStale) = (nil, nil, false)
  }

  /// Notes an absence, and reports it if the target was there.
  mutating func leave(at now: Int64) -> Effects {
    var effects = Effects()
    guard let absence else { return effects }
    if presence.leave(atMicroseconds: now) {
      lose(absence, &effects)
    } else {
      // It was gone already; levels that came in the meantime are out of date.
      level.reset()
      reportAbsenceSoon(at: now)
    }
    return effects
  }

  /// Returns to the target's level when nothing says any more that it is gone.
  mutating func comeBack(at now: Int64, _ effects: inout Effects) {
    guard absence == nil else { return reportAbsenceSoon(at: now) }
    absenceDeadline = nil
    guard presence.comeBack(atMicroseconds: now) else { return }
    report(nil, at: now, &effects)
    if known != .level { awaitLevel(at: now, &effects) }
    if isStale, source == .reports {
      isStale = false
      effects.reads = true
    }
  }

  /// Reports what became of a target that was gone.
  mutating func reportPresence(at now: Int64, _ effects: inout Effects) {
    absenceDeadline = nil
    guard let absence else { return comeBack(at: now, &effects) }
    lose(absence, &effects)
  }

  /// Reports in a moment why it is gone now, if that is something else than was reported.
  private mutating func reportAbsenceSoon(at now: Int64) {
    guard absence != loss else { return absenceDeadline = nil }
    let soon = now + pace.returnMicroseconds
    absenceDeadline = min(absenceDeadline ?? soon, soon)
  }
}
