internal import Diagnostics
internal import JSON

extension Shape {
  /// One of these words.
  ///
  /// - Parameters:
  ///   - words: The words and their values.
  ///   - synonyms: Words from other programs, in lower case, for hints only.
  /// - Returns: The shape of one word.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func choice(
    _ words: [(word: String, value: Value)], synonyms: [String: String] = [:]
  ) -> Shape where Value: Sendable {
    let names = words.map(\.word)
    return Shape(
      expectation: "one of: " + names.joined(separator: ", "),
      schema: ["enum": .array(names.map(JSONValue.string))]
    ) { node, subject, context in
      guard case .scalar(let text, _) = node.content else {
        context.mismatch(node, subject)
        return nil
      }
      if let found = words.first(where: { $0.word == text }) { return found.value }
      context.mismatch(
        node, subject, hint: Spelling.hint(for: text, among: names, synonyms: synonyms))
      return nil
    }
  }

  /// One of the cases of an enumeration, by its raw value.
  @_semantics("optimize.sil.specialize.generic.never")
  package static func choice(
    of type: Value.Type, synonyms: [String: String] = [:]
  ) -> Shape where Value: CaseIterable & RawRepresentable<String> & Sendable {
    choice(Value.allCases.map { ($0.rawValue, $0) }, synonyms: synonyms)
  }

  /// One of these whole numbers; `hint` may suggest the right one for any other.
  package static func whole(
    among numbers: [Int], hint: @escaping @Sendable (Double) -> String? = { _ in nil }
  ) -> Shape where Value == Int {
    Shape<Double>.number(example: Double(numbers.first ?? 0)).map(
      expectation: "one of: " + numbers.map(String.init).joined(separator: ", "),
      schema: ["enum": .array(numbers.map { .number(Double($0)) })]
    ) { number, node, subject, context in
      guard let whole = Int(exactly: number), numbers.contains(whole) else {
        context.mismatch(node, subject, hint: hint(number))
        return nil
      }
      return whole
    }
  }

  /// One of the whole numbers of a short range.
  package static func whole(among range: ClosedRange<Int>) -> Shape where Value == Int {
    whole(among: Array(range))
  }

  /// A list, or in its place a single value.
  ///
  /// - Parameters:
  ///   - single: The shape of the single value.
  ///   - list: The shape of the list.
  ///   - expectation: Nil for the list's own.
  ///   - isSingle: Whether to read a node, which is not a list, as the single value.
  /// - Returns: The shape of both.
  static func either(
    single: Shape, list: Shape, expectation: String? = nil,
    isSingle: @escaping @Sendable (Node) -> Bool = { $0.isScalar && !$0.isNull }
  ) -> Shape {
    Shape(
      expectation: expectation ?? list.expectation,
      schema: ["anyOf": [single.schema, list.schema]], keys: single.keys
    ) { node, subject, context in
      if case .sequence = node.content { return list.read(node, subject, context) }
      if isSingle(node) { return single.read(node, subject, context) }
      context.mismatch(node, subject)
      return nil
    }
  }

  /// Either a mapping, or a word or number.
  package static func either(scalar: Shape, mapping: Shape) -> Shape {
    Shape(
      expectation: scalar.expectation + "; or " + mapping.expectation,
      schema: ["anyOf": [scalar.schema, mapping.schema]], keys: mapping.keys,
      isOneOf: mapping.isOneOf,
      over: { node, subject, base, context in
        switch node.content {
        case .mapping: mapping.read(node, subject, over: base, context)
        default: scalar.read(node, subject, over: base, context)
        }
      })
  }
}
