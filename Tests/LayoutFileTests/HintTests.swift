import Diagnostics
import Layout
import Testing

@testable import LayoutFile

/// Hints that contain a replacement for what the diagnostic points at, in all cases of `Bad`.
@Suite struct HintTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var layout: ErrorCase
    var message: String
    var line: Int
    var hint: String
    /// The layout with the replacement.
    var corrected: [UInt8]
    var testDescription: String { "\(layout.name): \(hint)" }
  }

  private static func parse(_ bytes: [UInt8], _ name: String) -> LayoutReader.Outcome {
    LayoutReader.parse(
      bytes: bytes, path: "\(name).yaml", environment: ErrorCaseTests.environment)
  }

  static let cases = ErrorCaseTests.cases.flatMap { row -> [Case] in
    let text = String(decoding: row.bytes, as: UTF8.self)
    return parse(row.bytes, row.name).diagnostics.compactMap { diagnostic in
      guard let hint = diagnostic.hint, let replacement = replacement(in: hint),
        diagnostic.span.file.path == "\(row.name).yaml",
        let corrected = text.replacing(diagnostic.span, with: replacement)
      else { return nil }
      return Case(
        layout: row, message: diagnostic.message, line: diagnostic.span.start.line, hint: hint,
        corrected: Array(corrected.utf8))
    }
  }

  /// Returns the value of "write 0.5, with a point", the word of "did you mean `fill`?", and so on.
  private static func replacement(in hint: String) -> String? {
    for pattern in [
      #/write (".*"|\[[^\]]*\]|`\S+`|[^\s`]+)(?:, with a point.*| without a unit|; .*)?/#,
      #/remove the quotes: (.+)/#, #/did you mean (`.+`)\?/#,
    ] {
      guard let match = try? pattern.wholeMatch(in: hint) else { continue }
      return match.output.1.first == "`"
        ? String(match.output.1.dropFirst().dropLast()) : String(match.output.1)
    }
    return nil
  }

  @Test func thereAreMany() { #expect(Self.cases.count >= 40) }

  @Test("With the value of its hint, an error is gone", arguments: cases)
  func hintIsRight(row: Case) {
    let before = Self.parse(row.layout.bytes, row.layout.name).diagnostics
    let after = Self.parse(row.corrected, row.layout.name).diagnostics
    func count(_ diagnostics: [Diagnostic]) -> Int {
      diagnostics.count { $0.message == row.message && $0.span.start.line == row.line }
    }
    #expect(count(after) < count(before), "\(after.map(\.message))")
  }

  @Test(
    "A number with its unit has a hint that means the same",
    arguments: [
      ("return: {after: 2 minutes}", "write 2min"), ("return: {after: 2m}", "write 2min"),
      ("return: {after: 90 sec}", "write 90s"), ("return: {after: 0.5 hours}", "write 30min"),
      ("return: {after: 1d}", "write 24h"), ("hold: 1.5msec", "write 0.0015s"),
      ("return: {after: 2 weeks}", "the units are ms, s, min and h; a number alone is seconds"),
      ("range: [20, 20k]", "write 20000"), ("range: [0, 1.5M]", "write 1500000"),
      ("step: 1dB", "write 1 without a unit"), ("step: 3,5", "write 3.5, with a point"),
    ])
  func hintMeansTheSame(keys: String, hint: String) {
    let layout =
      "version: 1\nknobs:\n  a:\n    center: [400, 240]\n    diameter: 200\n    default: 20\n    \(keys)\n"
    let diagnostics = Self.parse(Array(layout.utf8), "a").diagnostics
    #expect(diagnostics.first?.hint == hint)
  }
}

extension String {
  /// Returns the text with the characters of a span replaced; nil for a span of several lines.
  fileprivate func replacing(_ span: SourceSpan, with replacement: String) -> String? {
    guard span.start.line == span.end.line, span.start < span.end else { return nil }
    var lines = split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard span.start.line <= lines.count else { return nil }
    let scalars = Array(lines[span.start.line - 1].unicodeScalars)
    guard span.end.column - 1 <= scalars.count else { return nil }
    var line = String.UnicodeScalarView(scalars[..<(span.start.column - 1)])
    line.append(contentsOf: replacement.unicodeScalars)
    line.append(contentsOf: scalars[(span.end.column - 1)...])
    lines[span.start.line - 1] = String(line)
    return lines.joined(separator: "\n")
  }
}
