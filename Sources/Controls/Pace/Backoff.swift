/// How long to wait before trying again: 0.25 s, then twice as long each time, 10 s at most.
///
/// Each wait is shortened by up to a quarter at random, so that the panels of a house do not all
/// come back to a restarted server in the same moment.
struct Backoff {
  static let firstMicroseconds: Int64 = 250_000
  static let longestMicroseconds: Int64 = 10_000_000

  private var stepMicroseconds = firstMicroseconds

  /// The next wait; `jitter` is a random number 0…1.
  mutating func nextMicroseconds(jitter: Double) -> Int64 {
    let step = stepMicroseconds
    stepMicroseconds = min(step * 2, Backoff.longestMicroseconds)
    return step - Int64(Double(step) / 4 * min(max(jitter, 0), 1))
  }

  /// It worked; the next failure starts from the shortest wait.
  mutating func reset() {
    stepMicroseconds = Backoff.firstMicroseconds
  }
}
