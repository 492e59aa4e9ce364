internal import Gesture
internal import Knobs

/// Repetition of the nudge while a finger stays on a knob.
struct NudgeRepeat {
  private(set) var next: Timestamp?
  /// The most repeats for one touch; more than this is no deliberate touch.
  private static let limit = 400
  private var remaining = 0

  /// Starts the repetition for a finger that lands, if the knob's taps are set to repeat.
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
