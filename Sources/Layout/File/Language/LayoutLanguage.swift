internal import JSON

/// The language of layout files: all keys, including those of the control back ends.
public struct LayoutLanguage: Sendable {
  /// The shape of the whole file.
  let layout: Shape<LayoutEntry>
  /// The keys of a section, with the keys of the items under each.
  let sectionKeys: [KeyDescription]

  /// Every key, with all keys below it.
  package var keys: [KeyDescription] { layout.keys }

  /// - Parameter controls: The back ends, in documentation order.
  package init(controls: [ControlKeys]) {
    let tables = LayoutTables(controls: controls)
    layout = tables.layout
    sectionKeys = tables.sectionKeys
  }

  /// A language whose only controls are groups, for layouts without devices.
  public static let withoutBackEnds = LayoutLanguage(controls: [])

  /// A JSON Schema (draft 2020-12) for editors: keys, types and single values.
  ///
  /// Only `LayoutReader` checks values against other keys, such as a default outside of its range.
  public var jsonSchema: String {
    let head: [(key: String, value: JSONValue)] = [
      ("$schema", "https://json-schema.org/draft/2020-12/schema"),
      ("title", .string("knobpanel layout, version \(LayoutReader.version)")),
    ]
    var definitions: [(key: String, value: JSONValue)] = []
    guard case .object(let pairs) = layout.schema.hoisted(&definitions) else { return "" }
    return JSONValue.object(head + pairs).adding([("$defs", .object(definitions))]).text
  }
}
