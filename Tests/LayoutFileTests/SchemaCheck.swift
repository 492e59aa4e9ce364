import Layout
@testable import LayoutFile

/// Checks values against the part of JSON Schema that the generated schema uses.
struct SchemaCheck {
  let root: Node

  /// Returns nil if the value satisfies the schema, or this part of it.
  func problem(of value: Node, in part: Node? = nil) -> String? {
    let schema = part ?? root
    guard case .mapping(let rules) = schema.content else { return "no schema" }
    for rule in rules {
      if let problem = problem(of: value, rule.key, rule.value, among: rules) { return problem }
    }
    return nil
  }

  private func problem(
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
    case ("not", _, _): return problem(of: value, in: operand) == nil ? "not" : nil
    case ("dependentRequired", .mapping(let needs), .mapping(let entries)):
      for need in needs where entries.contains(where: { $0.key == need.key }) {
        guard case .sequence(let keys) = need.value.content else { return "no keys" }
        for key in keys where !entries.contains(where: { $0.key == text(key) }) {
          return "\(need.key) without \(text(key))"
        }
      }
    case ("$ref", .scalar(let path, _), _):
      guard let definition = root["$defs"]?[String(path.dropFirst("#/$defs/".count))] else {
        return "no \(path)"
      }
      return problem(of: value, in: definition)
    case ("allOf", .sequence(let schemas), _):
      return schemas.lazy.compactMap { problem(of: value, in: $0) }.first
    case ("if", _, _):
      let branch = problem(of: value, in: operand) == nil ? "then" : "else"
      return rules.first { $0.key == branch }.flatMap { problem(of: value, in: $0.value) }
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
    case ("propertyNames", _, .mapping(let entries)):
      for entry in entries {
        let name = Node(
          content: .scalar(text: entry.key, isPlain: false), span: entry.keySpan)
        if let problem = problem(of: name, in: operand) { return "\(entry.key): \(problem)" }
      }
    case ("prefixItems", .sequence(let schemas), .sequence(let items)):
      return zip(items, schemas).lazy.compactMap { problem(of: $0, in: $1) }.first
    case ("items", _, .sequence(let items)):
      // Items after those with their own schemas.
      var count = 0
      if case .sequence(let schemas)? = rules.first(where: { $0.key == "prefixItems" })?.value
        .content
      {
        count = schemas.count
      }
      return items.dropFirst(count).lazy.compactMap { problem(of: $0, in: operand) }.first
    case ("minItems", _, .sequence(let items)):
      return items.count < Int(text(operand)) ?? 0 ? rule : nil
    case ("uniqueItems", _, .sequence(let items)):
      let texts = items.map { text($0) }
      return Set(texts).count < texts.count ? rule : nil
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
    case ("then", _, _), ("else", _, _), ("description", _, _), ("default", _, _),
      ("examples", _, _), ("format", _, _),
      ("title", _, _), ("$schema", _, _), ("$defs", _, _):
      break
    default:
      // A rule for another kind of value does not apply; an unknown rule must not be ignored.
      let others = [
        "required", "properties", "additionalProperties", "propertyNames", "items",
        "prefixItems", "dependentRequired",
      ]
      let limits = ["minLength", "maxLength", "minItems", "maxItems", "pattern", "uniqueItems"]
      let counts = ["minProperties", "maxProperties"]
      return (others + limits + counts).contains(rule) ? nil : "cannot check \(rule)"
    }
    return nil
  }

  private func text(_ node: Node) -> String {
    if case .scalar(let text, _) = node.content { text } else { "" }
  }

  private func compare(_ value: Node, _ limit: Node) -> (Double, Double)? {
    guard isA(value, "number"), let number = Double(text(value)), let limit = Double(text(limit))
    else { return nil }
    return (number, limit)
  }

  private func isA(_ node: Node, _ type: String) -> Bool {
    switch (type, node.content) {
    case ("object", .mapping), ("array", .sequence): true
    case ("number", .scalar(let text, isPlain: true)): Double(text) != nil
    case ("integer", .scalar(let text, isPlain: true)):
      Double(text).flatMap(Int.init(exactly:)) != nil
    case ("null", .scalar): node.isNull
    case ("boolean", .scalar(let text, isPlain: true)): text == "true" || text == "false"
    case ("string", .scalar(let text, let isPlain)):
      !isPlain || (Double(text) == nil && text != "true" && text != "false" && !node.isNull)
    default: false
    }
  }
}
