package import Diagnostics
internal import JSON

extension Shape {
  /// A mapping with these keys.
  ///
  /// Reads the keys of the first phase, calls `prepare`, reads those of the main and then of the
  /// last phase, and calls `finish`; within a phase, keys are read in table order.
  ///
  /// - Parameters:
  ///   - noun: What the mapping describes, such as "a knob".
  ///   - empty: The record without any keys.
  ///   - fields: The table of its keys.
  ///   - rules: Rules between keys.
  ///   - prepare: Resolves the values that keys of later phases depend on.
  ///   - finish: Resolves the values that depend on several keys.
  /// - Returns: The shape of the mapping.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func record(
    _ noun: String, empty: Value, _ fields: [Field<Value>], rules: [KeyRule] = [],
    prepare: RecordStep? = nil, finish: RecordStep? = nil
  ) -> Shape where Value: Sendable {
    let example = fields.first.map { "`\($0.key): \($0.example)`" } ?? ""
    let descriptions = Lazy { fields.map(\.description) }
    return Shape(
      expectation: "keys such as \(example)",
      schema: JSONValue.object([
        ("type", "object"), ("properties", .object(fields.map { ($0.key, $0.schema) })),
      ]).adding(requirements(of: fields, rules)),
      keys: descriptions.value,
      over: { node, subject, base, context in
        guard case .mapping(let entries) = node.content else {
          context.mismatch(node, subject)
          return nil
        }
        let keys = knownKeys(of: entries, in: noun, fields, context)
        reportMissing(fields, in: node, keys, subject, context)
        // A misspelled key is one error, not two.
        let present = KeyRule.Keys(
          entries: keys.written, isComplete: !node.isIncomplete && keys.meant.isEmpty)
        for rule in rules {
          rule.check(present, subject, context)
        }
        var record = base ?? empty
        var locations = KeyLocations()
        for phase in Field<Value>.Phase.allCases {
          if phase == .main { prepare?(&record, locations, subject, context) }
          for field in fields where field.phase == phase {
            guard let entry = keys.written[field.key] else { continue }
            let isReadable = field.read(entry, &record, context)
            locations[field.key] = KeyLocation(
              keySpan: entry.keySpan, span: entry.span, isReadable: isReadable)
          }
        }
        finish?(&record, locations, subject, context)
        return record
      })
  }

  /// A step before or after reading a record's keys; may report.
  package typealias RecordStep =
    @Sendable (inout Value, KeyLocations, Subject, ReadingContext) -> Void

  /// Returns the keys that are present, each at its first occurrence, and the known keys probably
  /// intended by unknown ones; reports unknown and duplicate keys.
  @_semantics("optimize.sil.specialize.generic.never")
  private static func knownKeys(
    of entries: [Node.Entry], in noun: String, _ fields: [Field<Value>], _ context: ReadingContext
  ) -> (written: [String: Node.Entry], meant: Set<String>) {
    var written: [String: Node.Entry] = [:]
    var meant: Set<String> = []
    var previous: Node.Entry?
    for entry in entries {
      defer { previous = entry }
      if let first = written[entry.key] {
        context.error(
          "\(VisibleText.quoted(entry.key)) is written twice", at: entry.keySpan,
          hint: "remove one of the two",
          related: [.init(span: first.keySpan, message: "the first is here")])
        continue
      }
      written[entry.key] = entry
      guard !fields.contains(where: { $0.key == entry.key }) else { continue }
      let number = previous
      context.error(
        "\(noun) has no key \(VisibleText.quoted(entry.key))", at: entry.keySpan,
        hint: number.flatMap { decimals(of: $0, entry) }
          ?? UnknownKey.hint(
            for: entry.key, in: noun, among: fields.map(\.description),
            language: context.language.keys))
      // Further errors are not shown, so the intended key is irrelevant.
      guard !context.diagnostics.isFull else { continue }
      if let key = UnknownKey.meant(by: entry.key, among: fields.map(\.description)) {
        meant.insert(key)
      }
    }
    return (written, meant)
  }

  /// Returns a hint if a key has the decimals of the number before it, as in `{step: 3,5}`.
  private static func decimals(of number: Node.Entry, _ entry: Node.Entry) -> String? {
    guard entry.value.isNull, entry.key.allSatisfy({ $0.isASCII && $0.isNumber }),
      case .scalar(let whole, isPlain: true) = number.value.content,
      NumberText.decimal("\(whole).\(entry.key)") != nil
    else { return nil }
    return "write \(whole).\(entry.key), with a point: a comma ends a value here"
  }

  /// Reports missing required keys, except those that are only misspelled: that is one error, not
  /// two.
  @_semantics("optimize.sil.specialize.generic.never")
  private static func reportMissing(
    _ fields: [Field<Value>], in node: Node,
    _ keys: (written: [String: Node.Entry], meant: Set<String>), _ subject: Subject,
    _ context: ReadingContext
  ) {
    guard !node.isIncomplete else { return }
    for field in fields
    where field.isRequired && keys.written[field.key] == nil && !keys.meant.contains(field.key)
      && !field.unless.contains(where: { keys.written[$0] != nil })
    {
      context.error(
        "\(subject.name) has no `\(field.key)`", at: subject.span,
        hint: "add `\(field.key): \(field.example)`")
    }
  }

  /// A mapping with these keys, or in its place a single value.
  ///
  /// - Parameters:
  ///   - noun: What the mapping describes, such as "a cap".
  ///   - empty: The record without any keys.
  ///   - fields: The table of its keys.
  ///   - rules: Rules between keys.
  ///   - prepare: Resolves the values that keys of later phases depend on.
  ///   - finish: Resolves the values that depend on several keys.
  ///   - shape: The shape of the single value.
  ///   - apply: Stores the single value in the record.
  /// - Returns: The shape of the mapping or value.
  static func record<Part>(
    _ noun: String, empty: Value, _ fields: [Field<Value>], rules: [KeyRule] = [],
    prepare: RecordStep? = nil, finish: RecordStep? = nil, orOnly shape: Shape<Part>,
    _ apply: @escaping @Sendable (Part, inout Value) -> Void
  ) -> Shape where Value: Sendable {
    let single = Shape(
      expectation: shape.expectation, schema: shape.schema,
      over: { node, subject, base, context in
        guard let part = shape.read(node, subject, context) else { return nil }
        var record = base ?? empty
        apply(part, &record)
        return record
      })
    let mapping = record(
      noun, empty: empty, fields, rules: rules, prepare: prepare, finish: finish)
    return .either(scalar: single, mapping: mapping)
  }

  @_semantics("optimize.sil.specialize.generic.never")
  private static func requirements(
    of fields: [Field<Value>], _ rules: [KeyRule]
  ) -> [(key: String, value: JSONValue)] {
    func required(_ keys: [String]) -> JSONValue { .array(keys.map(JSONValue.string)) }
    let always = fields.filter { $0.isRequired && $0.unless.isEmpty }.map(\.key)
    var result: [(key: String, value: JSONValue)] = [
      ("required", required(always)), ("additionalProperties", false),
    ]
    // The schema accepts any of the keys that replace a required one.
    let alternatives = fields.filter { $0.isRequired && !$0.unless.isEmpty }.map { field in
      let ways = [field.key] + field.unless
      return JSONValue.object([("anyOf", .array(ways.map { ["required": required([$0])] }))])
    }
    let all = alternatives + rules.flatMap { $0.schemas() }
    if !all.isEmpty { result.append(("allOf", .array(all))) }
    return result
  }

  /// A mapping whose keys are names chosen in the file; in file order.
  ///
  /// - Parameters:
  ///   - kind: The kind of item, such as "knob".
  ///   - limit: The maximum number of entries.
  ///   - item: The shape of one value.
  ///   - example: A valid entry as text.
  /// - Returns: The shape of the mapping.
  package static func named<Item>(
    _ kind: String, limit: Int, _ item: Shape<Item>, example: String
  ) -> Shape where Value == [Named<Item>] {
    Shape(
      expectation: "a name for each \(kind) with its keys under it, such as `\(example)`",
      schema: [
        "type": "object",
        "maxProperties": .number(Double(limit)),
        "propertyNames": [
          "minLength": 1, "maxLength": .number(Double(TextRule.name.maximumLength)),
          "pattern": .string(TextRule.text.pattern),
        ],
        "additionalProperties": item.schema,
      ], keys: item.keys
    ) { node, subject, context in
      guard case .mapping(let entries) = node.content else {
        var hint: String?
        if case .sequence = node.content {
          hint = "write a name in place of each dash, as in `\(example)`"
        }
        context.mismatch(node, subject, hint: hint)
        return nil
      }
      if entries.count > limit {
        context.error(
          "there are \(entries.count) \(kind)s; the limit is \(limit)", at: subject.span)
        return nil
      }
      var seen: [String: SourceSpan] = [:]
      let items = context.eachItem(entries) { entry in
        let name = VisibleText.quoted(entry.key)
        if let problem = TextRule.name.problem(in: entry.key) {
          context.error("the name of a \(kind) \(problem)", at: entry.keySpan)
        } else if let first = seen[entry.key] {
          context.error(
            "another \(kind) is already named \(name)", at: entry.keySpan,
            hint: "give it another name",
            related: [.init(span: first, message: "the first is here")])
        }
        seen[entry.key] = seen[entry.key] ?? entry.keySpan
        var subject = Subject(name: "\(kind) \(name)", span: entry.keySpan)
        subject.key = entry.key
        return item.read(entry.value, subject, context).map {
          Named(
            name: entry.key, nameSpan: entry.keySpan, span: entry.value.span, value: $0)
        }
      }
      return items.compactMap { $0 }
    }
  }

  /// A mapping with exactly one key, which selects the kind of value.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func tagged(_ noun: String, _ cases: [Tag<Value>]) -> Shape {
    let kinds = cases.map(\.key).joined(separator: ", ")
    let example = cases.first.map { "{\($0.key): \($0.example)}" } ?? ""
    return Shape(
      expectation: "\(noun), such as `\(example)`",
      schema: [
        "type": "object",
        "properties": .object(cases.map { ($0.key, $0.schema) }),
        "additionalProperties": false,
        "minProperties": 1,
        "maxProperties": 1,
      ], keys: cases.map(\.description), isOneOf: true
    ) { node, subject, context in
      guard case .mapping(let entries) = node.content, let first = entries.first else {
        context.mismatch(node, subject)
        return nil
      }
      if entries.count > 1, entries.allSatisfy({ entry in cases.contains { $0.key == entry.key } })
      {
        context.error(
          "\(subject.name) can have only one key, but this is a second", at: entries[1].keySpan,
          hint: "remove one of the two",
          related: [.init(span: first.keySpan, message: "the first is here")])
        return nil
      }
      guard let tag = cases.first(where: { $0.key == first.key }), entries.count == 1 else {
        let unknown = entries.first { entry in !cases.contains { $0.key == entry.key } } ?? first
        context.error(
          "\(noun) cannot be \(VisibleText.quoted(unknown.key)); it can be: \(kinds)",
          at: unknown.keySpan,
          hint: Spelling.hint(for: unknown.key, among: cases.map(\.key))
            ?? "write it as in `\(example)`")
        return nil
      }
      return tag.read(first, context)
    }
  }
}

/// A named value of the file, and its location.
package struct Named<Value> {
  package var name: String
  package var nameSpan: SourceSpan
  /// The span of everything under the name.
  package var span: SourceSpan
  package var value: Value
}

extension Named: Sendable where Value: Sendable {}

/// One kind of a `tagged` mapping.
package struct Tag<Value>: Sendable {
  let key: String
  let example: String
  let description: KeyDescription
  /// The JSON Schema of the value, built on demand.
  var schema: JSONValue { description.schema() }
  let read: @Sendable (Node.Entry, ReadingContext) -> Value?

  /// - Parameters:
  ///   - key: The key in the file.
  ///   - shape: The shape of its value.
  ///   - example: A valid value as text.
  ///   - summary: One sentence.
  ///   - make: Converts the value that was read; returns nil after reporting the reason.
  package init<Inner>(
    _ key: String, _ shape: @autoclosure @escaping @Sendable () -> Shape<Inner>, example: String,
    _ summary: String, _ make: @escaping @Sendable (Inner) -> Value?
  ) {
    self.key = key
    self.example = example
    let shape = Lazy(shape)
    description = KeyDescription(
      key, isRequired: false, KeyDescription.Text(example: { example }, summary: { summary }),
      of: shape, annotations: { [("description", .string(summary))] })
    read = { entry, context in
      let subject = Subject(name: "`\(key)`", span: entry.keySpan)
      return shape.value.read(entry.value, subject, context).flatMap(make)
    }
  }
}
