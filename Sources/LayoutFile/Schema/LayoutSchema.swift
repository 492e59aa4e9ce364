internal import JSON

/// The language of layout files as data for other programs.
public enum LayoutSchema {
  /// A JSON Schema (draft 2020-12) for editors: keys, types and single values.
  ///
  /// What keys mean for each other, such as a default outside of its range, only `parse` finds.
  public static var json: String {
    let head: [(key: String, value: JSONValue)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", .string("knobpanel layout, version \(LayoutFile.version)")),
    ]
    var definitions: [(key: String, value: JSONValue)] = []
    let layout = LayoutTables.layout.schema.hoisted(&definitions)
    return JSONValue.object(head).adding(layout.pairs)
      .adding([("$defs", .object(definitions))]).text
  }

  /// Every key with what it expects, as tables in Markdown.
  public static var markdown: String {
    table(of: LayoutTables.layout.keys, path: [])
  }

  private static func table(of keys: [KeyDescription], path: [String]) -> String {
    var text = "### \(path.isEmpty ? "The file" : "`\(path.joined(separator: "."))`")\n\n"
    text += "| key | expects | if left out | meaning |\n|---|---|---|---|\n"
    for key in keys {
      let fallback = key.isRequired ? "**required**" : key.fallback.map { "`\($0)`" } ?? ""
      text += "| `\(key.key)` | \(cell(key.expectation)) | \(fallback) | \(cell(key.summary)) |\n"
    }
    for key in keys where !key.keys.isEmpty {
      text += "\n" + table(of: key.keys, path: path + [key.key])
    }
    return text
  }

  private static func cell(_ text: String) -> String {
    text.reduce(into: "") { $0 += $1 == "|" ? "\\|" : String($1) }
  }
}

extension JSONValue {
  fileprivate var pairs: [(key: String, value: JSONValue)] {
    if case .object(let pairs) = self { pairs } else { [] }
  }
}
