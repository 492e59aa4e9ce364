internal import JSON

/// What keys of one mapping mean for each other by being there, as editors are told.
///
/// Whoever resolves the record finds the same, and says which of them to remove.
enum KeyRule: Sendable {
  /// Not both.
  case apart(Key, Key)
  /// The first is nothing without the second.
  case needs(String, String)
  /// One of these at least.
  case atLeastOne([String])

  /// A key that is written; with `values`, as one of these.
  struct Key: Sendable, ExpressibleByStringLiteral {
    var name: String
    var values: [JSONValue] = []

    init(stringLiteral name: String) { self.name = name }

    init(_ name: String, among values: [JSONValue]) {
      (self.name, self.values) = (name, values)
    }
  }

  /// One of these at most.
  static func alternatives(_ keys: [Key]) -> [KeyRule] {
    keys.indices.flatMap { apart(keys[$0], from: Array(keys[..<$0])) }
  }

  /// One of these, and only one.
  static func exactlyOne(_ keys: [Key]) -> [KeyRule] {
    [.atLeastOne(keys.map(\.name))] + alternatives(keys)
  }

  static func apart(_ key: Key, from others: [Key]) -> [KeyRule] {
    others.map { .apart($0, key) }
  }

  var schema: JSONValue {
    switch self {
    case .apart(let one, let other):
      var both: [(key: String, value: JSONValue)] = [
        ("required", [.string(one.name), .string(other.name)])
      ]
      let values = [one, other].filter { !$0.values.isEmpty }.map { key in
        (key.name, JSONValue.object([("enum", .array(key.values))]))
      }
      if !values.isEmpty { both.append(("properties", .object(values))) }
      return ["not": .object(both)]
    case .needs(let key, let other):
      return ["dependentRequired": .object([(key, .array([.string(other)]))])]
    case .atLeastOne(let keys):
      return ["anyOf": .array(keys.map { ["required": [.string($0)]] })]
    }
  }
}
