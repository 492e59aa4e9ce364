internal import Diagnostics
internal import JSON

/// One key of a mapping: its shape, and where in `Record` what the file says goes.
struct Field<Record>: Sendable {
  let key: String
  let isRequired: Bool
  /// Keys beside it that make a required key unnecessary.
  let unless: [String]
  /// A good value, as it would be written.
  let example: String
  /// Names from other programs that people may try; only suggested, never accepted.
  let alsoCalled: [String]
  var description: KeyDescription
  let schema: JSONValue
  let read: @Sendable (Node.Entry, inout Record, inout DiagnosticList) -> Void

  /// `summary` is one sentence; `fallback` is what leaving the key out means.
  init<Value>(
    _ key: String, _ shape: Shape<Value>,
    into slot: any WritableKeyPath<Record, Setting<Value>> & Sendable,
    required: Bool = false, unless: [String] = [], fallback: JSONValue? = nil,
    example: JSONValue, alsoCalled: [String] = [], _ summary: String
  ) {
    self.init(
      key, shape, required: required, unless: unless, fallback: fallback, example: example,
      alsoCalled: alsoCalled, summary
    ) { entry, record, diagnostics in
      let subject = Subject(name: "`\(key)`", span: entry.keySpan)
      record[keyPath: slot] = Setting(
        value: shape.read(entry.value, subject, &diagnostics), keySpan: entry.keySpan,
        span: entry.value.isNull ? entry.keySpan : entry.value.span)
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
    ) { _, _, _ in }
  }

  private init<Value>(
    _ key: String, _ shape: Shape<Value>, required: Bool, unless: [String], fallback: JSONValue?,
    example: JSONValue, alsoCalled: [String], _ summary: String,
    read: @escaping @Sendable (Node.Entry, inout Record, inout DiagnosticList) -> Void
  ) {
    var annotations: [(key: String, value: JSONValue)] = [("description", .string(summary))]
    if let fallback { annotations.append(("default", fallback)) }
    annotations.append(("examples", [example]))
    self.key = key
    isRequired = required
    self.unless = unless
    self.example = example.line
    self.alsoCalled = alsoCalled
    schema = shape.schema.adding(annotations)
    description = KeyDescription(
      key: key, expectation: shape.expectation, isRequired: required && unless.isEmpty,
      fallback: fallback?.line, summary: summary, keys: shape.keys, isOneOf: shape.isOneOf,
      schema: schema)
    self.read = read
  }
}

/// What a file says about a key: nothing, something unreadable (already reported), or a value.
struct Setting<Value> {
  private(set) var value: Value?
  private(set) var keySpan: SourceSpan?
  private(set) var span: SourceSpan?

  static var absent: Setting { Setting(value: nil, keySpan: nil, span: nil) }

  var isWritten: Bool { keySpan != nil }
  var isUnreadable: Bool { keySpan != nil && value == nil }

  init(value: Value?, keySpan: SourceSpan?, span: SourceSpan?) {
    self.value = value
    self.keySpan = keySpan
    self.span = span
  }

  /// The value and its place, if there is one.
  var written: (value: Value, keySpan: SourceSpan, span: SourceSpan)? {
    guard let value, let keySpan, let span else { return nil }
    return (value, keySpan, span)
  }
}

extension Setting: Sendable where Value: Sendable {}

extension JSONValue {
  /// The object with more keys at its end.
  func adding(_ pairs: [(key: String, value: JSONValue)]) -> JSONValue {
    guard case .object(let own) = self else { return self }
    return .object(own + pairs)
  }
}
