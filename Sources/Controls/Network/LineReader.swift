internal import Linux

/// Splits the bytes of a stream into lines, without their ends: LF, or CR and LF.
struct LineReader: MessageReader {
  /// The size limit of a line, in bytes.
  let byteLimit: Int
  private var bytes: [UInt8] = []
  /// The start of the next line.
  private var start = 0
  /// The end of the bytes already searched for a line end.
  private var searched = 0
  /// The number of bytes dropped of a line that is too long.
  private var droppedByteCount = 0

  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  mutating func append(_ portion: UnsafeRawBufferPointer) {
    bytes.append(contentsOf: portion)
  }

  /// Removes and returns the next line; nil if its end has not arrived.
  mutating func next() -> ReceivedMessage? {
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

  /// Removes the lines already returned, and the bytes of a line that is too long.
  private mutating func compact() {
    let isLong = droppedByteCount > 0 || bytes.count - start > byteLimit
    if isLong { droppedByteCount += bytes.count - start }
    bytes.consume(isLong ? bytes.count : start)
    (start, searched) = (0, bytes.count)
  }
}
