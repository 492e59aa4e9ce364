internal import JSON

/// The language of layout files: all keys, with those of the back ends that controls use.
public struct LayoutLanguage: Sendable {
  /// The whole file.
  let layout: Shape<LayoutEntry>
  /// The keys of a section with those of the items under each.
  let sectionKeys: [KeyDescription]

  /// Every key with all below it.
  package var keys: [KeyDescription] { layout.keys }

  /// - Parameter controls: The back ends, in the order in which documents list them.
  package init(controls: [ControlKeys]) {
    let tables = LayoutTables(controls: controls)
    layout = tables.layout
    sectionKeys = tables.sectionKeys
  }

  /// With groups as the only controls, for layouts that drive nothing.
  public static let withoutBackEnds = LayoutLanguage(controls: [])

  /// A JSON Schema (draft 2020-12) for editors: keys, types and single values.
  ///
  /// What keys mean for each other's values, such as a default outside of its range, only
  /// `LayoutReader` finds.
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
