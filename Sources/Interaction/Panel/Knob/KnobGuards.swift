internal import Gesture
internal import Knobs

/// The state of a knob's guards: how far it may rise, and whether it is unlocked.
struct KnobGuards {
  let rules: Guards
  var rise: RiseGuard
  /// The last known value of the knob that is the limit; nil if none was known, or for a limit that
  /// is a number.
  private(set) var knownLimit: Double?
  /// Whether the limit was lowered below the value while the knob could not be set.
  var isLoweringDue = false
  /// When an unlocked knob locks again; nil while it is locked.
  var unlockedUntil: Timestamp?
  /// The time for which the finger has rested to unlock it.
  var hold = HoldTime()

  init(_ rules: Guards, scale: Scale, defaultValue: Double?) {
    self.rules = rules
    rise = RiseGuard(rules, scale: scale, defaultValue: defaultValue)
  }

  /// Whether the limit is known, or there is none.
  var isLimitKnown: Bool { rules.limitKnob == nil || knownLimit != nil }

  /// Follows the value of the knob that is the limit.
  mutating func follow(limit: Double) {
    knownLimit = limit
    rise.set(limit: limit)
  }

  /// Takes over the limit that an earlier layout's knob followed, and where `within` counts from.
  mutating func takeOver(_ old: KnobGuards) {
    if rules.within != nil, old.rules.within != nil, old.rise.window != nil {
      rise.origin = old.rise.origin
    }
    isLoweringDue = old.isLoweringDue
    guard rules.limitKnob != nil, rules.limitKnob == old.rules.limitKnob else { return }
    if let limit = old.knownLimit { follow(limit: limit) }
  }

  var isLocked: Bool { rules.lock != nil && unlockedUntil == nil }

  /// Unlocks the knob for a limited time from `time`.
  mutating func unlock(at time: Timestamp) {
    // The panel itself times how long a PIN unlocks.
    guard rules.lock != .pin else { return }
    unlockedUntil = time.advanced(byMicroseconds: rules.unlockedMicroseconds)
  }

  /// Locks the knob again once its time is over.
  mutating func tick(at time: Timestamp) {
    if let until = unlockedUntil, until <= time { unlockedUntil = nil }
  }
}
