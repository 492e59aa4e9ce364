internal import Gesture

/// The period during which touches are ignored so that the screen can be wiped.
public struct Cleaning: Hashable, Sendable {
  /// When touches take effect again.
  var end: Timestamp
  /// The total duration, in microseconds.
  var microseconds: Int64

  private static let second: Int64 = 1_000_000

  /// Returns the whole seconds until the end, rounded up; 0 after the end.
  func secondsLeft(at time: Timestamp) -> Int {
    Int(max(0, (end.microseconds(since: time) + Self.second - 1) / Self.second))
  }

  /// Returns when the number of seconds left changes next; `end` if none are left.
  func nextSecond(after time: Timestamp) -> Timestamp? {
    let seconds = secondsLeft(at: time)
    guard seconds > 0 else { return end }
    return end.advanced(byMicroseconds: -Int64(seconds - 1) * Self.second)
  }
}

/// How the cleaning countdown looks.
public struct CleaningViewState: Hashable, Sendable {
  /// The number of seconds left, at least 1.
  public var secondsLeft: Int
  /// The number of seconds at the beginning.
  public var seconds: Int

  /// Creates a countdown.
  public init(secondsLeft: Int, of seconds: Int) {
    (self.secondsLeft, self.seconds) = (secondsLeft, seconds)
  }
}
