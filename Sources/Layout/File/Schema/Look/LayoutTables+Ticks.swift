internal import Diagnostics
internal import JSON
internal import Layout
internal import Raster

extension LayoutTables {
  static let ticks = Shape.record(
    "a scale", empty: KnobStyle.Ticks(),
    [
      Field(
        "count", .whole(2...101, example: 11), example: 11, alsoCalled: ["major", "number"],
        "The number of long ticks, at equal distances."
      ) { count, ticks, _ in ticks.positions = .count(count) },
      Field(
        "every", .number(.positive, example: 10), example: 25,
        alsoCalled: ["step", "distance", "interval"],
        "The distance between long ticks, in the knob's unit."
      ) { distance, ticks, _ in ticks.positions = .every(distance) },
      Field(
        "at", labels, example: ["0": "Off", "50": "", "100": "Max"],
        alsoCalled: ["values", "positions", "names"],
        "The values that have a tick, each with its label, which may be empty."
      ) { labels, ticks, _ in ticks.positions = .listed(labels) },
      Field(
        "between", .whole(0...19, example: 4), intoOptional: \.between, example: 4,
        alsoCalled: ["minor", "subdivisions"],
        "The number of short ticks between two long ones."),
      Field(
        "labels", .flag, intoOptional: \.hasLabels, example: true,
        alsoCalled: ["numbers", "text"],
        "Whether the long ticks are labelled with their values."),
      textSizeField(\.labelSize, example: 14),
      colorField(\.color, example: "gold"),
    ],
    rules: [
      onlyOne(
        ["count", "every", "at"], of: "ticks", hint: "each sets the positions of the long ticks")
    ], prepare: { ticks, _, _, _ in ticks.isShown = true }, finish: checkCount,
    orOnly: .none
  ) { _, ticks in ticks.isShown = false }

  /// The maximum number of ticks of a knob, long and short.
  private static let maximumCount = 400.0

  private static let checkCount: Shape<KnobStyle.Ticks>.RecordStep = {
    ticks, locations, _, context in
    guard case .every(let distance)? = ticks.positions, let span = locations["every"]?.span,
      let range = context.knob?.range
    else { return }
    let between = locations["between"] == nil ? 4 : ticks.between ?? 4
    let count = (range.upperBound - range.lowerBound) / distance * Double(between + 1)
    if count > maximumCount {
      context.error(
        "this makes more than 400 ticks", at: span, hint: "write a larger distance")
    }
  }

  static let zones = Shape<[KnobStyle.Zone]>.list(
    "zone", count: 1...ColorRamp.maxColors, zone,
    expectation: "a list such as [[0, blue], [18, green], [24, red]]"
  ).converted { zones, subject, context -> [KnobStyle.Zone]? in
    for (zone, next) in zip(zones, zones.dropFirst()) where zone.from >= next.from {
      context.error(
        "the zone from \(NumberText.shown(next.from)) is not above the one from "
          + NumberText.shown(zone.from), at: subject.span,
        hint: "write the lowest value first")
      break
    }
    for zone in zones {
      context.checkRange(of: zone.from, "this zone begins at", at: subject.span)
    }
    return zones
  }

  /// A value and the colour from there upwards, as a list of two.
  private static let zone: Shape<KnobStyle.Zone> = {
    let (number, color) = (Shape<Double>.number(example: 18), Shape<Color>.color)
    return Shape(
      expectation: "a value and a colour, such as [18, green]",
      schema: [
        "type": "array", "items": ["anyOf": [number.schema, color.schema]], "minItems": 2,
        "maxItems": 2,
      ]
    ) { node, subject, context in
      guard case .sequence(let parts) = node.content, parts.count == 2 else {
        context.mismatch(node, subject)
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
    let text = Shape<String>.text(TextRule(mayBeEmpty: true, maximumLength: 40), example: "Off")
    return Shape(
      expectation: "values with their labels, such as {0: Off, 50: \"\", 100: Max}",
      schema: [
        "type": "object", "propertyNames": ["pattern": .string(NumberText.pattern)],
        "additionalProperties": text.schema, "minProperties": 1, "maxProperties": 64,
      ]
    ) { node, subject, context in
      guard case .mapping(let entries) = node.content, (1...64).contains(entries.count) else {
        context.mismatch(node, subject)
        return nil
      }
      let labels = entries.map { entry -> KnobStyle.Ticks.Label? in
        guard let value = NumberText.decimal(entry.key), abs(value) <= NumberText.limit else {
          context.error(
            "\(subject.name) has a tick at \(VisibleText.quoted(entry.key)), which is not a number",
            at: entry.keySpan, hint: "it expects \(subject.expectation)")
          return nil
        }
        let name = "the label of \(VisibleText.quoted(entry.key))"
        return text.read(entry.value, Subject(name: name, span: entry.keySpan), context).map {
          KnobStyle.Ticks.Label(value: value, text: $0)
        }
      }
      let readable = labels.compactMap { $0 }
      for label in readable {
        context.checkRange(of: label.value, "this tick is at", at: node.span)
      }
      return readable.count == labels.count ? readable : nil
    }
  }()

  /// How long the value remains visible: one second for `true`, nil for `false`.
  static let swap: Shape<OrNone<Int64>> = {
    let duration = Shape<Int64>.duration(NumberRule(range: 0...60), example: "2s")
    return Shape(
      expectation: "`true`, `false`, or a time, such as 2s",
      schema: ["anyOf": [Shape<Bool>.flag.schema, duration.schema]]
    ) { node, subject, context in
      if case .scalar(let text, isPlain: true) = node.content {
        if ["true", "True", "TRUE"].contains(text) { return OrNone(1_000_000) }
        if ["false", "False", "FALSE"].contains(text) { return OrNone(nil) }
        if text.contains(where: \.isNumber) {
          return duration.read(node, subject, context).map { OrNone($0) }
        }
      }
      context.mismatch(node, subject)
      return nil
    }
  }()
}

extension Shape where Value == Bool {
  /// The word `none`.
  static let none = Shape.choice(
    [("none", false)], synonyms: ["false": "none", "off": "none", "hidden": "none"])
}

extension Shape where Value == OrNone<Color> {
  /// A colour, or the word `none`.
  static let colorOrNone: Shape = {
    let color = Shape<Color>.color
    return Shape(
      expectation: color.expectation + ", or none",
      schema: ["anyOf": [["enum": ["none"]], color.schema]]
    ) { node, subject, context in
      if case .scalar("none", _) = node.content { return OrNone(nil) }
      return color.read(node, subject, context).map { OrNone($0) }
    }
  }()
}
