internal import Gesture

/// The time in which touches are ignored, so that the screen can be wiped.
public struct Cleaning: Hashable, Sendable {
  /// When touches count again.
  var end: Timestamp
  /// How long it takes from its beginning, in microseconds.
  var microseconds: Int64

  private static let second: Int64 = 1_000_000

  /// Whole seconds until the end, rounded up; 0 from then on.
  func secondsLeft(at time: Timestamp) -> Int {
    Int(max(0, (end.microseconds(since: time) + Self.second - 1) / Self.second))
  }

  /// When another number of seconds is left; nil if none is.
  func nextSecond(after time: Timestamp) -> Timestamp? {
    let seconds = secondsLeft(at: time)
    guard seconds > 0 else { return end }
    return end.advanced(byMicroseconds: -Int64(seconds - 1) * Self.second)
  }
}

/// How the countdown of cleaning looks.
public struct CleaningViewState: Hashable, Sendable {
  /// How many seconds are left, 1 or more.
  public var secondsLeft: Int
  /// How many there were at its beginning.
  public var seconds: Int

  /// A countdown with so many seconds left.
  public init(secondsLeft: Int, of seconds: Int) {
    (self.secondsLeft, self.seconds) = (secondsLeft, seconds)
  }
}
