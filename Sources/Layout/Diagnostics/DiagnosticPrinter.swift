/// Formats diagnostics for people and editors.
///
/// As text, one looks like this:
/// ```
/// hall.yaml:9:5: error: a knob has no key `tapr`
///     tapr: log
///     ^~~~
///   hint: did you mean `taper`?
/// ```
public enum DiagnosticPrinter {
  /// The maximum width of an excerpt in terminal columns; text further from the span is cut.
  public static let excerptColumns = 100

  /// Returns the full text of the diagnostics, with a final line break unless there are none.
  public static func text(_ diagnostics: [Diagnostic], omittedCount: Int = 0) -> String {
    var lines = diagnostics.flatMap(lines(of:))
    if omittedCount > 0 { lines.append("... and \(omittedCount) more") }
    return lines.reduce(into: "") { $0 += $1 + "\n" }
  }

  /// Returns the first line only: `file:line:column: error: message`.
  public static func headline(_ diagnostic: Diagnostic) -> String {
    "\(location(diagnostic.span)): \(diagnostic.severity.rawValue): "
      + VisibleText.printable(diagnostic.message)
  }

  private static func lines(of diagnostic: Diagnostic) -> [String] {
    var lines = [headline(diagnostic)]
    lines += excerpt(diagnostic.span)
    if let hint = diagnostic.hint { lines.append("  hint: \(VisibleText.printable(hint))") }
    for related in diagnostic.related {
      lines.append("\(location(related.span)): note: \(related.message)")
      lines += excerpt(related.span)
    }
    return lines
  }

  private static func location(_ span: SourceSpan) -> String {
    "\(VisibleText.printable(span.file.path)):\(span.start.line):\(span.start.column)"
  }

  /// Returns the span's first line and a line that underlines the span; empty if the line is blank.
  public static func excerpt(_ span: SourceSpan) -> [String] {
    let shown = span.file.shownLine(span.start.line)
    let line = shown.scalars
    guard line.contains(where: { $0 != " " }) else { return [] }
    let range = shown.range(of: span)
    let (start, end) = (range.lowerBound, range.upperBound)
    let window = window(of: line, around: range, columns: excerptColumns)

    var source = window.lowerBound > 0 ? "..." : ""
    var underline = window.lowerBound > 0 ? "   " : ""
    for index in window {
      source += VisibleText.shown(line[index])
      let mark: Character = index == start ? "^" : index > start && index < end ? "~" : " "
      let columns = VisibleText.columns(line[index])
      if mark == "^" {
        underline += "^" + String(repeating: "~", count: max(0, columns - 1))
      } else {
        underline += String(repeating: mark, count: columns)
      }
    }
    if start >= window.upperBound { underline += "^" }
    if window.upperBound < line.count { source += "..." }
    while underline.last == " " { underline.removeLast() }
    return [source, underline]
  }

  /// Returns the part of a line to show: the whole line if it fits, else the span and some context.
  public static func window(
    of line: [Unicode.Scalar], around span: Range<Int>, columns limit: Int
  ) -> Range<Int> {
    // Zero-width scalars could make the excerpt arbitrarily long.
    let maximumScalars = 4 * limit
    func columns(_ range: Range<Int>) -> Int {
      line[range].reduce(0) { $0 + VisibleText.columns($1) }
    }
    if line.count <= maximumScalars, columns(line.indices) <= limit {
      return line.indices
    }
    var low = span.lowerBound
    var high = span.lowerBound
    var used = 0
    func include(_ index: Int) -> Bool {
      used += VisibleText.columns(line[index])
      return used <= limit && high - low < maximumScalars
    }
    // A third of the width for the text before the span, the rest for the span and the text after
    // it.
    while low > 0, used < limit / 3, include(low - 1) { low -= 1 }
    while high < line.count, include(high) { high += 1 }
    return low..<high
  }
}
