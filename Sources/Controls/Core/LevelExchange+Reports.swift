internal import Layout

/// Reports to the panel.
extension LevelExchange {
  /// Reports a change; or the first level, once both the level and the mute are known.
  mutating func report(_ change: Double?, at now: Int64, _ effects: inout Effects) {
    guard presence.isPresent, mute.state != .awaited,
      let number = change ?? (known == .level ? nil : level.shown)
    else { return }
    let isFirst = begin(&effects)
    // Drop a waiting level: the panel moves to this one, which is newer.
    writes.dropHeld()
    waiting = nil
    if isFirst, source == .none {
      // An assumed level is not a report.
      deliver(number, &effects)
    } else if let due = reports.offer(number, isFinal: isFirst, atMicroseconds: now) {
      deliver(due, &effects)
    }
  }

  /// Marks the level as known; returns whether it was unknown before.
  @discardableResult
  mutating func begin(_ effects: inout Effects) -> Bool {
    guard known != .level else { return false }
    if mute.state != .none, source != .readings {
      if mute.echoes.shown == nil { mute.echoes.assume(0) }
      mute.state = .known
      effects.muted = isMuted
    }
    (known, loss, first.deadline) = (.level, nil, nil)
    return true
  }

  mutating func deliver(_ number: Double, _ effects: inout Effects) {
    if number != last.number { last = Write(number: number, level: scale.level(number)) }
    effects.level = last.level
    revision += 1
  }

  mutating func report(mute change: Double?, at now: Int64, _ effects: inout Effects) {
    guard known != .level, source != .readings else {
      if let change {
        mute.state = .known
        effects.muted = change > 0.5
      }
      return
    }
    // Before the first level it is only stored.
    guard mute.state == .awaited, mute.echoes.shown != nil else { return }
    mute.state = .known
    report(nil, at: now, &effects)
  }

  mutating func awaitLevel(at now: Int64, _ effects: inout Effects) {
    switch source {
    case .reports:
      first.deadline =
        now
        + (known == .offline ? pace.returnMicroseconds : pace.firstReportMicroseconds)
    case .answers, .readings: break
    // A label has no value of its own.
    case .none where use == .readOut: lose(.unknown(reason: first.timeoutReason), &effects)
    case .none:
      level.assume(last.number)
      report(nil, at: now, &effects)
    }
  }

  mutating func lose(_ event: ControlEvent, _ effects: inout Effects) {
    forget()
    if case .unknown = event { known = .unknown } else { known = .offline }
    guard event != loss else { return }
    loss = event
    effects.event = event
  }

  mutating func forget() {
    level.reset()
    writes.dropHeld()
    reports.dropHeld()
    // The end of a press follows its beginning, even if the target is lost in the meantime.
    if !pace.isSequential || !use.isOnOff { (unconfirmed, waiting, mute.waiting) = (nil, nil, nil) }
    first.reason = nil
    (isLevelQueried, mute.isQueried) = (false, false)
    (first.deadline, absences.deadline, settleDeadline) = (nil, nil, nil)
    (levelCertainAt, mute.certainAt) = (nil, nil)
    revision += 1
  }
}
