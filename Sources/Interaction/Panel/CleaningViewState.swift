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
