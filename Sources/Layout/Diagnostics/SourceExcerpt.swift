/// A few lines of a file around a location, for drawing: invisible characters are replaced by
/// visible text.
public struct SourceExcerpt: Hashable, Sendable {
  /// One of the surrounding lines.
  public struct Line: Hashable, Sendable {
    /// Line number, counted from 1.
    public var number: Int
    /// The printable text of the line, without its line break.
    public var text: String
  }

  /// The lines before the marked line.
  public var above: [Line]
  /// The lines after the marked line.
  public var below: [Line]
  /// The number of the marked line, from 1.
  public var number: Int
  /// The text before the span in the marked line.
  public var before: String
  /// The text of the span; empty if something is missing there.
  public var marked: String
  /// The text after the span in the marked line.
  public var after: String
}

extension SourceSpan {
  /// Returns the span's first line and the lines around it, each limited to a number of columns.
  ///
  /// Blank lines at both ends are omitted. Returns nil if the span is in a blank line.
  public func excerpt(linesAround: Int, columns: Int) -> SourceExcerpt? {
    let shown = file.shownLine(start.line)
    let line = shown.scalars
    guard line.contains(where: { $0 != " " }) else { return nil }
    let span = shown.range(of: self)
    let first = span.lowerBound
    let window = DiagnosticPrinter.window(of: line, around: span, columns: columns)
    let marked = first..<min(span.upperBound, max(window.upperBound, first))
    // Surrounding lines would not align with a line that is cut at its beginning.
    let count = window.lowerBound > 0 ? 0 : max(0, linesAround)
    let isCut = window.upperBound < line.count
    return SourceExcerpt(
      above: lines((start.line - count)..<start.line, columns: columns),
      below: lines((start.line + 1)..<(start.line + 1 + count), columns: columns),
      number: start.line,
      before: (window.lowerBound > 0 ? "..." : "")
        + VisibleText.printable(line[window.lowerBound..<first]),
      marked: VisibleText.printable(line[marked]),
      after: VisibleText.printable(
        line[marked.upperBound..<max(window.upperBound, marked.upperBound)])
        + (isCut ? "..." : ""))
  }

  private func lines(_ numbers: Range<Int>, columns: Int) -> [SourceExcerpt.Line] {
    let lines = numbers.compactMap { number -> SourceExcerpt.Line? in
      guard number >= 1, number <= file.lineCount else { return nil }
      let line = file.shownLine(number).scalars
      let window = DiagnosticPrinter.window(of: line, around: 0..<0, columns: columns)
      let text = VisibleText.printable(line[window]) + (window.upperBound < line.count ? "..." : "")
      return SourceExcerpt.Line(number: number, text: text)
    }
    let isBlank = { (line: SourceExcerpt.Line) in line.text.allSatisfy { $0 == " " } }
    return numbers.upperBound <= start.line
      ? Array(lines.drop(while: isBlank))
      : Array(lines.reversed().drop(while: isBlank).reversed())
  }
}
