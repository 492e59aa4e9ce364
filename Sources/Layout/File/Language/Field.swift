internal import Diagnostics
package import JSON

// Key tables are read once per layout. The attribute on functions of `Field`, `Shape` and `Lazy`
// prevents specialization for each value type: compiling this module takes 0.43 of the time, the
// binary has 0.87 of the size, and reading a thousand-knob layout takes 1.14 of the time.

/// One key of a mapping: its shape, its documentation, and where its value is stored in `Record`.
package struct Field<Record>: Sendable {
  /// When a key is read; within a phase, keys are read in table order.
  package enum Phase: Int, CaseIterable, Sendable {
    /// Before the record's `prepare`: keys that others depend on.
    case first
    case main
    /// Keys that depend on those of the main phase.
    case last
  }

  let key: String
  let isRequired: Bool
  /// Other keys that make a required key optional.
  let unless: [String]
  /// A valid value as text.
  var example: String { description.example }
  let description: KeyDescription
  /// The JSON Schema of the value, built on demand.
  var schema: JSONValue { description.schema() }
  private(set) var phase = Phase.main
  /// Returns false after reporting the reason.
  let read: @Sendable (Node.Entry, inout Record, ReadingContext) -> Bool

  /// Creates a key whose value is stored in a property with a default.
  ///
  /// The description of the value is built on first use: a layout uses few of the keys, and reading
  /// one is part of a panel's startup.
  ///
  /// - Parameters:
  ///   - key: The key in the file.
  ///   - shape: The shape of its value.
  ///   - slot: Where the value is stored. A mapping is read over the existing value.
  ///   - required: Whether the key is required.
  ///   - unless: Other keys that make a required key optional.
  ///   - fallback: The value if the key is missing, as in a file.
  ///   - example: A valid value, as in a file.
  ///   - alsoCalled: Other names for the key, for hints only.
  ///   - summary: One or a few sentences.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Value>(
    _ key: String, _ shape: @autoclosure @escaping @Sendable () -> Shape<Value>,
    into slot: @autoclosure @escaping @Sendable () -> any WritableKeyPath<Record, Value> & Sendable,
    required: Bool = false, unless: [String] = [],
    fallback: @autoclosure @escaping @Sendable () -> JSONValue? = nil,
    example: @autoclosure @escaping @Sendable () -> JSONValue, alsoCalled: [String] = [],
    _ summary: @autoclosure @escaping @Sendable () -> String
  ) {
    self.init(
      key, shape, required: required, unless: unless, fallback: fallback, example: example,
      alsoCalled: alsoCalled, summary
    ) { shape, entry, subject, record, context in
      let slot = slot()
      let value = shape.read(entry.value, subject, over: record[keyPath: slot], context)
      if let value { record[keyPath: slot] = value }
      return value != nil
    }
  }

  /// Creates a key whose value is stored in a property that is nil if the key is missing.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Value>(
    _ key: String, _ shape: @autoclosure @escaping @Sendable () -> Shape<Value>,
    intoOptional slot:
      @autoclosure @escaping @Sendable () -> any WritableKeyPath<Record, Value?>
      & Sendable,
    required: Bool = false, unless: [String] = [],
    fallback: @autoclosure @escaping @Sendable () -> JSONValue? = nil,
    example: @autoclosure @escaping @Sendable () -> JSONValue, alsoCalled: [String] = [],
    _ summary: @autoclosure @escaping @Sendable () -> String
  ) {
    self.init(
      key, shape, required: required, unless: unless, fallback: fallback, example: example,
      alsoCalled: alsoCalled, summary
    ) { shape, entry, subject, record, context in
      let slot = slot()
      let value = shape.read(entry.value, subject, over: record[keyPath: slot], context)
      if let value { record[keyPath: slot] = value }
      return value != nil
    }
  }

  /// Creates a key whose value is stored by `store`.
  @_semantics("optimize.sil.specialize.generic.never")
  package init<Value>(
    _ key: String, _ shape: @autoclosure @escaping @Sendable () -> Shape<Value>,
    required: Bool = false, unless: [String] = [],
    fallback: @autoclosure @escaping @Sendable () -> JSONValue? = nil,
    example: @autoclosure @escaping @Sendable () -> JSONValue, alsoCalled: [String] = [],
    _ summary: @autoclosure @escaping @Sendable () -> String,
    store: @escaping @Sendable (Value, inout Record, ReadingContext) -> Void
  ) {
    self.init(
      key, shape, required: required, unless: unless, fallback: fallback, example: example,
      alsoCalled: alsoCalled, summary
    ) { shape, entry, subject, record, context in
      guard let value = shape.read(entry.value, subject, context) else { return false }
      store(value, &record, context)
      return true
    }
  }

  /// Creates a key that was already processed by the expansion.
  @_semantics("optimize.sil.specialize.generic.never")
  init<Value>(
    expanded key: String, _ shape: @autoclosure @escaping @Sendable () -> Shape<Value>,
    example: @autoclosure @escaping @Sendable () -> JSONValue, alsoCalled: [String] = [],
    _ summary: @autoclosure @escaping @Sendable () -> String
  ) {
    self.init(
      key, shape, required: false, unless: [], fallback: { nil }, example: example,
      alsoCalled: alsoCalled, summary
    ) { _, _, _, _, _ in true }
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private init<Value>(
    _ key: String, _ makeShape: @escaping @Sendable () -> Shape<Value>, required: Bool,
    unless: [String], fallback: @escaping @Sendable () -> JSONValue?,
    example: @escaping @Sendable () -> JSONValue, alsoCalled: [String],
    _ summary: @escaping @Sendable () -> String,
    read:
      @escaping @Sendable (Shape<Value>, Node.Entry, Subject, inout Record, ReadingContext) ->
      Bool
  ) {
    let shape = Lazy(makeShape)
    self.key = key
    isRequired = required
    self.unless = unless
    description = KeyDescription(
      key, isRequired: required && unless.isEmpty, alsoCalled: alsoCalled,
      KeyDescription.Text(
        fallback: { fallback()?.line }, example: { example().line }, summary: summary), of: shape,
      annotations: {
        [("description", .string(summary()))] + (fallback().map { [("default", $0)] } ?? [])
          + [("examples", [example()])]
      })
    self.read = { entry, record, context in
      let subject = Subject(name: "`\(key)`", span: entry.keySpan)
      return read(shape.value, entry, subject, &record, context)
    }
  }

  /// Returns the key for another phase.
  package func read(in phase: Phase) -> Field {
    var field = self
    field.phase = phase
    return field
  }
}

extension JSONValue {
  /// Returns the object with further keys at its end.
  func adding(_ pairs: [(key: String, value: JSONValue)]) -> JSONValue {
    guard case .object(let own) = self else { return self }
    return .object(own + pairs)
  }
}
