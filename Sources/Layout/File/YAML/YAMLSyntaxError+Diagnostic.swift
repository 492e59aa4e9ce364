internal import Diagnostics
internal import Layout
internal import YAML

extension YAMLSyntaxError {
  /// Returns the error in words for readers who do not know how YAML is parsed.
  func diagnostic(in file: SourceFile) -> Diagnostic {
    let index = min(index, file.scalars.count)
    let contextIndex = min(contextIndex, index)
    let here = file.span(index..<min(index + 1, file.scalars.count))
    let found = index < file.scalars.count ? file.scalars[index] : nil
    let opening = file.span(contextIndex..<min(contextIndex + 1, file.scalars.count))

    func error(_ message: String, at span: SourceSpan, _ hint: String, _ note: String? = nil)
      -> Diagnostic
    {
      let related = note.map { [Diagnostic.Related(span: opening, message: $0)] } ?? []
      return Diagnostic(.error, message, at: span, hint: hint, related: related)
    }

    if found == "\t" || problem.hasPrefix("found a tab character") {
      let tab = file.scalars[..<min(index + 1, file.scalars.count)].lastIndex(of: "\t") ?? index
      return error(
        "a tab is not valid here; YAML indents with spaces", at: file.span(tab..<tab + 1),
        "replace the tab with spaces, two for each level")
    }
    if let comment = commentInBrackets(before: index, in: file) { return comment }
    switch problem {
    case "found unexpected end of stream" where context.hasSuffix("quoted scalar"),
      "found unexpected document indicator" where context.hasSuffix("quoted scalar"):
      return error(
        "the text that begins with this quote never ends", at: opening,
        "add the missing quote at the end of the text")
    case "found character that cannot start any token":
      let shown = found.map { VisibleText.quoted(String(Character($0))) } ?? "this"
      return error(
        "text cannot begin with \(shown)", at: here,
        "put the text in quotes, as in \"\(found.map { String(Character($0)) } ?? "")\"")
    case "mapping values are not allowed in this context":
      return strayColon(at: index, in: file)
    case "could not find expected ':'":
      return error(
        "this is not a `key: value` line", at: file.lineSpan(from: contextIndex),
        "add the missing `:` after the key, or put text of several lines in quotes")
    case "did not find expected key" where !file.isFirstInLine(index):
      return error(
        "this is not valid after a complete value", at: here,
        "put the whole value in one pair of quotes, or begin a new line")
    case "did not find expected key" where context.hasSuffix("block mapping"):
      return error(
        "the indentation of this line does not match the lines above it", at: here,
        "keys of one level begin in the same column", "these keys begin here")
    case "did not find expected '-' indicator":
      return error(
        "the indentation of this line does not match the list above it", at: here,
        "items of one list begin with a `-` in the same column", "the list begins here")
    case "block sequence entries are not allowed in this context":
      return error(
        "a list item is not valid here", at: here,
        "begin the list on a line of its own; put text that begins with `- ` in quotes")
    case "did not find expected ',' or ']'", "did not find expected ',' or '}'":
      let bracket = problem.hasSuffix("']'") ? "]" : "}"
      if opening.start.line < here.start.line {
        return Diagnostic(
          .error, "this bracket is not closed", at: opening,
          hint: "add the missing `\(bracket)`",
          related: [.init(span: here, message: "noticed here")])
      }
      if found == "{" {
        return error(
          "a brace is not valid inside brackets", at: here,
          "put the whole text in quotes, as in \"Channel {n}\"", "the bracket opens here")
      }
      return error(
        "a `,` or `\(bracket)` is missing before this", at: here,
        "separate values with `,` and close the bracket with `\(bracket)`", "it opens here")
    case "did not find expected node content":
      return error(
        "a value is missing before this", at: here, "write the value, or remove the comma")
    case "found unknown escape character":
      return error(
        "`\\` and this character are not an escape sequence", at: here,
        "write `\\\\` for a backslash, or put the text in single quotes")
    case "did not find expected alphabetic or numeric character":
      let text = file.value(from: contextIndex)
      return error(
        "text cannot begin with `*` or `&`, which stand for anchors", at: opening,
        "put it in quotes, as in \"\(VisibleText.printable(text))\"")
    case "did not find expected <document start>":
      return error(
        "there is text after the end of the layout", at: here,
        "are the keys of one level in the same column? A line `...` ends the layout")
    case "found incompatible YAML document":
      return error(
        "this file declares a YAML version other than 1", at: opening,
        "remove the line with `%YAML`")
    default:
      let reading = context.isEmpty ? "" : " \(context)"
      return error(
        "this is not YAML: \(problem)\(reading)", at: here,
        "compare this line with its neighbours; put text with special characters in quotes")
    }
  }

  /// Returns an error for a `#` that hides a closing bracket; nil if there is none.
  private func commentInBrackets(before index: Int, in file: SourceFile) -> Diagnostic? {
    let last = file.location(at: index).line
    for number in stride(from: last, through: max(1, last - 2), by: -1) {
      guard let start = file.startOfTextLikeComment(inLine: number) else { continue }
      let line = file.line(number)
      let before = line[..<start]
      let depth = before.reduce(0) { depth, scalar in
        "[{".unicodeScalars.contains(scalar)
          ? depth + 1 : "]}".unicodeScalars.contains(scalar) ? depth - 1 : depth
      }
      guard depth > 0, start < index else { continue }
      let text = VisibleText.printable(
        line[start...].prefix { !" ,]}".unicodeScalars.contains($0) })
      return Diagnostic(
        .error, "`#` begins a comment here, so the rest of the line is ignored",
        at: file.span(start..<line.endIndex),
        hint: "put it in quotes: \"\(text)\"")
    }
    return nil
  }

  /// Returns an error for a `:` where no key can be: in a text, or after a malformed line.
  private func strayColon(at index: Int, in file: SourceFile) -> Diagnostic {
    let span = file.span(index..<min(index + 1, file.scalars.count))
    let lineStart = index - (span.start.column - 1)
    let message = "a `:` is not valid here"
    if file.scalars[lineStart..<index].contains(":") {
      return Diagnostic(
        .error, message, at: span,
        hint: "put text in which a space follows a `:` in quotes")
    }
    var above = span.start.line - 1
    while above > 0, file.line(above).allSatisfy({ $0 == " " }) { above -= 1 }
    let line = file.line(above)
    guard let first = line.firstIndex(where: { $0 != " " }), let last = line.last, last != ":"
    else {
      return Diagnostic(.error, message, at: span, hint: "is the indentation of this line wrong?")
    }
    return Diagnostic(
      .error, message, at: span,
      hint: line.contains(":")
        ? "each `:` after a key needs a space after it; is that missing in the line above?"
        : "is a `:` missing in the line above?",
      related: [.init(span: file.span(first..<line.endIndex), message: "the line above")])
  }
}

extension SourceFile {
  /// Whether only spaces precede a scalar in its line.
  fileprivate func isFirstInLine(_ index: Int) -> Bool {
    let column = location(at: index).column
    return scalars[(index - column + 1)..<min(index, scalars.count)].allSatisfy { $0 == " " }
  }

  /// Returns the text from a scalar to the end of the value.
  fileprivate func value(from index: Int) -> String {
    let text = scalars[min(index, scalars.count)...].prefix {
      !"\n\r,]}".unicodeScalars.contains($0)
    }
    return String(String.UnicodeScalarView(text))
  }

  /// Returns the span from a scalar to the end of its line.
  fileprivate func lineSpan(from index: Int) -> SourceSpan {
    let start = location(at: index)
    var span = span(index..<index)
    span.end.column = max(start.column, line(start.line).count + 1)
    return span
  }
}
