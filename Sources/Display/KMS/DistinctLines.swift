/// Tells lines that are new from those that were there before, so that attempts that repeat fill no
/// log.
struct DistinctLines {
  /// Far more than one search has; beyond it lines count as new again.
  private static let limit = 1024
  private var lines: Set<String> = []

  /// Notes a line; false if it was noted since the last `removeAll`.
  mutating func insert(_ line: String) -> Bool {
    if lines.count >= Self.limit { lines.removeAll() }
    return lines.insert(line).inserted
  }

  mutating func removeAll() {
    lines.removeAll()
  }
}
