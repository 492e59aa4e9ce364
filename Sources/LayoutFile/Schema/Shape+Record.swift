internal import Diagnostics
internal import JSON

extension Shape {
  /// A mapping with these keys; `what` is what it describes, such as "a knob".
  static func record(
    _ what: String, empty: Value, _ fields: [Field<Value>], rules: [KeyRule] = []
  ) -> Shape where Value: Sendable {
    let schema: JSONValue = [
      "type": "object",
      "properties": .object(fields.map { ($0.key, $0.schema) }),
    ]
    let example = fields.first.map { "`\($0.key): \($0.example)`" } ?? ""
    let expectation = "keys such as \(example)"
    return Shape(
      expectation: expectation, schema: schema.adding(requirements(of: fields, rules)),
      keys: fields.map(\.description)
    ) { node, subject, diagnostics in
      guard case .mapping(let entries) = node.content else {
        diagnostics.mismatch(node, subject, expects: expectation)
        return nil
      }
      var record = empty
      var seen: [String: SourceSpan] = [:]
      // Keys that are there under a wrong name: one mistake, not two.
      var meant: Set<String> = []
      for entry in entries {
        if let first = seen[entry.key] {
          diagnostics.error(
            "\(VisibleText.quoted(entry.key)) is written twice", at: entry.keySpan,
            hint: "remove one of the two", related: [.init(span: first, message: "first here")])
        } else if let field = fields.first(where: { $0.key == entry.key }) {
          field.read(entry, &record, &diagnostics)
        } else {
          let unknown = UnknownKey(entry.key, in: what, among: fields)
          diagnostics.error(
            "\(what) has no key \(VisibleText.quoted(entry.key))", at: entry.keySpan,
            hint: unknown.hint)
          if let key = unknown.meant { meant.insert(key) }
        }
        seen[entry.key] = seen[entry.key] ?? entry.keySpan
      }
      for field in fields where field.isRequired && seen[field.key] == nil {
        if node.isIncomplete || meant.contains(field.key) { continue }
        if field.unless.contains(where: { seen[$0] != nil }) { continue }
        diagnostics.error(
          "\(subject.name) has no `\(field.key)`", at: subject.span,
          hint: "add `\(field.key): \(field.example)`")
      }
      return record
    }
  }

  private static func requirements(
    of fields: [Field<Value>], _ rules: [KeyRule]
  ) -> [(key: String, value: JSONValue)] {
    func required(_ keys: [String]) -> JSONValue { .array(keys.map(JSONValue.string)) }
    let always = fields.filter { $0.isRequired && $0.unless.isEmpty }.map(\.key)
    var result: [(key: String, value: JSONValue)] = [
      ("required", required(always)), ("additionalProperties", false),
    ]
    // Editors are told what can be left out for what.
    let alternatives = fields.filter { $0.isRequired && !$0.unless.isEmpty }.map { field in
      let ways = [field.key] + field.unless
      return JSONValue.object([("anyOf", .array(ways.map { ["required": required([$0])] }))])
    }
    let all = alternatives + rules.map(\.schema)
    if !all.isEmpty { result.append(("allOf", .array(all))) }
    return result
  }

  /// A mapping whose keys are names of the file's own choice; in the order of the file.
  ///
  /// - Parameter kind: What each is, such as "knob".
  static func named<Item>(
    _ kind: String, limit: Int, _ item: Shape<Item>, example: String
  ) -> Shape where Value == [Named<Item>] {
    let schema: JSONValue = [
      "type": "object",
      "maxProperties": .number(Double(limit)),
      "propertyNames": [
        "minLength": 1, "maxLength": .number(Double(TextRule.name.maximumLength)),
        "pattern": .string(TextRule.pattern),
      ],
      "additionalProperties": item.schema,
    ]
    let expectation = "a name for each \(kind) with its keys under it, such as `\(example)`"
    return Shape(expectation: expectation, schema: schema, keys: item.keys) {
      node, subject, diagnostics in
      guard case .mapping(let entries) = node.content else {
        diagnostics.mismatch(node, subject, expects: expectation)
        return nil
      }
      if entries.count > limit {
        diagnostics.error(
          "there are \(entries.count) \(kind)s; at most \(limit) are possible", at: subject.span)
        return nil
      }
      var seen: [String: SourceSpan] = [:]
      let items = diagnostics.eachItem(entries) { entry, diagnostics in
        let name = VisibleText.quoted(entry.key)
        if let problem = TextRule.name.problem(in: entry.key) {
          diagnostics.error("the name of a \(kind) \(problem)", at: entry.keySpan)
        } else if let first = seen[entry.key] {
          diagnostics.error(
            "a second \(kind) is called \(name)", at: entry.keySpan,
            hint: "give it another name",
            related: [.init(span: first, message: "the first is here")])
        }
        seen[entry.key] = seen[entry.key] ?? entry.keySpan
        let subject = Subject(name: "\(kind) \(name)", span: entry.keySpan)
        return item.read(entry.value, subject, &diagnostics).map {
          Named(
            name: entry.key, nameSpan: entry.keySpan, span: entry.value.span, value: $0)
        }
      }
      return items.compactMap { $0 }
    }
  }

  /// A mapping with exactly one key, which says what kind of thing this is.
  static func tagged(_ what: String, _ cases: [Tag<Value>]) -> Shape {
    let kinds = cases.map(\.key).joined(separator: ", ")
    let example = cases.first.map { "{\($0.key): \($0.example)}" } ?? ""
    let expectation = "\(what), such as `\(example)`"
    let schema: JSONValue = [
      "type": "object",
      "properties": .object(cases.map { ($0.key, $0.schema) }),
      "additionalProperties": false,
      "minProperties": 1,
      "maxProperties": 1,
    ]
    return Shape(
      expectation: expectation, schema: schema, keys: cases.map(\.description), isOneOf: true
    ) { node, subject, diagnostics in
      guard case .mapping(let entries) = node.content, let first = entries.first else {
        diagnostics.mismatch(node, subject, expects: expectation)
        return nil
      }
      if entries.count > 1, entries.allSatisfy({ entry in cases.contains { $0.key == entry.key } })
      {
        diagnostics.error(
          "\(subject.name) can be only one thing, but this is a second", at: entries[1].keySpan,
          hint: "remove one of the two",
          related: [.init(span: first.keySpan, message: "the first is here")])
        return nil
      }
      guard let tag = cases.first(where: { $0.key == first.key }), entries.count == 1 else {
        let unknown = entries.first { entry in !cases.contains { $0.key == entry.key } } ?? first
        let meant = Spelling.closest(to: unknown.key, among: cases.map(\.key))
        diagnostics.error(
          "\(what) cannot be \(VisibleText.quoted(unknown.key)); it can be: \(kinds)",
          at: unknown.keySpan,
          hint: meant.map { "did you mean `\($0)`?" } ?? "write it as in `\(example)`")
        return nil
      }
      return tag.read(first, &diagnostics)
    }
  }
}

/// Something that the file gives a name, with where.
struct Named<Value> {
  var name: String
  var nameSpan: SourceSpan
  /// Of all that is said under the name.
  var span: SourceSpan
  var value: Value

  init(name: String, nameSpan: SourceSpan, span: SourceSpan? = nil, value: Value) {
    self.name = name
    self.nameSpan = nameSpan
    self.span = span ?? nameSpan
    self.value = value
  }
}

extension Named: Sendable where Value: Sendable {}

/// One kind of a `tagged` mapping.
struct Tag<Value>: Sendable {
  let key: String
  let example: String
  let description: KeyDescription
  let schema: JSONValue
  let read: @Sendable (Node.Entry, inout DiagnosticList) -> Value?

  init<Inner>(
    _ key: String, _ shape: Shape<Inner>, example: String, _ summary: String,
    _ make: @escaping @Sendable (Inner) -> Value?
  ) {
    self.key = key
    self.example = example
    schema = shape.schema.adding([("description", .string(summary))])
    description = KeyDescription(
      key: key, expectation: shape.expectation, isRequired: false, fallback: nil,
      summary: summary, keys: shape.keys, isOneOf: shape.isOneOf, schema: schema)
    read = { entry, diagnostics in
      let subject = Subject(name: "`\(key)`", span: entry.keySpan)
      return shape.read(entry.value, subject, &diagnostics).flatMap(make)
    }
  }
}
