/// Whether the target is present, according to its own reports.
extension LevelExchange {
  /// Why the target is absent; nil if it is present.
  var absence: ControlEvent? { absences.other ?? absences.value }

  mutating func resetPresence() {
    presence = Presence()
    (absences.other, absences.value, absences.isStale) = (nil, nil, false)
  }

  /// Stores an absence, and reports it if the target was present.
  mutating func leave(at now: Int64) -> Effects {
    var effects = Effects()
    guard let absence else { return effects }
    if presence.leave(atMicroseconds: now) {
      lose(absence, &effects)
    } else {
      // It was absent already; levels received in the meantime are out of date.
      level.reset()
      reportAbsenceSoon(at: now)
    }
    return effects
  }

  /// Returns to the target's level once no message reports it absent.
  mutating func comeBack(at now: Int64, _ effects: inout Effects) {
    guard absence == nil else { return reportAbsenceSoon(at: now) }
    absences.deadline = nil
    guard presence.comeBack(atMicroseconds: now) else { return }
    report(nil, at: now, &effects)
    if known != .level { awaitLevel(at: now, &effects) }
    if absences.isStale, source == .reports {
      absences.isStale = false
      effects.reads = true
    }
  }

  /// Reports the current state of a target that was absent.
  mutating func reportPresence(at now: Int64, _ effects: inout Effects) {
    absences.deadline = nil
    guard let absence else { return comeBack(at: now, &effects) }
    lose(absence, &effects)
  }

  /// Reports after a short delay why it is absent now, if the reason differs from the reported one.
  private mutating func reportAbsenceSoon(at now: Int64) {
    guard absence != loss else { return absences.deadline = nil }
    let soon = now + pace.returnMicroseconds
    absences.deadline = min(absences.deadline ?? soon, soon)
  }
}
