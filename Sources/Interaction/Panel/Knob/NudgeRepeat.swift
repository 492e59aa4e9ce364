internal import Gesture
internal import Knobs

/// Repetition of the nudge while a finger stays on a knob.
struct NudgeRepeat {
  private(set) var next: Timestamp?
  /// The maximum number of repeats per touch; a longer touch is not deliberate.
  private static let limit = 400
  private var remaining = 0

  /// Starts repeating for a finger that landed, if the knob's taps repeat.
  mutating func begin(_ taps: Taps, at time: Timestamp) {
    guard case .nudge = taps.action, taps.repeats else { return }
    next = time.advanced(byMicroseconds: Taps.repeatDelayMicroseconds)
    remaining = Self.limit
  }

  mutating func stop() { next = nil }

  /// Returns whether a nudge is due, and if so schedules the next one.
  ///
  /// - Parameters:
  ///   - time: The current time.
  ///   - isResting: Whether the finger still rests; otherwise the repetition ends.
  /// - Returns: Whether a nudge is due.
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
