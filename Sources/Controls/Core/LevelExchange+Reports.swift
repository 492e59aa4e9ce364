internal import Layout

/// What is reported to the panel.
extension LevelExchange {
  /// Reports a change; or the first level, once it is known and it is known whether it is muted.
  mutating func report(_ change: Double?, at now: Int64, _ effects: inout Effects) {
    guard presence.isHere, mute != .awaited,
      let number = change ?? (known == .level ? nil : level.shown)
    else { return }
    let isFirst = begin(&effects)
    // A level that waits: the panel goes to this one, which came after it.
    writes.dropHeld()
    waiting = nil
    if isFirst, source == .none {
      // What is assumed is no report.
      tell(number, &effects)
    } else if let due = reports.offer(number, isFinal: isFirst, atMicroseconds: now) {
      tell(due, &effects)
    }
  }

  /// Notes that the target has told its level; true if it had not before.
  @discardableResult
  mutating func begin(_ effects: inout Effects) -> Bool {
    guard known != .level else { return false }
    if mute != .none {
      if muteEchoes.shown == nil { muteEchoes.assume(0) }
      mute = .known
      effects.muted = isMuted
    }
    (known, loss, firstDeadline) = (.level, nil, nil)
    return true
  }

  mutating func tell(_ number: Double, _ effects: inout Effects) {
    if number != last.number { last = Write(number: number, level: scale.level(number)) }
    effects.level = last.level
    revision += 1
  }

  mutating func report(mute change: Double?, at now: Int64, _ effects: inout Effects) {
    guard known != .level else {
      if let change {
        mute = .known
        effects.muted = change > 0.5
      }
      return
    }
    // Before the first level it is only kept.
    guard mute == .awaited, muteEchoes.shown != nil else { return }
    mute = .known
    report(nil, at: now, &effects)
  }

  mutating func awaitLevel(at now: Int64, _ effects: inout Effects) {
    switch source {
    case .reports:
      firstDeadline =
        now
        + (known == .offline ? pace.returnMicroseconds : pace.firstReportMicroseconds)
    case .answers: break
    // A label has no value of its own.
    case .none where use == .readOut: lose(.unknown(reason: lack), &effects)
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
    // The end of a press follows its beginning, whatever becomes of the target meanwhile.
    if !pace.isSequential || !use.isOnOff { (unconfirmed, waiting, waitingMute) = (nil, nil, nil) }
    misfit = nil
    (isLevelAsked, isMuteAsked) = (false, false)
    (firstDeadline, absenceDeadline, settleDeadline) = (nil, nil, nil)
    (levelCertainAt, muteCertainAt) = (nil, nil)
    revision += 1
  }
}
