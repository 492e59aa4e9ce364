package import Diagnostics
package import JSON

/// A rule about keys of one mapping that exclude or require each other: exported to the schema for
/// editors, and checked while a record is read.
package struct KeyRule: Sendable {
  /// A key that is present; if `values` is not empty, only with one of these.
  package struct Key: Sendable, ExpressibleByStringLiteral {
    package var name: String
    package var values: [JSONValue] = []

    package init(stringLiteral name: String) { self.name = name }

    package init(_ name: String, among values: [JSONValue] = []) {
      (self.name, self.values) = (name, values)
    }
  }

  /// A key in a file.
  package struct Written: Sendable {
    package var key: String
    package var keySpan: SourceSpan
    package var span: SourceSpan
    /// The text of a scalar value, otherwise empty.
    package var text: String
  }

  /// Describes two keys of which the first excludes the second.
  package typealias Conflict =
    @Sendable (_ first: Written, _ second: Written, _ subject: Subject) -> Diagnostic
  /// Describes a key that has no effect without another, which is missing.
  package typealias Need =
    @Sendable (_ written: Written, _ missing: String, _ subject: Subject) -> Diagnostic

  /// Describes a mapping that has none of some keys; nil for no report.
  package typealias Absence =
    @Sendable (_ subject: Subject, _ written: (String) -> Written?) -> Diagnostic?

  /// The keys of one mapping.
  struct Keys {
    /// Each at its first occurrence.
    var entries: [String: Node.Entry]
    /// False if some keys are missing because they could not be read.
    var isComplete: Bool

    /// Returns a key, if it is present with one of the relevant values.
    func written(_ key: Key) -> Written? {
      guard let entry = entries[key.name] else { return nil }
      var text = ""
      if case .scalar(let scalar, _) = entry.value.content { text = scalar }
      guard key.values.isEmpty || key.values.contains(where: { $0.isWritten(as: text) }) else {
        return nil
      }
      return Written(
        key: key.name, keySpan: entry.keySpan, span: entry.span, text: text)
    }

    func isMissing(_ key: String) -> Bool { entries[key] == nil }
  }

  /// The rule as JSON Schemas, all of which apply.
  let schemas: @Sendable () -> [JSONValue]
  /// Reports violations of the rule.
  let check: @Sendable (_ keys: Keys, _ mapping: Subject, ReadingContext) -> Void

  /// At most one of these; reports each after the first that is present, in the order given here.
  package static func alternatives(
    _ keys: [Key], _ problem: @escaping Conflict
  ) -> KeyRule {
    KeyRule {
      keys.indices.flatMap { index in keys[..<index].map { notBoth($0, keys[index]) } }
    } check: { present, subject, context in
      let written = keys.compactMap(present.written)
      for other in written.dropFirst() { context.append(problem(written[0], other, subject)) }
    }
  }

  /// `key` excludes each of the others, which are reported.
  package static func apart(
    _ key: Key, from others: [Key], _ problem: @escaping Conflict
  ) -> KeyRule {
    KeyRule {
      others.map { notBoth($0, key) }
    } check: { present, subject, context in
      guard let first = present.written(key) else { return }
      for other in others.compactMap(present.written) {
        context.append(problem(first, other, subject))
      }
    }
  }

  /// `key` has no effect without all of `others`; the first missing one is reported.
  package static func needs(
    _ key: String, _ others: [String], _ problem: @escaping Need
  ) -> KeyRule {
    KeyRule {
      others.map { ["dependentRequired": .object([(key, .array([.string($0)]))])] }
    } check: { present, subject, context in
      guard present.isComplete, let missing = others.first(where: present.isMissing),
        let written = present.written(Key(key))
      else { return }
      context.append(problem(written, missing, subject))
    }
  }

  /// `key` has no effect without `other`; the message is reported at the key.
  package static func needs(
    _ key: String, _ other: String, _ message: String, hint: String
  ) -> KeyRule {
    .needs(key, [other]) { written, _, _ in
      Diagnostic(.error, message, at: written.keySpan, hint: hint)
    }
  }

  /// `key` has no effect without one of `others`; the message is reported at the key.
  package static func needs(
    _ key: String, oneOf others: [String], _ message: String, hint: String
  ) -> KeyRule {
    KeyRule {
      [
        [
          "anyOf": .array(
            [["not": ["required": [.string(key)]]]]
              + others.map { ["required": [.string($0)]] })
        ]
      ]
    } check: { present, _, context in
      guard present.isComplete, others.allSatisfy(present.isMissing),
        let written = present.written(Key(key))
      else { return }
      context.error(message, at: written.keySpan, hint: hint)
    }
  }

  /// At least one of these.
  package static func atLeastOne(
    _ keys: [String], _ problem: @escaping Absence
  ) -> KeyRule {
    KeyRule {
      [["anyOf": .array(keys.map { ["required": [.string($0)]] })]]
    } check: { present, subject, context in
      guard present.isComplete, keys.allSatisfy(present.isMissing) else { return }
      let diagnostic = problem(subject) { present.written(Key($0)) }
      if let diagnostic { context.append(diagnostic) }
    }
  }

  /// The schema that forbids both of two keys.
  private static func notBoth(_ one: Key, _ other: Key) -> JSONValue {
    var both: [(key: String, value: JSONValue)] = [
      ("required", [.string(one.name), .string(other.name)])
    ]
    let values = [one, other].filter { !$0.values.isEmpty }.map { key in
      (key.name, JSONValue.object([("enum", .array(key.values))]))
    }
    if !values.isEmpty { both.append(("properties", .object(values))) }
    return ["not": .object(both)]
  }
}

extension JSONValue {
  fileprivate func isWritten(as text: String) -> Bool {
    switch self {
    case .string(let value): value == text
    case .bool: line == text.lowercased()
    default: line == text
    }
  }
}
