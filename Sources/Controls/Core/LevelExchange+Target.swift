/// What the target reports.
extension LevelExchange {
  /// Where levels come from after `found`.
  enum Source {
    /// The target reports its level by itself.
    case reports
    /// It answers questions, also those that the back end asks after each write.
    case answers
    /// None: it is assumed to follow what is written.
    case none
  }

  /// The target can be reached.
  ///
  /// - Parameters:
  ///   - source: Where its level comes from.
  ///   - muteSource: Where its mute comes from; nil if it has none.
  ///   - lack: What to report if no level comes in time.
  ///   - now: The time.
  /// - Returns: What follows.
  mutating func found(
    _ source: Source, muteSource: Source? = nil, lack: String = "", at now: Int64
  ) -> Effects {
    var effects = Effects()
    forget()
    resetPresence()
    (self.source, self.lack) = (source, lack)
    isQueried = source == .answers
    hasMute = muteSource != nil
    switch muteSource {
    case nil: mute = .none
    case Source.none?: mute = .assumed
    case .reports?, .answers?:
      muteEchoes.reset()
      mute = muteSource == .answers ? .awaited : .assumed
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

  /// The target reports its level, as a number of the scale; `isAnswer` if it was asked.
  mutating func reported(_ number: Double, isAnswer: Bool = false, at now: Int64) -> Effects {
    var effects = Effects()
    guard isAnswer || !isLevelAsked else { return effects }
    isLevelAsked = false
    valueAbsence = nil
    let change =
      isAnswer
      ? level.settle(number, atMicroseconds: now) : level.observe(number, atMicroseconds: now)
    if presence.isHere { report(change, at: now, &effects) } else { comeBack(at: now, &effects) }
    return effects
  }

  /// The target's level was read; `asked` is when it was asked for.
  ///
  /// A level that was asked for soon after a write may be one of before it. If it differs, it is to be
  /// read again.
  mutating func read(_ number: Double, askedAt asked: Int64, at now: Int64) -> Effects {
    var effects = Effects()
    valueAbsence = nil
    if let certain = levelCertainAt {
      if asked < certain {
        if !level.isShown(number) { settleDeadline = certain }
        return effects
      }
      levelCertainAt = nil
    }
    let change = level.learn(number)
    if presence.isHere { report(change, at: now, &effects) } else { comeBack(at: now, &effects) }
    return effects
  }

  /// Whether a level that was asked for at a time is what became of the last write.
  func isLevelCertain(askedAt asked: Int64) -> Bool { levelCertainAt.map { $0 <= asked } ?? true }

  /// Whether the target is muted was read, as `read(_:askedAt:at:)`.
  mutating func read(isMuted: Bool, askedAt asked: Int64, at now: Int64) -> Effects {
    var effects = Effects()
    let number = isMuted ? 1.0 : 0
    if let certain = muteCertainAt {
      if asked < certain {
        if !muteEchoes.isShown(number) { settleDeadline = certain }
        return effects
      }
      muteCertainAt = nil
    }
    report(mute: muteEchoes.learn(number), at: now, &effects)
    return effects
  }

  /// The target reports text, for a label.
  mutating func reported(text: String, at now: Int64) -> Effects {
    var effects = Effects()
    valueAbsence = nil
    guard presence.isHere else {
      comeBack(at: now, &effects)
      return effects
    }
    begin(&effects)
    effects.event = .text(text)
    return effects
  }

  /// The target reports whether it is muted; `isAnswer` if it was asked.
  mutating func reported(isMuted: Bool, isAnswer: Bool = false, at now: Int64) -> Effects {
    var effects = Effects()
    guard hasMute, isAnswer || !isMuteAsked else { return effects }
    isMuteAsked = false
    let number = isMuted ? 1.0 : 0
    report(
      mute: isAnswer
        ? muteEchoes.settle(number, atMicroseconds: now)
        : muteEchoes.observe(number, atMicroseconds: now),
      at: now, &effects)
    return effects
  }

  /// The target reports that it has no level now: `offline` or `unknown`.
  mutating func reported(none event: ControlEvent, at now: Int64) -> Effects {
    valueAbsence = event
    return leave(at: now)
  }

  /// Something else than its level says that the target is absent; nil that it is not.
  mutating func reported(absence event: ControlEvent?, at now: Int64) -> Effects {
    otherAbsence = event
    guard event == nil else {
      isStale = true
      return leave(at: now)
    }
    var effects = Effects()
    comeBack(at: now, &effects)
    return effects
  }

  /// The target has not answered the question for its level; `reason` says why that may be.
  mutating func didNotAnswer(reason: String) -> Effects {
    isLevelAsked = false
    var effects = Effects()
    if known != .level, known != .unknown { lose(.unknown(reason: reason), &effects) }
    return effects
  }

  /// The target has not answered the question for its mute: it counts as having none.
  mutating func didNotAnswerMute(reason: String, at now: Int64) -> Effects {
    isMuteAsked = false
    guard mute == .awaited else { return Effects() }
    mute = .none
    var effects = complain(.mute, reason, at: now)
    report(nil, at: now, &effects)
    return effects
  }

  /// What the target says of its level could not be read; `reason` is one line.
  mutating func misread(
    _ kind: Complaints.Kind, _ reason: String, isAnswer: Bool = false, at now: Int64
  ) -> Effects {
    guard known == .nothing || known == .offline else { return complain(kind, reason, at: now) }
    misfit = reason
    // It is reported as the reason why there is no level.
    _ = complaints.isDue(kind, atMicroseconds: now)
    var effects = Effects()
    if isAnswer { lose(.unknown(reason: reason), &effects) }
    return effects
  }

  /// A message said nothing of the level, which may be why none is known.
  mutating func lacked(_ reason: String) -> Effects {
    misfit = reason
    return Effects()
  }

  /// Reports nonsense, unless some of its kind was reported lately.
  mutating func complain(_ kind: Complaints.Kind, _ reason: String, at now: Int64) -> Effects {
    var effects = Effects()
    if complaints.isDue(kind, atMicroseconds: now) {
      effects.event = .unreadable(reason: reason)
    }
    return effects
  }
}
