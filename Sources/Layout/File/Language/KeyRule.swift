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

  private enum Kind: Sendable {
    case alternatives([Key], Conflict)
    case apart(Key, [Key], Conflict)
    case needs(String, [String], Need)
    case atLeastOne([String], Absence)
  }

  private let kind: Kind

  /// At most one of these; reports each after the first that is present, in the order given here.
  package static func alternatives(
    _ keys: [Key], _ problem: @escaping Conflict
  ) -> KeyRule {
    KeyRule(kind: .alternatives(keys, problem))
  }

  /// `key` excludes each of the others, which are reported.
  package static func apart(
    _ key: Key, from others: [Key], _ problem: @escaping Conflict
  ) -> KeyRule {
    KeyRule(kind: .apart(key, others, problem))
  }

  /// `key` has no effect without all of `others`; the first missing one is reported.
  package static func needs(
    _ key: String, _ others: [String], _ problem: @escaping Need
  ) -> KeyRule {
    KeyRule(kind: .needs(key, others, problem))
  }

  /// `key` has no effect without `other`; the message is reported at the key.
  package static func needs(
    _ key: String, _ other: String, _ message: String, hint: String
  ) -> KeyRule {
    .needs(key, [other]) { written, _, _ in
      Diagnostic(.error, message, at: written.keySpan, hint: hint)
    }
  }

  /// At least one of these.
  package static func atLeastOne(
    _ keys: [String], _ problem: @escaping Absence
  ) -> KeyRule {
    KeyRule(kind: .atLeastOne(keys, problem))
  }
}

/// Reporting.
extension KeyRule {
  /// Reports violations of the rule.
  ///
  /// - Parameters:
  ///   - entries: The keys of the mapping, each at its first occurrence.
  ///   - isComplete: False if some keys are missing because they could not be read.
  ///   - subject: The mapping, for messages.
  ///   - context: Receives the reports.
  func check(
    _ entries: [String: Node.Entry], isComplete: Bool, _ subject: Subject,
    _ context: ReadingContext
  ) {
    switch kind {
    case .alternatives(let keys, let problem):
      let written = keys.compactMap { $0.written(in: entries) }
      for other in written.dropFirst() { context.append(problem(written[0], other, subject)) }
    case .apart(let key, let others, let problem):
      guard let first = key.written(in: entries) else { return }
      for other in others.compactMap({ $0.written(in: entries) }) {
        context.append(problem(first, other, subject))
      }
    case .needs(let key, let others, let problem):
      guard isComplete, let missing = others.first(where: { entries[$0] == nil }),
        let written = Key(key).written(in: entries)
      else { return }
      context.append(problem(written, missing, subject))
    case .atLeastOne(let keys, let problem):
      guard isComplete, !keys.contains(where: { entries[$0] != nil }) else { return }
      let diagnostic = problem(subject) { Key($0).written(in: entries) }
      if let diagnostic { context.append(diagnostic) }
    }
  }
}

extension KeyRule.Key {
  /// Returns the key, if it is present with one of the relevant values.
  fileprivate func written(in entries: [String: Node.Entry]) -> KeyRule.Written? {
    guard let entry = entries[name] else { return nil }
    var text = ""
    if case .scalar(let scalar, _) = entry.value.content { text = scalar }
    guard values.isEmpty || values.contains(where: { $0.isWritten(as: text) }) else { return nil }
    return KeyRule.Written(
      key: name, keySpan: entry.keySpan,
      span: entry.value.isNull ? entry.keySpan : entry.value.span, text: text)
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

/// The schema.
extension KeyRule {
  var schemas: [JSONValue] {
    switch kind {
    case .alternatives(let keys, _):
      keys.indices.flatMap { index in keys[..<index].map { Self.apart($0, keys[index]) } }
    case .apart(let key, let others, _): others.map { Self.apart($0, key) }
    case .needs(let key, let others, _):
      others.map { ["dependentRequired": .object([(key, .array([.string($0)]))])] }
    case .atLeastOne(let keys, _):
      [["anyOf": .array(keys.map { ["required": [.string($0)]] })]]
    }
  }

  private static func apart(_ one: Key, _ other: Key) -> JSONValue {
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
