/// Lines that wait to be written, up to a number of bytes.
///
/// When the queue is full, the older half is dropped, because the newest lines are the most
/// relevant. A line longer than the limit is dropped itself, and no others.
struct LineQueue: Sendable {
  /// A queued line.
  struct Line: Sendable {
    /// Its bytes, with the line break.
    var bytes: [UInt8]
    /// The number of lines dropped since the previous line.
    var droppedBefore: Int
  }

  /// Oldest first.
  private(set) var lines: [Line] = []
  /// The number of lines dropped since the last of `lines`.
  private(set) var droppedCount = 0
  private var byteCount = 0
  private let byteLimit: Int

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Appends a line, or drops it if it alone is longer than the limit.
  mutating func append(_ bytes: [UInt8]) {
    guard bytes.count <= byteLimit else { return droppedCount += 1 }
    if byteCount + bytes.count > byteLimit { dropOldest(toFit: bytes.count) }
    lines.append(Line(bytes: bytes, droppedBefore: droppedCount))
    droppedCount = 0
    byteCount += bytes.count
  }

  private mutating func dropOldest(toFit added: Int) {
    let target = min(byteLimit / 2, byteLimit - added)
    var (count, dropped) = (0, 0)
    while count < lines.count, byteCount > target {
      byteCount -= lines[count].bytes.count
      dropped += lines[count].droppedBefore + 1
      count += 1
    }
    lines.removeFirst(count)
    if lines.isEmpty { droppedCount += dropped } else { lines[0].droppedBefore += dropped }
  }
}
