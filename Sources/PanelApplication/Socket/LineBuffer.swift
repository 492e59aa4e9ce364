internal import Linux

/// Takes lines apart that come in portions of any size, in bounded memory.
///
/// | # | a line | result |
/// |---|---|---|
/// | 1 | of `byteLimit` bytes or fewer, without its end | given as it is, without a CR at its end |
/// | 2 | longer, whether its end has come or not | told once, as soon as that is known; its rest is skipped |
/// | 3 | empty | skipped |
///
/// What is kept is a line and a portion at most, if portions are appended only while `hasLine` is false.
struct LineBuffer {
  enum Line: Equatable {
    case text([UInt8])
    case tooLong
  }

  private enum Found {
    case line(Range<Int>)
    case tooLong
  }

  private let byteLimit: Int
  private var bytes: [UInt8] = []
  /// Where the line begins that is searched for its end.
  private var start = 0
  /// The bytes before this one were searched.
  private var searched = 0
  /// Whether the rest of a line that is too long is skipped.
  private var isSkipping = false
  private var found: Found?

  /// - Parameter byteLimit: The most bytes of a line, without its end.
  init(byteLimit: Int) {
    self.byteLimit = byteLimit
  }

  /// Whether `next` gives something.
  var hasLine: Bool { found != nil }

  /// How many bytes wait.
  var byteCount: Int { bytes.count }

  mutating func append(_ portion: some Collection<UInt8>) {
    bytes += portion
    if found == nil { search() }
  }

  /// The next line; nil if it has not come yet.
  mutating func next() -> Line? {
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

  /// A line without a CR at its end; nil if it is empty.
  private func withoutReturn(_ line: Range<Int>) -> Range<Int>? {
    var line = line
    if let last = line.last, bytes[last] == UInt8(ascii: "\r") { line = line.dropLast() }
    return line.isEmpty ? nil : line
  }
}
