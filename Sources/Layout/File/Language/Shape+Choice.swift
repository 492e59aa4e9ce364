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
    let expectation = "one of: " + names.joined(separator: ", ")
    return Shape(
      expectation: expectation, schema: ["enum": .array(names.map(JSONValue.string))]
    ) { node, subject, context in
      guard case .scalar(let text, _) = node.content else {
        context.mismatch(node, subject, expects: expectation)
        return nil
      }
      if let found = words.first(where: { $0.word == text }) { return found.value }
      context.mismatch(
        node, subject, expects: expectation,
        hint: Spelling.closest(to: text, among: names + synonyms.keys.sorted()).map {
          "did you mean `\(synonyms[$0] ?? $0)`?"
        })
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

  /// One of these numbers; `hint` may suggest the right one for any other.
  package static func number(
    among numbers: [Double], hint: @escaping @Sendable (Double) -> String? = { _ in nil }
  ) -> Shape where Value == Double {
    let names = numbers.map(NumberText.shown).joined(separator: ", ")
    let expectation = "one of: \(names)"
    let schema: JSONValue = ["enum": .array(numbers.map(JSONValue.number))]
    return Shape<Double>.number(example: numbers.first ?? 0).map(
      expectation: expectation, schema: schema
    ) { number, node, subject, context in
      guard numbers.contains(number) else {
        context.mismatch(node, subject, expects: expectation, hint: hint(number))
        return nil
      }
      return number
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
