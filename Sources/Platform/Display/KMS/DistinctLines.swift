/// Recognises repeated lines, so that repeated attempts do not fill the log.
struct DistinctLines {
  /// Far more than one search logs; beyond it, lines count as new again.
  private static let limit = 1024
  private var lines: Set<String> = []

  /// Records a line; returns false if it was already recorded since the last `removeAll`.
  mutating func insert(_ line: String) -> Bool {
    if lines.count >= Self.limit { lines.removeAll() }
    return lines.insert(line).inserted
  }

  mutating func removeAll() {
    lines.removeAll()
  }
}
