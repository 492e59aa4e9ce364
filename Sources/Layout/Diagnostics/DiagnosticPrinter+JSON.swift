public import JSON

extension DiagnosticPrinter {
  /// Returns the diagnostics as a JSON array of objects with `file`, `line`, `column`, `endLine`,
  /// `endColumn`, `severity`, `message`, `hint` (null if there is none) and `related`.
  ///
  /// Lines and columns count from 1, columns in Unicode scalars; the end is exclusive.
  public static func json(_ diagnostics: [Diagnostic]) -> String { list(diagnostics).text }

  /// Returns the diagnostics as a JSON value; `name` maps paths to file names.
  public static func list(
    _ diagnostics: [Diagnostic], fileName name: (String) -> String = { $0 }
  ) -> JSONValue {
    .array(diagnostics.map { object($0, name) })
  }

  private static func object(_ diagnostic: Diagnostic, _ name: (String) -> String) -> JSONValue {
    .object(
      location(of: diagnostic.span, name) + [
        ("severity", .string(diagnostic.severity.rawValue)),
        ("message", .string(diagnostic.message)),
        ("hint", diagnostic.hint.map(JSONValue.string) ?? .null),
        (
          "related",
          .array(
            diagnostic.related.map { related in
              .object(location(of: related.span, name) + [("message", .string(related.message))])
            })
        ),
      ])
  }

  private static func location(
    of span: SourceSpan, _ name: (String) -> String
  ) -> [(String, JSONValue)] {
    [
      ("file", .string(name(span.file.path))),
      ("line", .number(Double(span.start.line))),
      ("column", .number(Double(span.start.column))),
      ("endLine", .number(Double(span.end.line))),
      ("endColumn", .number(Double(span.end.column))),
    ]
  }
}
