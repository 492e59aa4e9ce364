internal import Layout

/// Requests of the panel.
extension LevelExchange {
  /// Requests a level, 0…1; `isFinal` is false while a finger turns the knob.
  mutating func set(_ wanted: Double, isFinal: Bool, at now: Int64) -> Effects {
    var effects = Effects()
    guard canWrite, wanted.isFinite else { return effects }
    guard !isReadOnly else {
      if isFinal { effects.level = level.shown.map { scale.level($0) } }
      return effects
    }
    // What the target reported before is out of date.
    reports.dropHeld()
    offer(wanted, isFinal: isFinal, at: now, &effects)
    guard isFinal, use == .knob else { return effects }
    let number = scale.number(wanted)
    if let real = CoarseTarget.shown(scale.level(number), for: wanted) {
      last = Write(number: number, level: real)
      effects.level = real
    }
    return effects
  }

  /// Mutes or unmutes the target, once it is known whether it is muted.
  mutating func set(isMuted: Bool, at now: Int64) -> Effects {
    var effects = Effects()
    guard known == .level, mute.state == .known else { return effects }
    if pace.isSequential, unconfirmed != nil {
      mute.waiting = isMuted
    } else {
      // An older one may wait for the confirmation of a write that has none.
      mute.waiting = nil
      mute(isMuted, at: now, &effects)
    }
    return effects
  }

  /// A button can write to a target that has reported nothing yet.
  var canWrite: Bool {
    switch use {
    case .knob: known == .level
    case .readOut: false
    case .push, .toggle: known == .level || known == .unknown
    }
  }

  /// Writes a level, or keeps it until a write is confirmed or the interval of writes is over.
  ///
  /// One at a time: a slow network must not fill up with outdated levels.
  private mutating func offer(
    _ wanted: Double, isFinal: Bool, at now: Int64, _ effects: inout Effects
  ) {
    if unconfirmed != nil, !isFinal || pace.isSequential {
      waiting = Waiting(level: wanted, isFinal: isFinal)
      return writes.dropHeld()
    }
    waiting = nil
    if let due = writes.offer(wanted, isFinal: isFinal, atMicroseconds: now) {
      write(due, isFinal: isFinal, at: now, &effects)
    }
  }

  mutating func write(
    _ wanted: Double, isFinal: Bool, at now: Int64, _ effects: inout Effects
  ) {
    let write = Write(number: scale.number(wanted), level: wanted, isFinal: isFinal)
    // A push writes the same each time, and does not determine the level.
    if use != .push {
      guard !level.isShown(write.number) else { return }
      level.didCommand(write.number, atMicroseconds: now)
      if !pace.reportsWrites { level.forgetReport() }
      isLevelQueried = isQueried
      if source != .readings {
        levelCertainAt = pace.settleMicroseconds.map { now + $0 }
        settleDeadline = levelCertainAt
      }
      last = write
    }
    effects.write = write
  }

  private mutating func mute(_ isMuted: Bool, at now: Int64, _ effects: inout Effects) {
    let number = isMuted ? 1.0 : 0
    guard !mute.echoes.isShown(number) else { return }
    mute.echoes.didCommand(number, atMicroseconds: now)
    if !pace.reportsWrites { mute.echoes.forgetReport() }
    mute.isQueried = isQueried
    if source != .readings {
      mute.certainAt = pace.settleMicroseconds.map { now + $0 }
      settleDeadline = mute.certainAt
    }
    effects.mutes = isMuted
  }

  /// A write was sent; `id` is that of its confirmation, nil if there will be none.
  mutating func didWrite(id: UInt16?) { unconfirmed = id }

  /// The target has refused a level: its real level must be read.
  mutating func refused() -> Effects {
    level.reset()
    (isLevelQueried, levelCertainAt, settleDeadline) = (false, nil, nil)
    revision += 1
    var effects = Effects()
    effects.reads = true
    return effects
  }

  /// The target has refused a mute; whether it is muted now is unknown.
  mutating func refusedMute() -> Effects {
    if !pace.reportsWrites { mute.echoes.reset() }
    var effects = Effects()
    effects.reads = true
    return effects
  }

  /// The target has confirmed or refused a write: waiting values are written, the level before the
  /// mute.
  mutating func confirmed(_ id: UInt16, at now: Int64) -> Effects {
    var effects = Effects()
    guard id == unconfirmed else { return effects }
    unconfirmed = nil
    if let waiting {
      reports.dropHeld()
      offer(waiting.level, isFinal: waiting.isFinal, at: now, &effects)
    }
    if effects.write == nil, let isMuted = mute.waiting {
      mute.waiting = nil
      mute(isMuted, at: now, &effects)
    }
    return effects
  }

  /// The waiting level and mute, for a target that is written once more after the panel has ended.
  var unsentWrite: Write? {
    (waiting?.level ?? writes.held).map { Write(number: scale.number($0), level: $0) }
  }
  var unsentMute: Bool? { mute.waiting }
}
