internal import Diagnostics
internal import JSON

extension Shape where Value == Iteration {
  /// The most values of a copy, and the most values of a list among them.
  private static let keyLimit = 16
  private static let listLimit = 16
  /// The longest text among the values, in characters.
  private static let textLimit = 200
  /// The words that may be keys of values.
  private static let keyPattern = "^[a-z][a-z0-9_]{0,15}$"

  /// A copy of a repeated item: its name, or a mapping of its values.
  static let iteration = Shape<Iteration>(
    expectation: "a name, or values such as {name: Kitchen, color: teal}",
    schema: [
      "anyOf": [
        CopyName.shape.schema,
        [
          "type": "object", "minProperties": 1, "maxProperties": .number(Double(keyLimit)),
          "propertyNames": ["pattern": .string(keyPattern)],
          "additionalProperties": ["type": ["string", "number", "boolean", "array"]],
        ],
      ]
    ]
  ) { node, subject, context in
    guard case .mapping(let entries) = node.content else {
      return CopyName.shape.read(node, subject, context).map {
        Iteration(number: 0, name: $0, span: $0.span)
      }
    }
    guard (1...keyLimit).contains(entries.count) else {
      context.error(
        "\(subject.name) has \(entries.count) values; it must have 1 to \(keyLimit)", at: node.span)
      return nil
    }
    var iteration = Iteration(number: 0, span: node.span)
    for entry in entries {
      guard check(entry, subject, context) else { return nil }
      iteration.values[entry.key] = entry.value
    }
    guard let name = node["name"] else { return iteration }
    let nameSubject = Subject(name: "`name` of \(subject.name)", span: name.span)
    iteration.name = CopyName.shape.read(name, nameSubject, context)
    return iteration.name == nil ? nil : iteration
  }

  /// Checks a value's key and size; returns false after reporting the reason.
  private static func check(
    _ entry: Node.Entry, _ subject: Subject, _ context: ReadingContext
  ) -> Bool {
    let key = entry.key
    let isWord =
      (1...16).contains(key.utf8.count) && key.utf8.first.map { $0 >= 0x61 && $0 <= 0x7A } == true
      && key.utf8.allSatisfy { $0 >= 0x61 && $0 <= 0x7A || $0 >= 0x30 && $0 <= 0x39 || $0 == 0x5F }
    guard isWord, !key.allSatisfy({ $0 == "n" }) else {
      context.error(
        "\(VisibleText.quoted(key)) cannot be the key of a value in `repeat`", at: entry.keySpan,
        hint: "write a word of 1 to 16 small letters, digits and _; `n` is the number of the copy")
      return false
    }
    func isShort(_ node: Node) -> Bool {
      if case .scalar(let text, _) = node.content { return text.count <= textLimit }
      return false
    }
    switch entry.value.content {
    case .broken: return false
    case .scalar where entry.value.isNull: break
    case .scalar where isShort(entry.value): return true
    case .sequence(let items) where items.count <= listLimit && items.allSatisfy(isShort):
      return true
    default: break
    }
    context.error(
      "`\(key)` of \(subject.name) must be a text, a number or a short list", at: entry.span,
      hint: "write at most \(textLimit) characters, or a list of at most \(listLimit) of them")
    return false
  }
}

/// The name of a copy.
private enum CopyName {
  static let shape = Shape<Located<String>>.word(example: "Kitchen")
}
