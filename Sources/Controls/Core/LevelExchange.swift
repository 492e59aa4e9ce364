internal import Layout

/// The policy for one level and one mute shared by a panel and a target; pure: time is data.
///
/// A back end passes on the panel's requests and the target's reports, and carries out the effects.
/// Values of the target are numbers in its own units, such as percent.
///
/// | # | the panel knows | input | effect |
/// |---|---|---|---|
/// | 1 | nothing, unknown, offline | `set` | none: nothing is written before the level is known |
/// | 2 | the level | `set` | written at once, or when the write interval ends; the latest wins |
/// | 3 | the level | final `set` | written at once; a coarse target's real level is reported |
/// | 4 | the level, a write is not confirmed | `set` | waits for the confirmation; a final one does not |
/// | 5 | the level | `set` to the number shown | none |
/// | 5a | the level of a read-only target | final `set` | the level, so that the knob returns |
/// | 6 | nothing | `reported` | the mute, if there is one, then the level |
/// | 7 | the level | `reported`: an echo | none |
/// | 8 | the level | `reported`: a change | the level; a waiting write is dropped |
/// | 9 | the level | more changes than a display shows | the latest, when the interval ends |
/// | 10 | anything | `lost` | offline or unknown, with the reason; waiting writes are dropped |
/// | 11 | offline | `found` | none: the level is awaited, or assumed if the target reports none |
/// | 12 | nothing | no report in time after `found` | unknown |
/// | 13 | the level | `misread` | reported once a minute; nothing changes |
/// | 14 | nothing | `misread` an answer | unknown, with that reason |
/// | 15 | anything | `reported(absence:)`, `reported(none:)` | as 10, at once |
/// | 16 | absent by 15 | `reported` without one | the level, at once or after a back-off |
/// | 17 | the level | `read`, requested too soon after a write | none: it is read again later |
/// | 18 | the level | `rescaled` | the level; a waiting write is kept |
/// | 19 | anything | the mute of a target of `readings` | the mute, at once |
///
/// `EchoFilter` distinguishes echoes from changes, `Throttle` spaces writes and reports, `Presence`
/// damps 15 and 16, and `Complaints` limits 13.
struct LevelExchange {
  /// How a back end converts levels 0…1 into numbers of its target.
  struct Scale {
    /// The number of a level, rounded as by the target.
    var number: (_ level: Double) -> Double
    /// The level of a number.
    var level: (_ number: Double) -> Double
    /// Numbers that differ by at most this are equal to the target.
    var tolerance: Double
  }

  /// A level to be written.
  struct Write {
    var number: Double
    /// The level that was requested.
    var level: Double
    /// False while a finger still turns the knob.
    var isFinal = true
  }

  /// A level that waits for a confirmation.
  struct Waiting {
    var level: Double
    var isFinal: Bool
  }

  /// The effects of an input, in the order in which they are carried out.
  struct Effects {
    var write: Write?
    var mutes: Bool?
    /// A loss, or an unreadable report.
    var event: ControlEvent?
    var muted: Bool?
    var level: Double?
    /// Whether to query the target's level.
    var reads = false
  }

  /// What was last reported to the panel.
  enum Known {
    case nothing, level, unknown, offline
  }

  /// The mute of the target, apart from its level.
  struct Mute {
    enum State {
      /// There is none, or the target does not report it.
      case none
      /// No report is expected: the mute is the one written last, and initially off.
      case assumed
      /// The first level waits until it is known.
      case awaited
      case known
    }

    var exists = false
    var state = State.none
    var echoes: EchoFilter
    /// What to write after the unconfirmed write.
    var waiting: Bool?
    /// Whether a write was followed by a query that has no answer yet.
    var isQueried = false
    /// From when on a mute read is the result of the last write.
    var certainAt: Int64?
  }

  /// The first level after `found`.
  struct FirstLevel {
    /// When it is overdue.
    var deadline: Int64?
    /// The reason reported then: that of an unreadable report, or else `timeoutReason`.
    var reason: String?
    var timeoutReason = ""
  }

  /// Why the target is absent; nil if it is present.
  struct Absences {
    /// According to its level.
    var value: ControlEvent?
    /// According to other messages.
    var other: ControlEvent?
    /// When to report the current reason.
    var deadline: Int64?
    /// Whether the level may have changed without a report.
    var isStale = false
  }

  let pace: Pace
  private(set) var scale: Scale
  let use: ControlUse
  let isReadOnly: Bool

  var known = Known.nothing
  var level: EchoFilter
  var writes: Throttle<Double>
  var reports: Throttle<Double>
  /// The number that was written or reported last, and its level before it was rounded.
  var last: Write
  var mute: Mute
  /// The write that is not confirmed, and what to write after it.
  var unconfirmed: UInt16?
  var waiting: Waiting?
  var source = Source.none
  /// Whether writes are followed by queries: until one is answered, other reports may be older.
  var isQueried = false
  var isLevelQueried = false
  /// When to query the target for the result of the last write.
  var settleDeadline: Int64?
  /// From when on a value read is the result of the last write.
  var levelCertainAt: Int64?
  /// The number of changes of what the panel knows.
  var revision = 0

  var presence = Presence()
  var absences = Absences()
  /// The last reported loss.
  var loss: ControlEvent?
  var first = FirstLevel()
  var complaints = Complaints()

  init(
    _ pace: Pace, scale: Scale, use: ControlUse = .knob, isReadOnly: Bool = false,
    initialLevel: Double = 0
  ) {
    (self.pace, self.scale, self.use, self.isReadOnly) = (pace, scale, use, isReadOnly)
    level = EchoFilter(
      tolerance: scale.tolerance, patienceMicroseconds: pace.answerMicroseconds)
    mute = Mute(
      echoes: EchoFilter(tolerance: 0.5, patienceMicroseconds: pace.answerMicroseconds))
    writes = Throttle(intervalMicroseconds: pace.writeMicroseconds)
    reports = Throttle(intervalMicroseconds: pace.reportMicroseconds)
    last = Write(number: scale.number(initialLevel), level: initialLevel)
  }

  /// The number that the panel shows, and whether it shows it as muted; nil if unknown.
  var shown: Double? { level.shown }
  var isMuted: Bool? { mute.echoes.shown.map { $0 > 0.5 } }

  /// Adopts the scale of a target that was found.
  mutating func use(_ scale: Scale) {
    self.scale = scale
    level = EchoFilter(tolerance: scale.tolerance, patienceMicroseconds: pace.answerMicroseconds)
  }

  /// Drops everything pending; everything is reported to the panel again.
  mutating func stop() {
    resetPresence()
    forget()
    (known, loss) = (.nothing, nil)
  }

  /// When to call `tick`; nil if nothing is due.
  var nextWakeMicroseconds: Int64? {
    var next = Int64.max
    // One by one, because an array would allocate memory while a knob turns.
    if let deadline = writes.deadlineMicroseconds { next = min(next, deadline) }
    if let deadline = reports.deadlineMicroseconds { next = min(next, deadline) }
    if let deadline = level.deadlineMicroseconds { next = min(next, deadline) }
    if let deadline = mute.echoes.deadlineMicroseconds { next = min(next, deadline) }
    if let deadline = presence.deadlineMicroseconds { next = min(next, deadline) }
    if let absenceDeadline = absences.deadline { next = min(next, absenceDeadline) }
    if let firstDeadline = first.deadline { next = min(next, firstDeadline) }
    if let settleDeadline { next = min(next, settleDeadline) }
    return next == .max ? nil : next
  }

  /// Does everything that is due.
  mutating func tick(at now: Int64) -> Effects {
    var effects = Effects()
    if let firstDeadline = first.deadline, firstDeadline <= now {
      first.deadline = nil
      lose(.unknown(reason: first.reason ?? first.timeoutReason), &effects)
    }
    if let deadline = absences.deadline ?? presence.deadlineMicroseconds, deadline <= now {
      reportPresence(at: now, &effects)
    }
    if let deadline = mute.echoes.deadlineMicroseconds, deadline <= now {
      report(mute: mute.echoes.due(atMicroseconds: now), at: now, &effects)
    }
    if let deadline = level.deadlineMicroseconds, deadline <= now {
      report(level.due(atMicroseconds: now), at: now, &effects)
    }
    if let deadline = settleDeadline, deadline <= now {
      settleDeadline = nil
      effects.reads = true
    }
    if let number = reports.due(atMicroseconds: now) { deliver(number, &effects) }
    if let level = writes.due(atMicroseconds: now) {
      if pace.isSequential, unconfirmed != nil {
        waiting = Waiting(level: level, isFinal: true)
      } else {
        write(level, isFinal: false, at: now, &effects)
      }
    }
    return effects
  }
}
