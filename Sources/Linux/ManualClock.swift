internal import Synchronization

/// A clock that stands still until it is advanced, so that tests of what waits need no time.
///
/// Give it to an `EventLoop`, and call `EventLoop.advance(byMicroseconds:)`. Threads that tell the loop
/// when something happened read it too (`EventLoop.clock`).
public final class ManualClock: Sendable {
  private let time: Atomic<Int64>

  /// A clock that shows a time; any will do, as with the monotonic clock.
  public init(microseconds: Int64 = 1_000_000_000) {
    time = Atomic(microseconds)
  }

  /// The time, in microseconds.
  public var microseconds: Int64 {
    get { time.load(ordering: .sequentiallyConsistent) }
    set { time.store(newValue, ordering: .sequentiallyConsistent) }
  }
}
