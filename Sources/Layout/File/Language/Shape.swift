package import Diagnostics
package import JSON

/// A kind of value in a layout file.
///
/// A shape both reads a value and describes itself: messages, the JSON Schema and the key reference
/// come from the same declaration and cannot disagree.
package struct Shape<Value>: Sendable {
  /// Returns the value, or nil after reporting the reason; the subject has the shape's expectation.
  typealias Read = @Sendable (Node, Subject, ReadingContext) -> Value?
  /// The same for a mapping; missing keys keep the base's values.
  typealias ReadOver = @Sendable (Node, Subject, _ base: Value?, ReadingContext) -> Value?

  /// Completes "expects …", such as "a number, such as 20".
  package let expectation: String
  /// Builds the schema on demand: a running panel needs none.
  private let makeSchema: @Sendable () -> JSONValue
  /// Builds the keys on demand, for the same reason.
  private let makeKeys: @Sendable () -> [KeyDescription]
  /// Whether this can be a mapping with one key that selects the kind of value.
  let isOneOf: Bool
  private let readOver: ReadOver

  @_semantics("optimize.sil.specialize.generic.never")
  init(
    expectation: String, schema: @autoclosure @escaping @Sendable () -> JSONValue,
    keys: @autoclosure @escaping @Sendable () -> [KeyDescription] = [], isOneOf: Bool = false,
    over read: @escaping ReadOver
  ) {
    self.expectation = expectation
    makeSchema = schema
    makeKeys = keys
    self.isOneOf = isOneOf
    readOver = read
  }

  @_semantics("optimize.sil.specialize.generic.never")
  init(
    expectation: String, schema: @autoclosure @escaping @Sendable () -> JSONValue,
    keys: @autoclosure @escaping @Sendable () -> [KeyDescription] = [], isOneOf: Bool = false,
    read: @escaping Read
  ) {
    self.init(
      expectation: expectation, schema: schema(), keys: keys(), isOneOf: isOneOf,
      over: { node, subject, _, context in read(node, subject, context) })
  }

  /// The JSON Schema of the value.
  package var schema: JSONValue { makeSchema() }
  /// The keys below this one, if this is a mapping.
  package var keys: [KeyDescription] { makeKeys() }

  /// Reads the value of a node.
  ///
  /// - Parameters:
  ///   - node: The node to read.
  ///   - subject: The value, for messages.
  ///   - base: The values of a mapping's missing keys; nil for their defaults.
  ///   - context: Receives the reports.
  /// - Returns: The value, or nil after reporting the reason.
  func read(
    _ node: Node, _ subject: Subject, over base: Value? = nil, _ context: ReadingContext
  ) -> Value? {
    var subject = subject
    subject.expectation = expectation
    return readOver(node, subject, base, context)
  }

  /// Returns a shape that converts this one's value; `transform` may report and return nil.
  @_semantics("optimize.sil.specialize.generic.never")
  func map<Other>(
    expectation: String? = nil, schema: JSONValue? = nil,
    _ transform: @escaping @Sendable (Value, Node, Subject, ReadingContext) -> Other?
  ) -> Shape<Other> {
    Shape<Other>(
      expectation: expectation ?? self.expectation, schema: schema ?? makeSchema(),
      keys: makeKeys(),
      isOneOf: isOneOf
    ) { node, subject, context in
      read(node, subject, context).flatMap { transform($0, node, subject, context) }
    }
  }

  /// Returns a shape that converts this one's value.
  ///
  /// - Parameters:
  ///   - expectation: Nil for this shape's own.
  ///   - schema: Nil for this shape's own.
  ///   - transform: Receives the value, and its name and location for messages; may report to the
  ///     context and return nil.
  /// - Returns: The shape of the transformed value.
  package func converted<Other>(
    expectation: String? = nil, schema: JSONValue? = nil,
    _ transform: @escaping @Sendable (Value, Subject, ReadingContext) -> Other?
  ) -> Shape<Other> {
    map(expectation: expectation, schema: schema) { value, node, subject, context in
      transform(value, Subject(name: subject.name, span: node.span), context)
    }
  }

  /// The value with its location.
  package var located: Shape<Located<Value>> {
    map { value, node, _, _ in Located(value: value, span: node.span) }
  }
}

/// A value's name for messages, and the location to report if the value has none of its own.
package struct Subject: Sendable {
  package var name: String
  package var span: SourceSpan
  /// The name of an item, as chosen in the file; empty for others.
  var key = ""
  /// What the shape being read expects.
  var expectation = ""

  package init(name: String, span: SourceSpan) {
    self.name = name
    self.span = span
  }
}

/// A value of the file that can also be written as none.
struct OrNone<Value> {
  /// Nil for none.
  let value: Value?

  init(_ value: Value?) { self.value = value }
}

/// A value of the file and its location.
package struct Located<Value> {
  package var value: Value
  package var span: SourceSpan
}

extension Located: Sendable where Value: Sendable {}
