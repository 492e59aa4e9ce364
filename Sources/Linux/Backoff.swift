/// How long to wait before the next attempt: twice as long each time, up to a limit.
///
/// Each wait may be shortened by up to a quarter at random, so that many panels do not all return
/// to a restarted server in the same moment.
public struct Backoff: Sendable {
  /// The first wait, in microseconds.
  public let firstMicroseconds: Int64
  /// The upper limit of a wait, in microseconds.
  public let longestMicroseconds: Int64

  private var stepMicroseconds: Int64

  /// Starts with the shortest wait; both times are in microseconds.
  public init(firstMicroseconds: Int64 = 250_000, longestMicroseconds: Int64 = 10_000_000) {
    self.firstMicroseconds = firstMicroseconds
    self.longestMicroseconds = longestMicroseconds
    stepMicroseconds = firstMicroseconds
  }

  /// The next wait in microseconds; `jitter` is 0, or a random number 0…1.
  public mutating func nextMicroseconds(jitter: Double = 0) -> Int64 {
    let step = stepMicroseconds
    stepMicroseconds = min(step * 2, longestMicroseconds)
    return step - Int64(Double(step) / 4 * min(max(jitter, 0), 1))
  }

  /// After success: the next failure starts from the shortest wait.
  public mutating func reset() {
    stepMicroseconds = firstMicroseconds
  }

  /// Resets the wait after a lost connection that had lasted for `duration` microseconds.
  ///
  /// Starts from the shortest wait only if the connection lasted longer than the longest wait, so
  /// that an unstable connection is not retried ever faster.
  public mutating func reset(afterMicroseconds duration: Int64) {
    if duration > longestMicroseconds { reset() }
  }
}
