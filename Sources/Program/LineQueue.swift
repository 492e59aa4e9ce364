/// Lines that wait until they can be written, at most so many bytes of them.
///
/// When there is no room for another one, the older half is dropped: the newest lines say how things
/// are now. A line that alone is longer than the limit is dropped itself, and no other for it.
struct LineQueue: Sendable {
  /// A line that waits.
  struct Line: Sendable {
    /// Its bytes, with the line break.
    var bytes: [UInt8]
    /// How many lines were dropped since the line before.
    var droppedBefore: Int
  }

  /// Oldest first.
  private(set) var lines: [Line] = []
  /// How many lines were dropped since the last of `lines`.
  private(set) var droppedCount = 0
  private var byteCount = 0
  private let byteLimit: Int

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Appends a line, which is dropped itself if it alone is longer than the limit.
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
