/// Reports of the target.
extension LevelExchange {
  /// The source of levels after `found`.
  enum Source {
    /// The target reports its level by itself.
    case reports
    /// It answers queries, including those that the back end sends after each write.
    case answers
    /// It is read whenever it reports a change, which takes no time.
    ///
    /// It is not queried after writes. The back end reports when it has written the level (`wrote`).
    /// The mute is certain at any time, and is reported apart from the level.
    case readings
    /// None: it is assumed to follow what is written.
    case none
  }

  /// The target can be reached.
  ///
  /// - Parameters:
  ///   - source: The source of its level.
  ///   - muteSource: The source of its mute; nil if it has none.
  ///   - timeoutReason: The reason to report if no level arrives in time.
  ///   - now: The time.
  /// - Returns: The effects.
  mutating func found(
    _ source: Source, muteSource: Source? = nil, timeoutReason: String = "", at now: Int64
  ) -> Effects {
    var effects = Effects()
    forget()
    resetPresence()
    (self.source, first.timeoutReason) = (source, timeoutReason)
    isQueried = source == .answers
    mute.exists = muteSource != nil
    switch muteSource {
    case nil: mute.state = .none
    case Source.none?: mute.state = .assumed
    case .reports?, .answers?, .readings?:
      mute.echoes.reset()
      mute.state = muteSource == .answers ? .awaited : .assumed
    }
    awaitLevel(at: now, &effects)
    return effects
  }

  /// The target cannot be reached, or does not know its level: `offline` or `unknown`.
  mutating func lost(_ event: ControlEvent) -> Effects {
    var effects = Effects()
    resetPresence()
    lose(event, &effects)
    return effects
  }

  /// The target reports its level, as a number of the scale; `isAnswer` if it was queried.
  mutating func reported(_ number: Double, isAnswer: Bool = false, at now: Int64) -> Effects {
    var effects = Effects()
    guard isAnswer || !isLevelQueried else { return effects }
    isLevelQueried = false
    absences.value = nil
    let change =
      isAnswer
      ? level.settle(number, atMicroseconds: now) : level.observe(number, atMicroseconds: now)
    if presence.isPresent { report(change, at: now, &effects) } else { comeBack(at: now, &effects) }
    return effects
  }

  /// The target's level was read; `requested` is when it was requested.
  ///
  /// A level requested soon after a write may be older than the write. If it differs, it must be
  /// read again.
  mutating func read(_ number: Double, requestedAt requested: Int64, at now: Int64) -> Effects {
    var effects = Effects()
    absences.value = nil
    if let certain = levelCertainAt {
      if requested < certain {
        if !level.isShown(number) { settleDeadline = certain }
        return effects
      }
      levelCertainAt = nil
    }
    let change = level.learn(number)
    if presence.isPresent { report(change, at: now, &effects) } else { comeBack(at: now, &effects) }
    return effects
  }

  /// A target of readings was written, which may have taken a while.
  mutating func wrote(at now: Int64) -> Effects {
    levelCertainAt = pace.settleMicroseconds.map { now + $0 }
    return Effects()
  }

  /// A reading that may be older than the last write differs from it in more than its level: the
  /// target is read again once that is certain.
  mutating func readAgain() -> Effects {
    settleDeadline = levelCertainAt
    return Effects()
  }

  /// The target was found, or has another range, and its level was read; earlier numbers no longer
  /// apply.
  mutating func rescaled(to number: Double) -> Effects {
    var effects = Effects()
    levelCertainAt = nil
    reports.dropHeld()
    _ = level.learn(number)
    begin(&effects)
    last = Write(number: number, level: scale.level(number))
    deliver(number, &effects)
    return effects
  }

  /// Whether a level requested at a time is the result of the last write.
  func isLevelCertain(requestedAt requested: Int64) -> Bool {
    levelCertainAt.map { $0 <= requested } ?? true
  }

  /// Whether the target is muted was read; see `read(_:requestedAt:at:)`.
  mutating func read(isMuted: Bool, requestedAt requested: Int64, at now: Int64) -> Effects {
    var effects = Effects()
    let number = isMuted ? 1.0 : 0
    if let certain = mute.certainAt {
      if requested < certain {
        if !mute.echoes.isShown(number) { settleDeadline = certain }
        return effects
      }
      mute.certainAt = nil
    }
    report(mute: mute.echoes.learn(number), at: now, &effects)
    return effects
  }

  /// The target reports text, for a label.
  mutating func reported(text: String, at now: Int64) -> Effects {
    var effects = Effects()
    absences.value = nil
    guard presence.isPresent else {
      comeBack(at: now, &effects)
      return effects
    }
    begin(&effects)
    effects.event = .text(text)
    return effects
  }

  /// The target reports whether it is muted; `isAnswer` if it was queried.
  mutating func reported(isMuted: Bool, isAnswer: Bool = false, at now: Int64) -> Effects {
    var effects = Effects()
    guard mute.exists, isAnswer || !mute.isQueried else { return effects }
    mute.isQueried = false
    let number = isMuted ? 1.0 : 0
    report(
      mute: isAnswer
        ? mute.echoes.settle(number, atMicroseconds: now)
        : mute.echoes.observe(number, atMicroseconds: now),
      at: now, &effects)
    return effects
  }

  /// The target reports that it has no level now: `offline` or `unknown`.
  mutating func reported(none event: ControlEvent, at now: Int64) -> Effects {
    absences.value = event
    return leave(at: now)
  }

  /// The target is reported absent by a message other than its level; nil if it is present.
  mutating func reported(absence event: ControlEvent?, at now: Int64) -> Effects {
    absences.other = event
    guard event == nil else {
      absences.isStale = true
      return leave(at: now)
    }
    var effects = Effects()
    comeBack(at: now, &effects)
    return effects
  }

  /// The target has not answered the query for its level; `reason` is the possible cause.
  mutating func didNotAnswer(reason: String) -> Effects {
    isLevelQueried = false
    var effects = Effects()
    if known != .level, known != .unknown { lose(.unknown(reason: reason), &effects) }
    return effects
  }

  /// The target has not answered the query for its mute: it is assumed to have none.
  mutating func didNotAnswerMute(reason: String, at now: Int64) -> Effects {
    mute.isQueried = false
    guard mute.state == .awaited else { return Effects() }
    mute.state = .none
    var effects = complain(.mute, reason, at: now)
    report(nil, at: now, &effects)
    return effects
  }

  /// A report of the target's level could not be read; `reason` is one line.
  mutating func misread(
    _ kind: Complaints.Kind, _ reason: String, isAnswer: Bool = false, at now: Int64
  ) -> Effects {
    guard known == .nothing || known == .offline else { return complain(kind, reason, at: now) }
    first.reason = reason
    // It is reported as the reason why there is no level.
    _ = complaints.isDue(kind, atMicroseconds: now)
    var effects = Effects()
    if isAnswer { lose(.unknown(reason: reason), &effects) }
    return effects
  }

  /// A message contained no level, which may be the reason why none is known.
  mutating func reportedNoLevel(_ reason: String) -> Effects {
    first.reason = reason
    return Effects()
  }

  /// Reports an invalid message, unless one of its kind was reported recently.
  mutating func complain(_ kind: Complaints.Kind, _ reason: String, at now: Int64) -> Effects {
    var effects = Effects()
    if complaints.isDue(kind, atMicroseconds: now) {
      effects.event = .unreadable(reason: reason)
    }
    return effects
  }
}
