internal import JSON
internal import Layout

/// The language of layout files as data for other programs.
public enum LayoutSchema {
  /// A JSON Schema (draft 2020-12) for editors: keys, types and single values.
  ///
  /// What keys mean for each other, such as a default outside of its range, only `parse` finds.
  public static var json: String {
    let head: [(key: String, value: JSONValue)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", .string("knobpanel layout, version \(LayoutReader.version)")),
    ]
    var definitions: [(key: String, value: JSONValue)] = []
    let layout = LayoutTables.layout.schema.hoisted(&definitions)
    return JSONValue.object(head).adding(layout.pairs)
      .adding([("$defs", .object(definitions))]).text
  }
}

extension JSONValue {
  fileprivate var pairs: [(key: String, value: JSONValue)] {
    if case .object(let pairs) = self { pairs } else { [] }
  }
}
