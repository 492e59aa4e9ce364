/// Splits a stream that arrives in portions of any size into lines, in bounded memory.
///
/// | # | line | result |
/// |---|---|---|
/// | 1 | of `byteLimit` bytes or fewer, without its end | returned, without a trailing CR |
/// | 2 | longer, complete or not | reported once, as soon as it is detected; its rest is skipped |
/// | 3 | empty | skipped |
///
/// Buffers a line and a portion at most, if portions are appended only while `hasLine` is false.
package struct LineBuffer {
  /// A line of the stream.
  package enum Line: Equatable {
    /// Its bytes.
    case text([UInt8])
    /// A line that was too long.
    case tooLong
  }

  private enum Found {
    case line(Range<Int>)
    case tooLong
  }

  private let byteLimit: Int
  private var bytes: [UInt8] = []
  /// Start of the line that is being searched for its end.
  private var start = 0
  /// Index of the first byte that was not searched.
  private var searched = 0
  /// Whether the rest of an overlong line is being skipped.
  private var isSkipping = false
  private var found: Found?

  /// - Parameter byteLimit: The maximum number of bytes in a line, without its end.
  package init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Whether `next` returns a line.
  package var hasLine: Bool { found != nil }

  /// The number of buffered bytes.
  package var byteCount: Int { bytes.count }

  /// Adds a portion of the stream.
  package mutating func append(_ portion: UnsafeRawBufferPointer) {
    bytes += portion
    if found == nil { search() }
  }

  /// Returns the next line; nil if there is none yet.
  package mutating func next() -> Line? {
    switch found {
    case nil: return nil
    case .tooLong:
      search()
      return .tooLong
    case .line(let range):
      let line = Array(bytes[range])
      search()
      return .text(line)
    }
  }

  private mutating func search() {
    found = nil
    while let end = bytes[searched...].firstIndex(of: UInt8(ascii: "\n")) {
      let line = start..<end
      (start, searched) = (end + 1, end + 1)
      if isSkipping {
        isSkipping = false
      } else if line.count > byteLimit {
        found = .tooLong
        return
      } else if let text = withoutReturn(line) {
        found = .line(text)
        return
      }
    }
    if bytes.count - start > byteLimit, !isSkipping {
      isSkipping = true
      found = .tooLong
    }
    bytes.consume(isSkipping ? bytes.count : start)
    (start, searched) = (0, bytes.count)
  }

  /// Returns a line without a trailing CR; nil if it is empty.
  private func withoutReturn(_ line: Range<Int>) -> Range<Int>? {
    var line = line
    if let last = line.last, bytes[last] == UInt8(ascii: "\r") { line = line.dropLast() }
    return line.isEmpty ? nil : line
  }
}
