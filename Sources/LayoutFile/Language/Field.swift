internal import Diagnostics
package import JSON

/// One key of a mapping: its shape, its documentation, and where in `Record` its value goes.
package struct Field<Record>: Sendable {
  /// When a key is read; within a phase keys are read in the order of the table.
  package enum Phase: Int, CaseIterable, Sendable {
    /// Before the record's `prepare`: keys that others depend on.
    case first
    case main
    /// Keys that depend on those of the main phase.
    case last
  }

  let key: String
  let isRequired: Bool
  /// Keys beside it that make a required key unnecessary.
  let unless: [String]
  /// A good value, as it would be written.
  let example: String
  /// Names from other programs that people may try; only suggested, never accepted.
  let alsoCalled: [String]
  var description: KeyDescription
  /// The JSON Schema of its value, made when it is asked for.
  var schema: JSONValue { description.schema() }
  private(set) var phase = Phase.main
  /// False after the reason was reported.
  let read: @Sendable (Node.Entry, inout Record, ReadingContext) -> Bool

  /// A key whose value goes into a property that has a default.
  ///
  /// - Parameters:
  ///   - key: The key in the file.
  ///   - shape: The shape of its value.
  ///   - slot: Where the value goes. A mapping is read over the value that is there already.
  ///   - required: Whether the key must be there.
  ///   - unless: Keys beside it that make a required key unnecessary.
  ///   - fallback: What leaving the key out means, as it would be written.
  ///   - example: A good value, as it would be written.
  ///   - alsoCalled: Other names for the key, for hints only.
  ///   - summary: One sentence, or a few.
  package init<Value>(
    _ key: String, _ shape: Shape<Value>,
    into slot: any WritableKeyPath<Record, Value> & Sendable,
    required: Bool = false, unless: [String] = [], fallback: JSONValue? = nil,
    example: JSONValue, alsoCalled: [String] = [], _ summary: String
  ) {
    self.init(
      key, shape, required: required, unless: unless, fallback: fallback, example: example,
      alsoCalled: alsoCalled, summary
    ) { entry, record, context in
      let subject = Subject(name: "`\(key)`", span: entry.keySpan)
      let value = shape.read(entry.value, subject, over: record[keyPath: slot], context)
      if let value { record[keyPath: slot] = value }
      return value != nil
    }
  }

  /// A key whose value goes into a property that is nil where the key is left out.
  package init<Value>(
    _ key: String, _ shape: Shape<Value>,
    intoOptional slot: any WritableKeyPath<Record, Value?> & Sendable,
    required: Bool = false, unless: [String] = [], fallback: JSONValue? = nil,
    example: JSONValue, alsoCalled: [String] = [], _ summary: String
  ) {
    self.init(
      key, shape, required: required, unless: unless, fallback: fallback, example: example,
      alsoCalled: alsoCalled, summary
    ) { entry, record, context in
      let subject = Subject(name: "`\(key)`", span: entry.keySpan)
      let value = shape.read(entry.value, subject, over: record[keyPath: slot], context)
      if let value { record[keyPath: slot] = value }
      return value != nil
    }
  }

  /// A key whose value goes where `store` puts it.
  package init<Value>(
    _ key: String, _ shape: Shape<Value>, required: Bool = false, unless: [String] = [],
    fallback: JSONValue? = nil, example: JSONValue, alsoCalled: [String] = [],
    _ summary: String,
    store: @escaping @Sendable (Value, inout Record, ReadingContext) -> Void
  ) {
    self.init(
      key, shape, required: required, unless: unless, fallback: fallback, example: example,
      alsoCalled: alsoCalled, summary
    ) { entry, record, context in
      let subject = Subject(name: "`\(key)`", span: entry.keySpan)
      guard let value = shape.read(entry.value, subject, context) else { return false }
      store(value, &record, context)
      return true
    }
  }

  /// A key that the expansion has acted on before records are read.
  init<Value>(
    expanded key: String, _ shape: Shape<Value>, example: JSONValue, alsoCalled: [String] = [],
    _ summary: String
  ) {
    self.init(
      key, shape, required: false, unless: [], fallback: nil, example: example,
      alsoCalled: alsoCalled, summary
    ) { _, _, _ in true }
  }

  private init<Value>(
    _ key: String, _ shape: Shape<Value>, required: Bool, unless: [String], fallback: JSONValue?,
    example: JSONValue, alsoCalled: [String], _ summary: String,
    read: @escaping @Sendable (Node.Entry, inout Record, ReadingContext) -> Bool
  ) {
    let annotations: [(key: String, value: JSONValue)] =
      [("description", .string(summary))] + (fallback.map { [("default", $0)] } ?? [])
      + [("examples", [example])]
    self.key = key
    isRequired = required
    self.unless = unless
    self.example = example.line
    self.alsoCalled = alsoCalled
    description = KeyDescription(
      key: key, expectation: shape.expectation, isRequired: required && unless.isEmpty,
      alsoCalled: alsoCalled, fallback: fallback?.line, summary: summary, keys: shape.keys,
      isOneOf: shape.isOneOf,
      schema: { shape.schema.adding(annotations) }, example: example.line)
    self.read = read
  }

  /// The same key, read at another time.
  package func read(in phase: Phase) -> Field {
    var field = self
    field.phase = phase
    return field
  }
}

extension JSONValue {
  /// The object with more keys at its end.
  func adding(_ pairs: [(key: String, value: JSONValue)]) -> JSONValue {
    guard case .object(let own) = self else { return self }
    return .object(own + pairs)
  }
}
