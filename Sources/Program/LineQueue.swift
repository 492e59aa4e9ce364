/// Lines that wait until they can be written, at most so many bytes of them.
///
/// When there is no room for another one, the older half is dropped: the newest lines say how things
/// are now.
struct LineQueue: Sendable {
  /// Each with its line break, oldest first.
  private(set) var lines: [[UInt8]] = []
  /// How many lines were dropped before the first of `lines`.
  private(set) var droppedCount = 0
  private var byteCount = 0
  private let byteLimit: Int

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Appends a line, which is dropped itself if it alone is longer than the limit.
  mutating func append(_ line: [UInt8]) {
    if byteCount + line.count > byteLimit { dropOldest(toFit: line.count) }
    guard line.count <= byteLimit else { return droppedCount += 1 }
    lines.append(line)
    byteCount += line.count
  }

  private mutating func dropOldest(toFit added: Int) {
    let target = min(byteLimit / 2, byteLimit - added)
    var count = 0
    while count < lines.count, byteCount > target {
      byteCount -= lines[count].count
      count += 1
    }
    lines.removeFirst(count)
    droppedCount += count
  }
}
