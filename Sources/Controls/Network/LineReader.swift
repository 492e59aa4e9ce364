internal import Linux

/// Splits the bytes of a stream into lines; keeps no more of them than one line may have.
struct LineReader {
  enum Line: Equatable {
    /// Without its end: LF, or CR and LF.
    case text([UInt8])
    /// A line that was too long to be kept.
    case long(byteCount: Int)
  }

  /// The most bytes of a line.
  let byteLimit: Int
  private var bytes: [UInt8] = []
  /// Where the next line begins.
  private var start = 0
  /// Up to here there is no end of a line.
  private var searched = 0
  /// The bytes that were dropped of a line that is too long.
  private var droppedByteCount = 0

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  mutating func append(_ portion: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: portion)
  }

  /// Removes the next line; nil if its end has not come.
  mutating func next() -> Line? {
    guard let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) else {
      searched = bytes.count
      compact()
      return nil
    }
    defer {
      start = end + 1
      searched = start
      droppedByteCount = 0
    }
    let count = droppedByteCount + end - start
    guard count <= byteLimit else { return .long(byteCount: count) }
    let isReturn = end > start && bytes[end - 1] == UInt8(ascii: "\r")
    return .text(Array(bytes[start..<(isReturn ? end - 1 : end)]))
  }

  /// Makes room: removes the lines that were taken, and what there is of one that is too long.
  private mutating func compact() {
    let isLong = droppedByteCount > 0 || bytes.count - start > byteLimit
    if isLong { droppedByteCount += bytes.count - start }
    bytes.consume(isLong ? bytes.count : start)
    (start, searched) = (0, bytes.count)
  }
}
