internal import Gesture
internal import Knobs

/// The state of a knob's guards: how far it may rise, and whether it is unlocked.
struct KnobGuards {
  let rules: Guards
  var rise: RiseGuard
  /// When an unlocked knob locks again; nil while it is locked.
  var unlockedUntil: Timestamp?
  /// The time for which the finger has rested to unlock it.
  var hold = HoldTime()

  init(_ rules: Guards, scale: Scale) {
    self.rules = rules
    rise = RiseGuard(rules, scale: scale)
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
