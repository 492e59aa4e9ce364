/// A clock that stands still until it is advanced, so that tests of what waits need no time.
///
/// Give it to an `EventLoop`, and call `EventLoop.advance(byMicroseconds:)`.
public final class ManualClock {
  /// The time, in microseconds.
  public var microseconds: Int64

  /// A clock that shows a time; any will do, as with the monotonic clock.
  public init(microseconds: Int64 = 1_000_000_000) {
    self.microseconds = microseconds
  }
}
