internal import Synchronization

/// The text of a file and the positions of its lines; shared by all spans in the file.
///
/// Lines end with LF, CR LF or CR. A byte-order mark is not part of the text. Bytes that are not
/// UTF-8 are replaced by U+FFFD, so that messages can show their line.
public final class SourceFile: Sendable {
  /// The path for messages; not used to open the file.
  public let path: String
  /// The index of the file within its layout, from 0; messages are sorted by it.
  public let order: Int
  /// The text as Unicode scalars, without a byte-order mark.
  public let scalars: [Unicode.Scalar]
  /// Indexes into `scalars`, ascending; the first is 0.
  private let lineStarts: [Int]
  /// Nil until first needed: most files have no diagnostics.
  private let foundSecrets = Mutex<[Range<Int>]?>(nil)

  /// Creates a file from its contents.
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

  /// Returns the line and column of a scalar; clamps an index outside the text.
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

  /// Returns the span of a range of indexes into `scalars`.
  public func span(_ range: Range<Int>) -> SourceSpan {
    SourceSpan(
      file: self, start: location(at: range.lowerBound), end: location(at: range.upperBound))
  }

  /// The number of lines; at least 1.
  public var lineCount: Int { lineStarts.count }

  /// Returns a line, counted from 1, without its line break; empty if there is no such line.
  ///
  /// Includes secrets; for display, use `shownLine(_:)`.
  public func line(_ number: Int) -> ArraySlice<Unicode.Scalar> {
    scalars[range(ofLine: number)]
  }

  private func range(ofLine number: Int) -> Range<Int> {
    guard number >= 1, number <= lineStarts.count else { return 0..<0 }
    let start = lineStarts[number - 1]
    var end = number < lineStarts.count ? lineStarts[number] : scalars.count
    while end > start, scalars[end - 1].isLineBreak { end -= 1 }
    return start..<end
  }

  /// Returns the line with a mask in place of each secret.
  func shownLine(_ number: Int) -> ShownLine {
    let range = range(ofLine: number)
    return ShownLine(scalars[range], hiding: secrets.filter(range.overlaps))
  }

  /// The indexes of the secrets, ascending and disjoint.
  var secrets: [Range<Int>] {
    foundSecrets.withLock { found in
      let secrets =
        found
        ?? SecretLines.hidden(in: scalars, lines: (1...lineCount).map { range(ofLine: $0) })
      found = secrets
      return secrets
    }
  }

  /// Returns the indexes of a span in `scalars`.
  func range(of span: SourceSpan) -> Range<Int> {
    index(of: span.start)..<max(index(of: span.start), index(of: span.end))
  }

  private func index(of location: SourceLocation) -> Int {
    let line = min(max(location.line, 1), lineCount)
    return min(lineStarts[line - 1] + location.column - 1, scalars.count)
  }
}

/// A range of characters in a file.
public struct SourceSpan: Sendable {
  /// The file that contains the span.
  public var file: SourceFile
  /// The position of the first character.
  public var start: SourceLocation
  /// The position after the last character; equal to `start` if something is missing there.
  public var end: SourceLocation

  /// Creates a span from two positions in a file.
  public init(file: SourceFile, start: SourceLocation, end: SourceLocation) {
    self.file = file
    self.start = start
    self.end = end
  }
}

extension SourceSpan {
  /// Whether the other span is in the same file and completely within this one.
  public func contains(_ other: SourceSpan) -> Bool {
    file === other.file && start <= other.start && other.end <= end
  }
}

/// A position in a file; lines and columns count from 1, columns in Unicode scalars.
public struct SourceLocation: Hashable, Sendable {
  /// Line number, from 1.
  public var line: Int
  /// Column number in Unicode scalars, from 1.
  public var column: Int

  /// Creates a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

extension SourceLocation: Comparable {
  /// Whether the left position is before the right one.
  public static func < (left: SourceLocation, right: SourceLocation) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}

extension Unicode.Scalar {
  fileprivate var isLineBreak: Bool { self == "\n" || self == "\r" }
}
