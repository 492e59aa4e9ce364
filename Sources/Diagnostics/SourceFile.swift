/// The text of one file and where its lines begin; shared by all spans that point into it.
///
/// Lines end with LF, CR LF or CR. A byte-order mark is not part of the text. Bytes that are not
/// UTF-8 read as U+FFFD here, so that messages about them can show their line.
public final class SourceFile: Sendable {
  /// As messages name it; the file is not opened through this.
  public let path: String
  /// Which of a layout's files this is, from 0: what messages are ordered by.
  public let order: Int
  public let scalars: [Unicode.Scalar]
  /// Indexes into `scalars`, ascending; the first is 0.
  private let lineStarts: [Int]

  public init(path: String, bytes: [UInt8], order: Int = 0) {
    self.path = path
    self.order = order
    var text = bytes[...]
    if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
    scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    var starts = [0]
    for index in scalars.indices {
      let isReturnOfPair =
        scalars[index] == "\r" && index + 1 < scalars.count && scalars[index + 1] == "\n"
      if scalars[index].isLineBreak && !isReturnOfPair { starts.append(index + 1) }
    }
    lineStarts = starts
  }

  /// The line and column of a scalar; an index beyond the text stands at its end.
  public func location(at index: Int) -> SourceLocation {
    let index = min(max(index, 0), scalars.count)
    var low = 0
    var high = lineStarts.count
    while high - low > 1 {
      let middle = (low + high) / 2
      if lineStarts[middle] <= index { low = middle } else { high = middle }
    }
    return SourceLocation(line: low + 1, column: index - lineStarts[low] + 1)
  }

  public func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(
      file: self, start: location(at: range.lowerBound), end: location(at: range.upperBound))
  }

  public var lineCount: Int { lineStarts.count }

  /// A line, counted from 1, without its break; empty if there is no such line.
  public func line(_ number: Int) -> ArraySlice<Unicode.Scalar> {
    guard number >= 1, number <= lineStarts.count else { return [] }
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] : scalars.count
    while end > start, scalars[end - 1].isLineBreak { end -= 1 }
    return scalars[start..<end]
  }
}

/// A stretch of a file, from its first character to the one after its last.
public struct SourceSpan: Sendable {
  public var file: SourceFile
  public var start: SourceLocation
  /// Exclusive; equal to `start` where something is missing.
  public var end: SourceLocation

  public init(file: SourceFile, start: SourceLocation, end: SourceLocation) {
    self.file = file
    self.start = start
    self.end = end
  }
}

extension SourceSpan {
  public func contains(_ other: SourceSpan) -> Bool {
    file === other.file && start <= other.start && other.end <= end
  }
}

/// A place in a layout file; both count from 1, columns in Unicode scalars.
public struct SourceLocation: Hashable, Sendable {
  public var line: Int
  public var column: Int

  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension SourceLocation: Comparable {
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension Unicode.Scalar {
  fileprivate var isLineBreak: Bool { self == "\n" || self == "\r" }
}
