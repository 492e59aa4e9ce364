import Testing

@testable import LayoutFile

@Suite struct SchemaTests {
  /// The schema, read as YAML, of which JSON is a part.
  private static func schema() throws -> Node {
    let bytes = Array(LayoutSchema.json.utf8)
    var diagnostics = DiagnosticList()
    var reader = NodeReader(bytes[...], file: SourceFile(path: "schema", bytes: bytes))
    let node = try reader.read(&diagnostics)
    #expect(!diagnostics.hasErrors)
    return node
  }

  private static func node(_ text: [UInt8]) throws -> Node {
    var diagnostics = DiagnosticList()
    var reader = NodeReader(text[...], file: SourceFile(path: "", bytes: text))
    return try reader.read(&diagnostics)
  }

  @Test("Every layout that is shipped satisfies it") func shipped() throws {
    let schema = try Self.schema()
    for name in TestFolder.names(in: TestFolder.layouts, ending: ".yaml") {
      let layout = try Self.node(
        try #require(TestFolder.read("\(TestFolder.layouts)/\(name).yaml")))
      #expect(SchemaCheck.problem(of: layout, in: schema) == nil, "\(name)")
    }
  }

  @Test(
    "An editor finds what one key alone gets wrong",
    arguments: [
      "key-misspelled", "key-unknown", "diameter-zero", "diameter-list", "center-three",
      "taper-two",
      "control-unknown", "control-without-element", "rotate-odd", "theme-unknown", "size-zero",
      "knob-without-place", "version-missing", "version-newer", "turns-zero", "endless-yes",
      "sectors-one", "knobs-as-list", "label-without-place", "diameter-unit", "range-hyphen",
      "mqtt-topic-wildcard", "mqtt-topic-empty", "mqtt-template-constant", "mqtt-port-zero",
      "mqtt-port-fraction", "mqtt-password-text", "mqtt-qos-two", "mqtt-without-set",
    ]) func mistakes(name: String) throws
  {
    let bytes = try #require(TestFolder.read("\(MistakeTests.folder)/\(name).yaml"))
    #expect(SchemaCheck.problem(of: try Self.node(bytes), in: try Self.schema()) != nil)
  }

  @Test("The example of every key is one that its own schema takes, and so are the defaults")
  func examples() throws {
    var count = 0
    func visit(_ node: Node) {
      guard case .mapping(let entries) = node.content else { return }
      let examples = entries.first { $0.key == "examples" }?.value
      if case .sequence(let values)? = examples?.content {
        for value in values {
          // The examples of `panel` and `knobs` show the least; the others are whole.
          #expect(SchemaCheck.problem(of: value, in: node) == nil, "\(value)")
          count += 1
        }
      }
      if let value = entries.first(where: { $0.key == "default" })?.value, examples != nil {
        #expect(SchemaCheck.problem(of: value, in: node) == nil, "\(value)")
      }
      for entry in entries { visit(entry.value) }
    }
    visit(try Self.schema())
    #expect(count >= 27)
  }

  @Test("The key reference names every key once in its table, with what it means") func markdown() {
    let text = LayoutSchema.markdown
    for key in LayoutTables.layout.keys + LayoutTables.knob.keys + LayoutTables.panel.keys {
      #expect(text.contains("| `\(key.key)` |"))
      #expect(key.summary.hasSuffix("."))
    }
    #expect(text.contains("### `knobs.control.alsa`"))
  }
}

/// The part of JSON Schema that the generated schema uses, read from its text.
enum SchemaCheck {
  /// Nil if the value satisfies the schema.
  static func problem(of value: Node, in schema: Node) -> String? {
    guard case .mapping(let rules) = schema.content else { return "no schema" }
    for rule in rules {
      if let problem = problem(of: value, rule.key, rule.value, among: rules) { return problem }
    }
    return nil
  }

  private static func problem(
    of value: Node, _ rule: String, _ operand: Node, among rules: [Node.Entry]
  ) -> String? {
    switch (rule, operand.content, value.content) {
    case ("type", .sequence(let types), _):
      return types.contains { isA(value, text($0)) } ? nil : "type of \(value.kind)"
    case ("type", _, _): return isA(value, text(operand)) ? nil : "type of \(value.kind)"
    case ("enum", .sequence(let words), _):
      return words.contains { text($0) == text(value) } ? nil : "enum \(value.kind)"
    case ("anyOf", .sequence(let schemas), _):
      return schemas.contains { problem(of: value, in: $0) == nil } ? nil : "anyOf \(value.kind)"
    case ("required", .sequence(let keys), .mapping(let entries)):
      return keys.first { key in !entries.contains { $0.key == text(key) } }.map {
        "no \(text($0))"
      }
    case ("properties", .mapping(let properties), .mapping(let entries)):
      for entry in entries {
        guard let schema = properties.first(where: { $0.key == entry.key })?.value else { continue }
        if let problem = problem(of: entry.value, in: schema) { return "\(entry.key): \(problem)" }
      }
    case ("additionalProperties", _, .mapping(let entries)):
      var known: [String] = []
      if case .mapping(let properties)? = rules.first(where: { $0.key == "properties" })?.value
        .content
      {
        known = properties.map(\.key)
      }
      for entry in entries where !known.contains(entry.key) {
        if case .scalar = operand.content { return "unknown \(entry.key)" }
        if let problem = problem(of: entry.value, in: operand) { return problem }
      }
    case ("items", _, .sequence(let items)):
      for item in items { if let problem = problem(of: item, in: operand) { return problem } }
    case ("minItems", _, .sequence(let items)):
      return items.count < Int(text(operand)) ?? 0 ? rule : nil
    case ("maxItems", _, .sequence(let items)):
      return items.count > Int(text(operand)) ?? 0 ? rule : nil
    case ("minProperties", _, .mapping(let entries)):
      return entries.count < Int(text(operand)) ?? 0 ? rule : nil
    case ("maxProperties", _, .mapping(let entries)):
      return entries.count > Int(text(operand)) ?? 0 ? rule : nil
    case ("minLength", _, .scalar(let text, _)) where isA(value, "string"):
      return text.unicodeScalars.count < Int(self.text(operand)) ?? 0 ? rule : nil
    case ("maxLength", _, .scalar(let text, _)) where isA(value, "string"):
      return text.unicodeScalars.count > Int(self.text(operand)) ?? 0 ? rule : nil
    case ("minimum", _, _): return compare(value, operand).map { $0 < $1 } == true ? rule : nil
    case ("maximum", _, _): return compare(value, operand).map { $0 > $1 } == true ? rule : nil
    case ("exclusiveMinimum", _, _):
      return compare(value, operand).map { $0 <= $1 } == true ? rule : nil
    case ("pattern", _, .scalar(let text, _)) where isA(value, "string"):
      guard let regex = try? Regex(self.text(operand)) else { return "pattern cannot be read" }
      return text.firstMatch(of: regex) == nil ? rule : nil
    case ("propertyNames", _, _), ("description", _, _), ("default", _, _), ("examples", _, _),
      ("title", _, _), ("$schema", _, _):
      break
    default:
      // A rule for another kind of value does not apply; an unknown one must not be passed over.
      let others = ["required", "properties", "additionalProperties", "items"]
      let limits = ["minLength", "maxLength", "minItems", "maxItems", "pattern"]
      let counts = ["minProperties", "maxProperties"]
      return (others + limits + counts).contains(rule) ? nil : "cannot check \(rule)"
    }
    return nil
  }

  private static func text(_ node: Node) -> String {
    if case .scalar(let text, _) = node.content { text } else { "" }
  }

  private static func compare(_ value: Node, _ limit: Node) -> (Double, Double)? {
    guard isA(value, "number"), let number = Double(text(value)), let limit = Double(text(limit))
    else { return nil }
    return (number, limit)
  }

  private static func isA(_ node: Node, _ type: String) -> Bool {
    switch (type, node.content) {
    case ("object", .mapping), ("array", .sequence): true
    case ("number", .scalar(let text, isPlain: true)): Double(text) != nil
    case ("integer", .scalar(let text, isPlain: true)): Int(text) != nil
    case ("boolean", .scalar(let text, isPlain: true)): text == "true" || text == "false"
    case ("string", .scalar(let text, let isPlain)):
      !isPlain || (Double(text) == nil && text != "true" && text != "false" && !node.isNull)
    default: false
    }
  }
}
