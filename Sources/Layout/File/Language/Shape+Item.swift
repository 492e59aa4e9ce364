internal import Diagnostics
internal import JSON

extension Shape {
  /// A record of an item of a section, such as a knob: it can `use` styles and be repeated, which
  /// `Expansion` has already expanded.
  ///
  /// - Parameters:
  ///   - noun: What the record describes, such as "a knob".
  ///   - empty: The record without any keys.
  ///   - fields: The keys, without those for reuse.
  ///   - rules: Rules between keys, without those for reuse.
  ///   - prepare: Resolves the values that keys of later phases depend on.
  ///   - finish: Resolves the values that depend on several keys.
  /// - Returns: The shape of the record.
  static func item(
    _ noun: String, empty: Value, _ fields: [Field<Value>], rules: [KeyRule],
    prepare: RecordStep? = nil, finish: RecordStep? = nil
  ) -> Shape where Value: Sendable {
    let byRule = KeyRule.needs(
      "by", "repeat", "`by` has no effect without a `repeat`", hint: "add `repeat: 4`")
    let record = record(
      noun, empty: empty, fields + LayoutTables.reuseFields(), rules: rules + [byRule],
      prepare: prepare, finish: finish)
    let kind = String(noun.drop { $0 != " " }.dropFirst())
    return Shape(
      expectation: record.expectation, schema: record.schema.loosenedWhereReused(kind),
      keys: record.keys
    ) { node, subject, context in
      context.addingNote(subject.name, uses: node.span, from: subject.span) {
        record.read(node, subject, context)
      }
    }
  }

  /// One value, or a list of `count` values.
  package static func oneOrMore<Item>(
    _ noun: String, count: ClosedRange<Int>, _ item: Shape<Item>, expectation: String
  ) -> Shape where Value == [Item] {
    either(
      single: item.map { item, _, _, _ in [item] },
      list: list(noun, count: count, item, expectation: expectation))
  }

  /// A whole number.
  package static func count(_ range: ClosedRange<Int>, example: Int) -> Shape where Value == Int {
    let rule = NumberRule(range: Double(range.lowerBound)...Double(range.upperBound))
    return Shape<Double>.number(rule, example: Double(example)).map(
      expectation: "a whole number, such as \(example)", schema: rule.schema("integer")
    ) { number, node, subject, context in
      guard let whole = Int(exactly: number) else {
        context.mismatch(node, subject)
        return nil
      }
      return whole
    }
  }
}

extension Shape where Value == Located<String> {
  /// A text and its location.
  static func word(_ rule: TextRule = .name, example: String) -> Shape {
    Shape<String>.text(rule, example: example).located
  }
}
