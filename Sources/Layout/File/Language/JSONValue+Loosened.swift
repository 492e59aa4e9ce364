internal import JSON

extension JSONValue {
  /// Returns the schema of an item, loosened if a style or a repeat may supply missing keys.
  func loosenedWhereReused(_ kind: String) -> JSONValue {
    .object([
      ("if", ["anyOf": [["required": ["use"]], ["required": ["repeat"]]]]),
      ("then", loosened.defined("part-of-\(kind)")), ("else", defined(kind)),
    ])
  }

  /// The schema of a partial item: no keys are required outside of lists, which are not merged;
  /// any value can also be a text with a placeholder, or `~`.
  var loosened: JSONValue { loosened(inList: false) }

  private func loosened(inList: Bool) -> JSONValue {
    guard case .object(let pairs) = self else { return self }
    if pairs.first?.key == Self.definition, case .string(let name) = pairs[0].value {
      return inList ? self : pairs[1].value.loosened.defined("part-of-\(name)")
    }
    let result = pairs.compactMap { key, value -> (key: String, value: JSONValue)? in
      switch (key, value) {
      case ("required", _), ("allOf", _), ("minProperties", _): inList ? (key, value) : nil
      case ("properties", .object(let properties)):
        (key, .object(properties.map { ($0.key, $0.value.loosenedProperty($0.key, inList)) }))
      case ("anyOf", .array(let schemas)):
        (key, .array(schemas.map { $0.loosened(inList: inList) }))
      case ("items", _): (key, ["anyOf": [value.loosened(inList: true), Self.counting]])
      default: (key, value)
      }
    }
    return .object(result)
  }

  private func loosenedProperty(_ key: String, _ inList: Bool) -> JSONValue {
    // The expansion reads these before it replaces placeholders.
    if ["use", "repeat", "by"].contains(key) { return self }
    return ["anyOf": [loosened(inList: inList), Self.counting]]
  }

  /// A text with `{n}`, `{name}` or another value of a copy, a lone placeholder, which YAML reads as
  /// a mapping, or null.
  private static let counting = JSONValue.object([
    (
      "anyOf",
      [
        ["type": "null"],
        ["type": "string", "pattern": #"\{(n+([-+][0-9]{1,6})?|[a-z][a-z0-9_]{0,15})\}"#],
        [
          "type": "object", "maxProperties": 1,
          "propertyNames": ["pattern": #"^(n+([-+][0-9]{1,6})?|[a-z][a-z0-9_]{0,15})$"#],
          "additionalProperties": ["type": "null"],
        ],
      ]
    )
  ]).defined("counting-text")

  /// Returns the schema marked as a named definition, to be written once; see `hoisted`.
  func defined(_ name: String) -> JSONValue {
    .object([(Self.definition, .string(name)), ("schema", self)])
  }

  private static let definition = "$defined"

  /// Replaces each `defined` schema by a reference, and collects the definitions.
  func hoisted(_ definitions: inout [(key: String, value: JSONValue)]) -> JSONValue {
    switch self {
    case .array(let values): return .array(values.map { $0.hoisted(&definitions) })
    case .object(let pairs):
      if pairs.count >= 2, pairs[0].key == Self.definition, case .string(let name) = pairs[0].value
      {
        if !definitions.contains(where: { $0.key == name }) {
          let index = definitions.count
          definitions.append((name, .null))
          definitions[index].value = pairs[1].value.hoisted(&definitions)
        }
        return .object([("$ref", .string("#/$defs/" + name))] + pairs.dropFirst(2))
      }
      return .object(pairs.map { ($0.key, $0.value.hoisted(&definitions)) })
    default: return self
    }
  }
}
