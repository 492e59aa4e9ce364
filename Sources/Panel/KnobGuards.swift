internal import Gesture
internal import Knobs

/// The state of a knob's guards: how far it may rise now, and whether it is unlocked.
struct KnobGuards {
  let rules: Guards
  var rise: RiseGuard
  /// When a knob with a lock locks again; nil while it is locked.
  var unlockedUntil: Timestamp?
  /// For how long the finger has rested that unlocks it.
  var hold = HoldTime()

  init(_ rules: Guards, scale: Scale) {
    self.rules = rules
    rise = RiseGuard(rules, scale: scale)
  }

  var isLocked: Bool { rules.lock != nil && unlockedUntil == nil }

  /// Unlocks for a limited time from `time`.
  mutating func unlock(at time: Timestamp) {
    // The panel knows how long its PIN unlocks.
    guard rules.lock != .pin else { return }
    unlockedUntil = time.advanced(byMicroseconds: rules.unlockedMicroseconds)
  }

  /// Locks again once that time is over.
  mutating func tick(at time: Timestamp) {
    if let until = unlockedUntil, until <= time { unlockedUntil = nil }
  }
}
