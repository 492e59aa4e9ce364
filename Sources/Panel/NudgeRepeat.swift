internal import Gesture
internal import Knobs

/// When the nudge of a finger that stays on a knob comes again.
struct NudgeRepeat {
  private(set) var next: Timestamp?
  /// More repeats than this are a mistake and not a finger.
  private static let limit = 400
  private var remaining = 0

  /// Begins to count for a finger that lands, if the knob's taps say so.
  mutating func begin(_ taps: Taps, at time: Timestamp) {
    guard case .nudge = taps.action, taps.repeats else { return }
    next = time.advanced(byMicroseconds: Taps.repeatDelayMicroseconds)
    remaining = Self.limit
  }

  mutating func stop() { next = nil }

  /// Checks whether a nudge is due, and if so schedules the next one.
  ///
  /// - Parameters:
  ///   - time: The current time.
  ///   - isResting: False once the finger does something else, which ends the repetition.
  /// - Returns: True if a nudge is due.
  mutating func isDue(at time: Timestamp, isResting: Bool) -> Bool {
    guard let due = next, due <= time else { return false }
    guard isResting, remaining > 0 else {
      next = nil
      return false
    }
    remaining -= 1
    next = due.advanced(byMicroseconds: Taps.repeatMicroseconds)
    return true
  }
}
