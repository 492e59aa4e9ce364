package import Diagnostics
package import JSON

/// What may stand in one place of a layout file.
///
/// A shape both reads a value and describes itself: messages, the JSON Schema and the key reference
/// come from the same declaration and cannot disagree.
package struct Shape<Value>: Sendable {
  /// The value, or nil after the reason was reported.
  typealias Read = @Sendable (Node, Subject, ReadingContext) -> Value?
  /// The same for a mapping, of which the keys that are left out keep the value of the base.
  typealias ReadOver = @Sendable (Node, Subject, _ base: Value?, ReadingContext) -> Value?

  /// Completes "expects …", such as "a number, such as 20".
  package let expectation: String
  /// Made when it is asked for: a panel that runs needs none.
  private let makeSchema: @Sendable () -> JSONValue
  /// Made when it is asked for, as well.
  private let makeKeys: @Sendable () -> [KeyDescription]
  /// Whether this can be a mapping with one key that says what kind of value it is.
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
  /// The keys below, where this is a mapping.
  package var keys: [KeyDescription] { makeKeys() }

  /// The value of a node, or nil after the reason was reported.
  ///
  /// - Parameters:
  ///   - node: The node to read.
  ///   - subject: The value, for messages.
  ///   - base: What the keys that are left out of a mapping are; nil for their defaults.
  ///   - context: Receives the reports.
  /// - Returns: The value, or nil after the reason was reported.
  func read(
    _ node: Node, _ subject: Subject, over base: Value? = nil, _ context: ReadingContext
  ) -> Value? {
    readOver(node, subject, base, context)
  }

  /// The same text of the file, read as something else; `transform` may report and return nil.
  @_semantics("optimize.sil.specialize.generic.never")
  func map<Other>(
    expectation: String? = nil, schema: JSONValue? = nil,
    _ transform: @escaping @Sendable (Value, Node, Subject, ReadingContext) -> Other?
  ) -> Shape<Other> {
    Shape<Other>(
      expectation: expectation ?? self.expectation, schema: schema ?? makeSchema(),
      keys: makeKeys(),
      isOneOf: isOneOf
    ) { [readOver] node, subject, context in
      readOver(node, subject, nil, context).flatMap { transform($0, node, subject, context) }
    }
  }

  /// The same text of the file, read as something else.
  ///
  /// - Parameters:
  ///   - expectation: Nil for this shape's own.
  ///   - schema: Nil for this shape's own.
  ///   - transform: Gets the value, and what messages call it and where it is written; may report
  ///     to the context and return nil.
  /// - Returns: The shape of the transformed value.
  package func converted<Other>(
    expectation: String? = nil, schema: JSONValue? = nil,
    _ transform: @escaping @Sendable (Value, Subject, ReadingContext) -> Other?
  ) -> Shape<Other> {
    map(expectation: expectation, schema: schema) { value, node, subject, context in
      transform(value, Subject(name: subject.name, span: node.span), context)
    }
  }

  /// The value with the place where it is written.
  package var located: Shape<Located<Value>> {
    map { value, node, _, _ in Located(value: value, span: node.span) }
  }
}

/// What messages call a value, and where they point if the value itself has no place of its own.
package struct Subject: Sendable {
  package var name: String
  package var span: SourceSpan

  package init(name: String, span: SourceSpan) {
    self.name = name
    self.span = span
  }
}

/// A value of the file and where it is written.
package struct Located<Value> {
  package var value: Value
  package var span: SourceSpan
}

extension Located: Sendable where Value: Sendable {}
