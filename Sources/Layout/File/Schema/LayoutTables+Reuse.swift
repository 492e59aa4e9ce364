internal import Diagnostics
internal import JSON
internal import Layout

/// The keys for reuse; `Expansion` processes them.
extension LayoutTables {
  /// The reuse keys of any item in a section.
  static func reuseFields<Record>() -> [Field<Record>] {
    [
      Field(
        expanded: "use", use, example: "small",
        alsoCalled: ["style", "styles", "class", "extends", "template"],
        "The styles whose keys it inherits. Later styles override earlier ones, and its own keys "
          + "override all; mappings are merged key by key, lists and values are replaced, and `~` "
          + "removes a style's key."),
      Field(
        expanded: "repeat", copies, example: 8, alsoCalled: ["times", "foreach", "copies"],
        "Makes this many copies, or one for each of these names. In texts, `{n}` is 1, 2, 3 and so "
          + "on, `{nn}` is 01, `{n-1}` counts from 0, and `{name}` is the name; the number or the "
          + "name is appended to the id unless the id contains one of them. With `repeat: [{name: "
          + "Kitchen, color: teal}, …]`, each copy has its own values, which `{color}` and so on "
          + "stand for."),
      Field(
        expanded: "by", step, example: [90, 0], alsoCalled: ["offset", "spacing", "pitch"],
        "The offset from one copy to the next, to the right and down: lengths, or in a grid "
          + "columns and rows; if left out, copies fill cells to the right, then the next row."),
    ]
  }

  static let use = Shape<[Located<String>]>.oneOrMore(
    "style", count: 1...16, .word(example: "small"),
    expectation: "the name of a style, or a list such as [small, quiet]")

  static let copies = Shape<[Iteration]>.either(
    single: Shape<Int>.count(1...copyLimit, example: 8).converted { count, _, _ in
      (1...count).map { Iteration(number: $0) }
    },
    list: Shape<[Iteration]>.list(
      "name", count: 1...copyLimit, .iteration,
      expectation: "a count, such as 8, or a list of names, such as [Kitchen, Bath]"
    ).converted { copies, _, _ in
      let keys = copies.reduce(into: Set<String>()) { $0.formUnion($1.values.keys) }
      return copies.enumerated().map { index, copy in
        var copy = copy
        (copy.number, copy.keys) = (index + 1, keys.subtracting(["name"]))
        return copy
      }
    },
    isSingle: { node in node.number.flatMap { Int(exactly: $0) } != nil })

  static let step = Shape.pair(
    .length(), expectation: "an offset to the right and down, such as [90, 0]")

  static let include = Shape<[Located<String>]>.oneOrMore(
    "file", count: 1...DocumentReader.fileLimit, .word(.path, example: "rooms.yaml"),
    expectation: "the path of a layout file, or a list of them")

  static let includeField = Field<LayoutEntry>(
    expanded: "include", include, example: "rooms.yaml", alsoCalled: ["import", "includes"],
    "Files whose items and styles are added, each written like a layout, where `version` is "
      + "optional; paths begin at the folder of this file, and its own settings override theirs.")

  static let styleLimit = 256
  /// The maximum number of copies of one repeat.
  static let copyLimit = 256

  /// A style holds keys of any kind of item, which are read by the items that use it.
  static func stylesField(of items: [KeyDescription]) -> Field<LayoutEntry> {
    let shape = Shape<Node>(
      expectation: "a name for each style with its keys under it, such as `small: {diameter: 90}`",
      schema: [
        "type": "object",
        "maxProperties": .number(Double(styleLimit)),
        "additionalProperties": styleSchema(of: items),
      ]
    ) { node, _, _ in node }
    return Field(
      expanded: "styles", shape, example: ["small": ["diameter": 90]],
      alsoCalled: ["defaults", "templates", "classes"],
      "Named sets of keys for items that `use` them; a style can `use` others.")
  }

  /// Returns a schema with the keys of all kinds of items; each key accepts the values of any kind.
  private static func styleSchema(of items: [KeyDescription]) -> JSONValue {
    var schemas: [(key: String, value: [JSONValue])] = []
    for key in items.flatMap(\.keys) where key.key != "repeat" {
      let schema = key.schema()
      if let index = schemas.firstIndex(where: { $0.key == key.key }) {
        if !schemas[index].value.contains(where: { $0.line == schema.line }) {
          schemas[index].value.append(schema)
        }
      } else {
        schemas.append((key.key, [schema]))
      }
    }
    let properties = schemas.map { key, values in
      (key, values.count == 1 ? values[0] : JSONValue.object([("anyOf", .array(values))]))
    }
    let style: JSONValue = [
      "type": "object", "properties": .object(properties), "additionalProperties": false,
    ]
    return style.loosened.defined("style")
  }
}
