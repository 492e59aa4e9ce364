internal import Gesture

/// The whole seconds until a moment, rounded up.
struct Countdown {
  var end: Timestamp

  private static let second: Int64 = 1_000_000

  /// Returns the number of seconds left; 0 after the end.
  func secondsLeft(at time: Timestamp) -> Int {
    let left = end.microseconds(since: time)
    return left > 0 ? Int((left - 1) / Self.second) + 1 : 0
  }

  /// Returns when the number of seconds left changes next; nil if none are left.
  func nextSecond(after time: Timestamp) -> Timestamp? {
    let seconds = secondsLeft(at: time)
    return seconds > 0 ? end.advanced(byMicroseconds: -Int64(seconds - 1) * Self.second) : nil
  }
}
