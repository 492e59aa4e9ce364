internal import Diagnostics
internal import JSON
internal import Layout
internal import Raster

extension LayoutTables {
  static let ticks = Shape<TicksDraft>.either(
    scalar: .none(TicksDraft(isShown: false)),
    mapping: .record(
      "a scale", empty: TicksDraft(),
      [
        Field(
          "count", .whole(2...101, example: 11), draft: \.count, example: 11,
          alsoCalled: ["major", "number"], "How many long ticks there are, at equal distances."),
        Field(
          "every", .number(.positive, example: 10), draft: \.every, example: 25,
          alsoCalled: ["step", "distance", "interval"],
          "The distance of long ticks, in the knob's unit."),
        Field(
          "at", labels, draft: \.listed, example: ["0": "Off", "50": "", "100": "Max"],
          alsoCalled: ["values", "positions", "names"],
          "The values that have a tick, each with its label, which may be empty."),
        Field(
          "between", .whole(0...19, example: 4), draft: \.between, example: 4,
          alsoCalled: ["minor", "subdivisions"], "How many short ticks stand between two long."),
        Field(
          "labels", .flag, draft: \.labels, example: true, alsoCalled: ["numbers", "text"],
          "Whether the long ticks have their values beside them."),
        Field("color", .color, draft: \.color, example: "gold", alsoCalled: colour, itsColor),
      ],
      rules: KeyRule.alternatives(["count", "every", "at"])))

  /// A value and the colour from there on, as a list of two.
  static let zone: Shape<KnobStyle.Zone> = {
    let expectation = "a value and a colour, such as [18, green]"
    let (number, color) = (Shape<Double>.number(example: 18), Shape<Color>.color)
    return Shape(
      expectation: expectation,
      schema: [
        "type": "array", "items": ["anyOf": [number.schema, color.schema]], "minItems": 2,
        "maxItems": 2,
      ]
    ) { node, subject, context in
      guard case .sequence(let parts) = node.content, parts.count == 2 else {
        context.mismatch(node, subject, expects: expectation)
        return nil
      }
      let value = number.read(
        parts[0], Subject(name: "the value of \(subject.name)", span: subject.span), context)
      let shown = color.read(
        parts[1], Subject(name: "the colour of \(subject.name)", span: subject.span),
        context)
      guard let value, let shown else { return nil }
      return KnobStyle.Zone(from: value, color: shown)
    }
  }()

  private static let labels: Shape<[KnobStyle.Ticks.Label]> = {
    let expectation = "values with their labels, such as {0: Off, 50: \"\", 100: Max}"
    let text = Shape<String>.text(TextRule(mayBeEmpty: true, maximumLength: 40), example: "Off")
    return Shape(
      expectation: expectation,
      schema: [
        "type": "object", "propertyNames": ["pattern": .string(NumberText.pattern)],
        "additionalProperties": text.schema, "minProperties": 1, "maxProperties": 64,
      ]
    ) { node, subject, context in
      guard case .mapping(let entries) = node.content, (1...64).contains(entries.count) else {
        context.mismatch(node, subject, expects: expectation)
        return nil
      }
      let labels = entries.map { entry -> KnobStyle.Ticks.Label? in
        guard let value = NumberText.decimal(entry.key), abs(value) <= NumberText.limit else {
          context.error(
            "\(subject.name) has a tick at \(VisibleText.quoted(entry.key)), which is no number",
            at: entry.keySpan, hint: "it expects \(expectation)")
          return nil
        }
        let name = "the label of \(VisibleText.quoted(entry.key))"
        return text.read(entry.value, Subject(name: name, span: entry.keySpan), context).map {
          KnobStyle.Ticks.Label(value: value, text: $0)
        }
      }
      return labels.contains { $0 == nil } ? nil : labels.compactMap { $0 }
    }
  }()

  /// `true` for a second, or how many.
  static let swap: Shape<SwapDraft> = {
    let number = Shape<Double>.number(NumberRule(range: 0...60), example: 2)
    let expectation = "`true`, `false`, or seconds, such as 2"
    return Shape(
      expectation: expectation, schema: ["anyOf": [Shape<Bool>.flag.schema, number.schema]]
    ) { node, subject, context in
      if case .scalar(let text, isPlain: true) = node.content {
        if ["true", "True", "TRUE"].contains(text) { return SwapDraft(seconds: 1) }
        if ["false", "False", "FALSE"].contains(text) { return SwapDraft(seconds: nil) }
        if case .success = NumberText.read(text) {
          return number.read(node, subject, context).map { SwapDraft(seconds: $0) }
        }
      }
      context.mismatch(node, subject, expects: expectation)
      return nil
    }
  }()
}

extension Shape {
  /// The word `none`, which means `value`.
  static func none(_ value: Value) -> Shape where Value: Sendable {
    .choice([("none", value)], synonyms: ["false": "none", "off": "none", "hidden": "none"])
  }

  /// The word `none`, or a colour.
  static func colorOrNone(
    _ none: Value, _ make: @escaping @Sendable (Setting<Color>) -> Value
  ) -> Shape where Value: Sendable {
    let color = Shape<Color>.color
    return Shape(
      expectation: color.expectation + ", or none",
      schema: ["anyOf": [["enum": ["none"]], color.schema]]
    ) { node, subject, context in
      if case .scalar("none", _) = node.content { return none }
      return color.setting(make).read(node, subject, context)
    }
  }

  /// This value alone, where a mapping with more keys could stand.
  func setting<Record>(
    _ make: @escaping @Sendable (Setting<Value>) -> Record
  ) -> Shape<Record> {
    map { value, node, subject, _ in
      make(Setting(value: value, keySpan: subject.span, span: node.span))
    }
  }
}
