/// The delay before the next attempt, which doubles each time up to a limit.
///
/// Each delay may be shortened randomly by up to a quarter, so that many panels do not all return
/// to a restarted server at the same moment.
public struct Backoff: Sendable {
  /// The first delay, in microseconds.
  public let firstMicroseconds: Int64
  /// The maximum delay, in microseconds.
  public let longestMicroseconds: Int64

  private var stepMicroseconds: Int64

  /// Starts with the shortest delay; both times are in microseconds.
  public init(firstMicroseconds: Int64 = 250_000, longestMicroseconds: Int64 = 10_000_000) {
    self.firstMicroseconds = firstMicroseconds
    self.longestMicroseconds = longestMicroseconds
    stepMicroseconds = firstMicroseconds
  }

  /// Returns the next delay in microseconds; `jitter` is 0 or a random number 0…1.
  public mutating func nextMicroseconds(jitter: Double = 0) -> Int64 {
    let step = stepMicroseconds
    stepMicroseconds = min(step * 2, longestMicroseconds)
    return step - Int64(Double(step) / 4 * min(max(jitter, 0), 1))
  }

  /// Resets the delay after success: the next failure starts from the shortest one.
  public mutating func reset() {
    stepMicroseconds = firstMicroseconds
  }

  /// Resets the delay after losing a connection that lasted for `duration` microseconds.
  ///
  /// Resets only if the connection lasted longer than the maximum delay, so that an unstable
  /// connection is not retried more and more often.
  public mutating func reset(afterMicroseconds duration: Int64) {
    if duration > longestMicroseconds { reset() }
  }
}
