internal import Diagnostics
internal import JSON
internal import Layout

/// What may stand in one place of a layout file.
///
/// A shape both reads a value and describes itself: messages, the JSON Schema and the key reference
/// come from the same declaration and cannot disagree.
struct Shape<Value>: Sendable {
  typealias Read = @Sendable (Node, Subject, inout DiagnosticList) -> Value?

  /// Completes "expects …", such as "a number, such as 20".
  let expectation: String
  let schema: JSONValue
  /// The keys below, where this is a mapping.
  var keys: [KeyDescription] = []
  /// Whether this can be a mapping with one key that says what kind of thing it is.
  var isOneOf = false
  /// The value, or nil after the reason was appended.
  let read: Read

  /// The same text of the file, read as something else; `transform` may append and return nil.
  func map<Other>(
    expectation: String? = nil, schema: JSONValue? = nil,
    _ transform: @escaping @Sendable (Value, Node, Subject, inout DiagnosticList) -> Other?
  ) -> Shape<Other> {
    Shape<Other>(
      expectation: expectation ?? self.expectation, schema: schema ?? self.schema, keys: keys,
      isOneOf: isOneOf
    ) { [read] node, subject, diagnostics in
      read(node, subject, &diagnostics).flatMap { transform($0, node, subject, &diagnostics) }
    }
  }
}

/// What messages call a value, and where they point if the value itself has no place of its own.
struct Subject: Sendable {
  var name: String
  var span: SourceSpan
}

extension DiagnosticList {
  /// "`diameter` expects a length, such as 340, but this is a list".
  mutating func mismatch(
    _ node: Node, _ subject: Subject, expects expectation: String,
    hint: @autoclosure () -> String? = nil
  ) {
    guard !node.isBroken else { return }
    if node.isNull {
      error("\(subject.name) is empty; it expects \(expectation)", at: subject.span, hint: hint())
      return
    }
    error(
      "\(subject.name) expects \(expectation), but this is \(node.kind)",
      at: node.isOneToken ? node.span : subject.span, hint: hint())
  }
}

/// One key of a mapping, for the documentation.
struct KeyDescription: Sendable {
  var key: String
  var expectation: String
  var isRequired: Bool
  /// As it would be written; nil if leaving the key out means that there is nothing.
  var fallback: String?
  var summary: String
  var keys: [KeyDescription]
  /// Whether its value can be a mapping with one key that says what kind of thing it is.
  var isOneOf: Bool
  var schema: JSONValue
  var pictures: [KeyPicture] = []
}
