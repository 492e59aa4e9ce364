internal import Gesture
internal import Knobs

/// The guards of a knob at work: how far it may rise now, and whether it is unlocked.
struct KnobGuards {
  let rules: Guards
  var rise: RiseGuard
  /// Until when a knob with a lock can be turned; nil while it is locked.
  var unlockedUntil: Timestamp?

  init(_ rules: Guards, scale: Scale) {
    self.rules = rules
    rise = RiseGuard(rules, scale: scale)
  }

  var isLocked: Bool { rules.isLocked && unlockedUntil == nil }

  /// Unlocks until a while after `time`.
  mutating func unlock(at time: Timestamp) {
    unlockedUntil = time.advanced(byMicroseconds: rules.unlockedMicroseconds)
  }

  /// Locks again once the time is over.
  mutating func tick(at time: Timestamp) {
    if let until = unlockedUntil, until <= time { unlockedUntil = nil }
  }
}
