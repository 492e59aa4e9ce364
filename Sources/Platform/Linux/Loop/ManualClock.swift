internal import Synchronization

/// A clock that only moves when advanced, so that tests of waiting code take no time.
///
/// Pass it to an `EventLoop`, and call `EventLoop.advance(byMicroseconds:)`. Threads that report
/// times to the loop read it too (`EventLoop.clock`).
public final class ManualClock: Sendable {
  private let time: Atomic<Int64>

  /// Creates a clock with a start time, which is arbitrary, as with the monotonic clock.
  public init(microseconds: Int64 = 1_000_000_000) {
    time = Atomic(microseconds)
  }

  /// The time, in microseconds.
  public var microseconds: Int64 {
    get { time.load(ordering: .sequentiallyConsistent) }
    set { time.store(newValue, ordering: .sequentiallyConsistent) }
  }
}
