import JSON
import Testing

import Diagnostics
import Layout
@testable import LayoutFile

@Suite struct PrinterTests {
  /// The excerpt of a line, with the text between `[` and `]` underlined.
  private static func excerpt(_ marked: String) -> [String] {
    let before = marked.prefix { $0 != "[" }
    let span = marked.dropFirst(before.count + 1).prefix { $0 != "]" }
    let text = marked.filter { $0 != "[" && $0 != "]" }
    let start = before.unicodeScalars.count
    let file = SourceFile(path: "a.yaml", bytes: Array("first\n\(text)\nlast".utf8))
    return DiagnosticPrinter.excerpt(file.span(6 + start..<6 + start + span.unicodeScalars.count))
  }

  @Test(
    "The underline is below the span on a terminal",
    arguments: [
      ("ab [cde] f", "ab cde f", "   ^~~"),
      ("[a]", "a", "^"),
      ("ab[]", "ab", "  ^"),
      // Two columns wide each.
      ("居間: [台所]", "居間: 台所", "      ^~~~"),
      ("🎚 [b]", "🎚 b", "  ^"),
      ("🔊 [b]", "🔊 b", "   ^"),
      // Zero width: a combining acute and a zero-width joiner.
      ("e\u{301}t [b]", "e\u{301}t b", "   ^"),
      // Shown by name: nothing in a file can control the terminal or be invisible.
      ("\t[b]", "<tab>b", "     ^"),
      ("a\u{1B}[[b]", "a<U+001B>b", "         ^"),
      ("a\u{202E}[b]", "a<U+202E>b", "         ^"),
      ("\u{200B}[\u{200B}]", "<U+200B><U+200B>", "        ^~~~~~~~"),
    ]) func underline(marked: String, source: String, underline: String)
  {
    let marked = marked == "a\u{1B}[[b]" ? "a\u{1B}[b]" : marked
    #expect(Self.excerpt(marked) == [source, underline])
  }

  @Test("A line of any length shows a short span in full, in at most 106 columns")
  func longLines() {
    for before in stride(from: 0, through: 5_000, by: 97) {
      for after in [0, 1, 50, 5_000] {
        let word = "wrong"
        let line =
          String(repeating: "a", count: before) + word + String(repeating: "b", count: after)
        let file = SourceFile(path: "", bytes: Array(line.utf8))
        let excerpt = DiagnosticPrinter.excerpt(file.span(before..<before + word.count))
        let (source, underline) = (Array(excerpt[0]), Array(excerpt[1]))
        #expect(source.count <= DiagnosticPrinter.excerptColumns + 6)
        let underlined = underline.indices.filter { underline[$0] != " " }.map { source[$0] }
        #expect(String(underlined) == word)
      }
    }
  }

  @Test("A span of several lines is underlined to the end of its first line") func severalLines() {
    let file = SourceFile(path: "", bytes: Array("a: [1,\n 2]\n".utf8))
    #expect(DiagnosticPrinter.excerpt(file.span(3..<10)) == ["a: [1,", "   ^~~"])
  }

  @Test("A blank or missing line has no excerpt") func blank() {
    let file = SourceFile(path: "", bytes: Array("a\n  \n".utf8))
    #expect(DiagnosticPrinter.excerpt(file.span(2..<2)) == [])
    #expect(DiagnosticPrinter.excerpt(file.span(5..<99)) == [])
  }

  @Test("At most 20 diagnostics are shown, in file order, and the others are counted") func cap() {
    let knobs = (0..<30).map { "  k\($0): {center: [400, 240], diameter: -1}\n" }.joined()
    let outcome = parse("version: 1\nknobs:\n\(knobs)extra: 1\n")
    #expect(outcome.layout == nil)
    #expect(outcome.diagnostics.map(\.span.start.line) == Array(3...22))
    #expect(outcome.omittedCount == 11)
    #expect(outcome.text.hasSuffix("\n... and 11 more\n"))
  }

  @Test("Diagnostics are printed as JSON for editors") func json() {
    let outcome = parse("version: 1\nknobs:\n  \"ä\\\\\": {diameter: 1}\n  \"ä\\\\\": {}\n")
    let json = DiagnosticPrinter.json(outcome.diagnostics)
    #expect(
      json.hasPrefix(
        """
        [
          {
            "file": "test.yaml",
            "line": 3,
            "column": 3,
            "endLine": 3,
            "endColumn": 8,
            "severity": "error",
            "message": "knob `ä\\\\` has no `center`",
            "hint": "add `center: [400, 240]`",
            "related": []
          },
        """))
    #expect(json.contains(#""related": ["#) && json.contains(#""message": "the first is here""#))
    #expect(DiagnosticPrinter.json([]) == "[]\n")
  }

  @Test("JSON text is escaped") func escapes() {
    let value = JSONValue.string("\"\\\n\t\u{1}\u{7F}\u{2028}é")
    #expect(value.line == #""\"\\\n\t\u0001\u007f\u2028é""#)
    #expect(JSONValue.array([1, 0.5, -3e20, true, .null]).line == "[1, 0.5, -3e+20, true, null]")
  }

  @Test(
    "A misspelt word suggests the closest one",
    arguments: [
      ("tapr", "taper"), ("TAPER", "taper"), ("tpaer", "taper"), ("diametre", "diameter"),
      ("unti", "unit"), ("trun", "turn"), ("vlaue", "value"), ("frequency", nil), ("x", nil),
      ("", nil), (String(repeating: "taper", count: 50), nil),
    ]) func spelling(typed: String, meant: String?)
  {
    let words = ["taper", "diameter", "unit", "turn", "value", "step"]
    #expect(Spelling.closest(to: typed, among: words) == meant)
  }
}
