/// A line of a file as people may see it: a mask stands in place of each secret.
struct ShownLine {
  /// The line with its masks.
  private(set) var scalars: [Unicode.Scalar] = []
  /// The number of scalars of the line in the file.
  private let count: Int
  /// What is hidden, in columns of the file from 0, and where its mask begins in `scalars`.
  private var masks: [(hidden: Range<Int>, start: Int)] = []

  /// - Parameters:
  ///   - line: The line in the file.
  ///   - hidden: The secrets in it, as indexes of the file, ascending.
  init(_ line: ArraySlice<Unicode.Scalar>, hiding hidden: [Range<Int>]) {
    count = line.count
    var index = line.startIndex
    for secret in hidden.map({ $0.clamped(to: line.indices) }) {
      scalars += line[index..<secret.lowerBound]
      let columns = secret.lowerBound - line.startIndex..<secret.upperBound - line.startIndex
      masks.append((columns, scalars.count))
      scalars += SecretText.mask.unicodeScalars
      index = secret.upperBound
    }
    scalars += line[index...]
  }

  /// The part of `scalars` that shows a span of the file; of a secret, the whole mask.
  ///
  /// - Parameter span: A place in the file that begins in this line.
  /// - Returns: The indexes; empty at the end of the line if the span is behind it.
  func range(of span: SourceSpan) -> Range<Int> {
    let first = min(span.start.column - 1, count)
    let last =
      span.end.line > span.start.line ? count : min(max(span.end.column - 1, first), count)
    let start = place(of: first, isEnd: false)
    return start..<max(start, place(of: last, isEnd: true))
  }

  private func place(of column: Int, isEnd: Bool) -> Int {
    let length = SecretText.mask.unicodeScalars.count
    var shift = 0
    for mask in masks
    where column > mask.hidden.lowerBound || (column == mask.hidden.lowerBound && !isEnd) {
      if column < mask.hidden.upperBound { return isEnd ? mask.start + length : mask.start }
      shift += length - mask.hidden.count
    }
    return column + shift
  }
}
