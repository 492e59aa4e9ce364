internal import Linux

/// Schedules retries after repeated failures: ever later, until a connection has lasted.
///
/// A connection lost soon after it opened counts as one that never opened, so that a peer that
/// accepts and refuses in turn causes no more work than one that only refuses.
struct Retry {
  private var backoff = Backoff()
  private var openedAtMicroseconds: Int64?

  mutating func didOpen(atMicroseconds now: Int64) {
    openedAtMicroseconds = now
  }

  /// Returns the time of the next attempt after a failure or a loss now.
  ///
  /// - Parameters:
  ///   - now: The time of any clock, in microseconds.
  ///   - jitter: 0, or a random number 0…1 that makes the attempt somewhat earlier.
  /// - Returns: The time by the same clock.
  mutating func nextMicroseconds(now: Int64, jitter: Double = 0) -> Int64 {
    if let openedAtMicroseconds { backoff.reset(afterMicroseconds: now - openedAtMicroseconds) }
    openedAtMicroseconds = nil
    return now + backoff.nextMicroseconds(jitter: jitter)
  }

  /// Sets the alarm of the next attempt after a failure now, at a somewhat random time.
  mutating func set(_ alarm: Alarm?, now: Int64) {
    alarm?.set(atMicroseconds: nextMicroseconds(now: now, jitter: .random(in: 0...1)))
  }
}
