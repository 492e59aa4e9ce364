internal import Diagnostics
package import JSON

// Tables of keys are read once for each layout. The attribute on functions of `Field`, `Shape` and `Lazy`
// has them compiled once, and not again for each type of value: the compiler takes 0.43 of the time for
// this module, the binary 0.87 of the space, and a layout of a thousand knobs 1.14 of the time to read.

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
  /// Names from other programs that people may try; only suggested, never accepted.
  var alsoCalled: [String] { description.alsoCalled }
  /// A good value, as it would be written.
  var example: String { description.example }
  let description: KeyDescription
  /// The JSON Schema of its value, made when it is asked for.
  var schema: JSONValue { description.schema() }
  private(set) var phase = Phase.main
  /// False after the reason was reported.
  let read: @Sendable (Node.Entry, inout Record, ReadingContext) -> Bool

  /// A key whose value goes into a property that has a default.
  ///
  /// What describes the value is made when the key is first read or asked about: a layout has few of all
  /// keys, and a panel starts with reading one.
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

  /// A key whose value goes into a property that is nil where the key is left out.
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

  /// A key whose value goes where `store` puts it.
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

  /// A key that the expansion has acted on before records are read.
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
