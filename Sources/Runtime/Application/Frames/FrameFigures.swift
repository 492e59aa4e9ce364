internal import JSON

/// Counts frames and measures their drawing times and touch latencies.
struct FrameFigures {
  /// Since the start.
  private(set) var count = 0
  private var drawnMicroseconds: Int64 = 0
  private var longestMicroseconds: Int64 = 0
  /// The number of frames with touch samples, and the sum and maximum of the age of their oldest
  /// sample at commit.
  private var touchedCount = 0
  private var ageMicroseconds: Int64 = 0
  private var longestAgeMicroseconds: Int64 = 0
  /// Time of the oldest sample that no frame shows yet.
  private var oldestSample: Int64?

  mutating func sampled(atMicroseconds moment: Int64) {
    oldestSample = oldestSample ?? moment
  }

  mutating func committed(from start: Int64, to end: Int64) {
    count += 1
    drawnMicroseconds += end - start
    longestMicroseconds = max(longestMicroseconds, end - start)
    guard let sample = oldestSample else { return }
    oldestSample = nil
    let age = max(end - sample, 0)
    touchedCount += 1
    ageMicroseconds += age
    longestAgeMicroseconds = max(longestAgeMicroseconds, age)
  }

  /// The figures in milliseconds.
  var json: JSONValue {
    func mean(_ sum: Int64, _ count: Int) -> JSONValue {
      count == 0 ? .null : .number((Double(sum) / Double(count) / 10).rounded() / 100)
    }
    return [
      "count": .number(Double(count)), "drawing_mean_ms": mean(drawnMicroseconds, count),
      "drawing_longest_ms": mean(longestMicroseconds, 1),
      "touch_to_commit_mean_ms": mean(ageMicroseconds, touchedCount),
      "touch_to_commit_longest_ms": mean(longestAgeMicroseconds, 1),
    ]
  }
}
