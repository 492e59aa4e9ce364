/// A line of a file for display: each secret is replaced by a mask.
struct ShownLine {
  /// Shown in place of any secret, regardless of its length.
  static let mask = "********"

  /// The line with its masks.
  private(set) var scalars: [Unicode.Scalar] = []
  /// The number of scalars of the line in the file.
  private let count: Int
  /// Each hidden range in file columns from 0, and the start of its mask in `scalars`.
  private var masks: [(hidden: Range<Int>, start: Int)] = []

  /// - Parameters:
  ///   - line: The line in the file.
  ///   - hidden: The secrets in the line, as ascending file indexes.
  init(_ line: ArraySlice<Unicode.Scalar>, hiding hidden: [Range<Int>]) {
    count = line.count
    var index = line.startIndex
    for secret in hidden.map({ $0.clamped(to: line.indices) }) {
      scalars += line[index..<secret.lowerBound]
      let columns = secret.lowerBound - line.startIndex..<secret.upperBound - line.startIndex
      masks.append((columns, scalars.count))
      scalars += Self.mask.unicodeScalars
      index = secret.upperBound
    }
    scalars += line[index...]
  }

  /// Returns the part of `scalars` that shows a span of the file; for a secret, the whole mask.
  ///
  /// - Parameter span: A span that begins in this line.
  /// - Returns: The indexes; empty at the end of the line if the span is after it.
  func range(of span: SourceSpan) -> Range<Int> {
    let first = min(span.start.column - 1, count)
    let last =
      span.end.line > span.start.line ? count : min(max(span.end.column - 1, first), count)
    let start = index(of: first, isEnd: false)
    return start..<max(start, index(of: last, isEnd: true))
  }

  private func index(of column: Int, isEnd: Bool) -> Int {
    let length = Self.mask.unicodeScalars.count
    var shift = 0
    for mask in masks
    where column > mask.hidden.lowerBound || (column == mask.hidden.lowerBound && !isEnd) {
      if column < mask.hidden.upperBound { return isEnd ? mask.start + length : mask.start }
      shift += length - mask.hidden.count
    }
    return column + shift
  }
}
