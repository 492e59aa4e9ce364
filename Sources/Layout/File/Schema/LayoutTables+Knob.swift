internal import Diagnostics
internal import Gesture
internal import JSON
internal import Knobs
internal import Layout

extension LayoutTables {
  static func knob(
    _ control: Shape<OrNone<ControlLayout>>, _ controls: [ControlKeys]
  ) -> Shape<KnobEntry> {
    .item(
      "a knob", empty: KnobEntry(),
      positionFields(control) + [readingField(controls)] + cellFields() + [alignField()]
        + valueFields + turnFields + feelFields + lookFields + skinFields + [
          visibleField(\.knob.isVisible),
          whenField(
            controls, knobChanges, schema: "knob_case",
            example: ["knob": "source", "is": "Radio", "visible": false],
            documentsConditions: true),
        ],
      rules: travelRules + [sectorRule, readingRule, limitRule, .onePosition(["cell", "center"])]
        + cellRules("span", "align"),
      prepare: { entry, locations, subject, context in entry.prepare(locations, subject, context) },
      finish: { entry, locations, _, context in entry.finish(locations, context) })
  }

  /// The keys that determine the travel exclude each other, apart from `sectors` with a `sweep`.
  private static let travelRules = [
    KeyRule.alternatives([endlessKey, "sectors", "turns"], travelConflict),
    KeyRule.alternatives([endlessKey, "sweep"], travelConflict),
    KeyRule.alternatives(["turns", "sweep"], travelConflict),
  ]

  private static let endlessKey = KeyRule.Key("endless", among: [true])

  @Sendable private static func travelConflict(
    _ first: KeyRule.Written, _ other: KeyRule.Written, _ subject: Subject
  ) -> Diagnostic {
    let hint =
      switch first.key {
      case "endless": "it has no ends; remove `endless` or `\(other.key)`"
      case "sectors": "its sectors share one turn; remove `sectors` or `\(other.key)`"
      default: "`turns` sets its travel; remove `turns` or `\(other.key)`"
      }
    return Diagnostic(
      .error, "a knob with `\(first.key)` cannot have `\(other.key)` too", at: other.keySpan,
      hint: hint, related: [.init(span: first.keySpan, message: "`\(first.key)` is here")])
  }

  private static let sectorRule = KeyRule.apart(
    "sectors", from: ["range", "step", "taper", "format"]
  ) {
    sectors, other, _ in
    Diagnostic(
      .error, "a knob with `sectors` cannot have `\(other.key)` too", at: other.keySpan,
      hint: "its values are its sectors; remove `sectors` or `\(other.key)`",
      related: [.init(span: sectors.keySpan, message: "`sectors` is here")])
  }

  private static let limitRule = KeyRule.apart(
    "limit", from: [KeyRule.Key("endless", among: [true]), "sectors"]
  ) { limit, other, _ in
    Diagnostic(
      .error, "a knob with `\(other.key)` cannot have a `limit`", at: limit.keySpan,
      hint: "a finger could pass it the other way round; remove `limit` or `\(other.key)`",
      related: [.init(span: other.keySpan, message: "`\(other.key)` is here")])
  }

  private static func positionFields(_ control: Shape<OrNone<ControlLayout>>) -> [Field<KnobEntry>]
  {
    [
      Field(
        "center", .position, into: \.knob.center, required: true, unless: ["cell"],
        example: [400, 240], alsoCalled: ["centre", "position", "pos", "at", "x", "y"],
        "Its centre, from the top left corner; % of the panel's width and height."
      ).read(in: .first),
      Field(
        "diameter", .pixels(.positive), into: \.knob.diameter, required: true, unless: ["cell"],
        example: 340,
        alsoCalled: ["size", "radius", "width", "height", "w", "h"],
        "The distance from edge to edge; % of the panel's shorter side. In a cell, the largest "
          + "that fits if left out."
      ).read(in: .first),
      Field(
        "name", .text(example: "Living room"), intoOptional: \.knob.name, example: "Living room",
        alsoCalled: ["label", "title", "text"], "The name shown on the panel."),
      Field(
        "control", control, example: ["alsa": ["card": "default", "element": "Master"]],
        alsoCalled: ["volume", "target", "output", "mixer", "entity", "entity_id"],
        "What it controls; without a control, or with `none`, it only keeps its value. With a list, the "
          + "first target is believed and the others follow."
      ) { control, entry, _ in entry.knob.control = control.value }.read(in: .last),
    ]
  }

  private static let valueFields: [Field<KnobEntry>] = [
    Field(
      "range",
      range, into: \.knob.scale.range, fallback: [0, 100], example: [0, 100],
      alsoCalled: [
        "min", "max", "minimum", "maximum", "limits", "min_value", "max_value",
      ],
      "Its lowest and highest value."
    ).read(in: .first),
    Field(
      "value", knobValue, example: 20, alsoCalled: ["initial", "start"],
      "Shown until the control answers, never sent; the lowest value if left out."
    ) { value, entry, context in
      entry.knob.value = value
      context.knob?.value = value
    },
    Field(
      "default", knobValue, intoOptional: \.knob.defaultValue, example: 20, alsoCalled: ["reset"],
      "The value that a double tap sets; if left out, a double tap does nothing."),
    Field(
      "limit", limit, example: 85, alsoCalled: ["hard_limit", "cap", "max_volume"],
      "The highest value that the panel can set, by finger, tap, preset or master: a number, or "
        + "the value of another knob, as in `{knob: bar-limit}`. A higher value that the control "
        + "reports is shown, and not lowered."
    ) { limit, entry, _ in
      switch limit {
      case .value(let value): entry.knob.guards.limit = value
      case .knob(let name):
        entry.knob.guards.limitKnob = name.value
        entry.limitName = name
      }
    },
    returnField,
    Field(
      "unit", .text(TextRule(mayBeEmpty: true, maximumLength: 20), example: "dB"),
      into: \.knob.unit,
      fallback: "", example: "%", alsoCalled: ["units", "suffix"],
      "Shown after the value."),
    Field(
      "step", .number(.positive, example: 1, limitHint: "leave `step` out for a smooth knob"),
      into: \.knob.scale.step, example: 1,
      alsoCalled: ["steps", "increment", "resolution"],
      "The distance between values; if left out, it turns continuously."
    ).read(in: .first),
    Field(
      "taper", taper, into: \.knob.scale.taper, fallback: "linear", example: "log",
      alsoCalled: ["curve", "scale", "law"],
      "How positions of the pointer map to values."
    ).read(in: .first),
  ]

  /// A limit as it is written.
  private enum Limit: Sendable {
    case value(Double)
    case knob(Located<String>)
  }

  private static let limit = Shape<Limit>.either(
    scalar: Shape<Double>.valueInRange(example: 85).converted { value, _, _ in .value(value) },
    mapping: .tagged(
      "a limit",
      [
        Tag(
          "knob", Shape.word(example: "bar-limit"), example: "bar-limit",
          "The knob whose value is the limit, with the same unit and a range within this knob's. "
            + "Lowering it lowers this knob at once; raising it raises nothing. While it cannot be "
            + "reached, its last value holds; while none is known, this knob can only be lowered.",
          Limit.knob)
      ]))

  private static let turnFields: [Field<KnobEntry>] = [
    Field(
      "turn", .choice(of: TurnMode.self, synonyms: ["circular": "relative", "rotary": "relative"]),
      into: \.knob.turn, fallback: "relative", example: "auto", alsoCalled: ["mode", "gesture"],
      "How a finger turns it."),
    Field(
      "sweep", sweep, into: \.knob.travel, fallback: [-135, 135], example: [-150, 150],
      alsoCalled: ["angles", "angle", "arc"],
      "The pointer's angles at its ends, in degrees clockwise from 12 o'clock; more than 360 apart "
        + "for a knob of several turns."
    ).read(in: .first),
    Field(
      "turns", turns, into: \.knob.travel, example: 3, alsoCalled: ["revolutions"],
      "Turns from the lowest to the highest value, from 12 o'clock on, instead of a sweep."
    ).read(in: .first),
    Field(
      "endless", .flag, fallback: false, example: true,
      alsoCalled: ["infinite", "continuous", "wrap"],
      "Turns without ends; one turn is the whole range."
    ) { isEndless, entry, _ in
      if isEndless { entry.knob.travel = .endless }
    }.read(in: .first),
    Field(
      "sectors", sectors, intoOptional: \.sectors, example: ["Radio", "CD", "TV"],
      alsoCalled: ["positions", "choices"],
      "Makes it a wheel that rests on one of these; its values are these names. With a `sweep`, it is "
        + "a switch with two ends, such as `sectors: [A, B, C], sweep: [-45, 45]`."
    ).read(in: .first),
    inputField,
  ]

  private static let sweep = Shape.pair(
    .number(NumberRule(range: -3600...3600), example: -135),
    expectation: "the angles of the lowest and the highest value, such as [-135, 135]",
    areDifferent: true
  ).converted { sweep, subject, context -> Travel? in
    guard sweep.first != sweep.second else {
      context.error(
        "this sweep begins and ends at the same angle", at: subject.span,
        hint: "for a whole turn write `sweep: [0, 360]`, for one without ends `endless: true`")
      return nil
    }
    return .arc(from: sweep.first, to: sweep.second)
  }

  private static let turns = Shape.number(NumberRule(above: 0, range: 0...100), example: 3)
    .converted { turns, _, _ in Travel.turns(turns) }

  private static let sectors = Shape.list(
    "sector", count: 2...36, .text(.name, example: "CD"),
    expectation: "a list of 2 to 36 names, such as [Radio, CD, TV]", areDifferent: true
  ).converted { sectors, subject, context -> [String]? in
    if let duplicate = sectors.indices.first(where: { sectors[..<$0].contains(sectors[$0]) }) {
      context.error(
        "two sectors are named \(VisibleText.quoted(sectors[duplicate]))", at: subject.span,
        hint: "give each its own name")
      return nil
    }
    return sectors
  }

  /// The minimum width of a range; keeps positions computed from values exact enough.
  private static let minimumWidth = 1e-6

  private static let range = Shape.pair(
    .number(example: 0), expectation: "the lowest and the highest value, such as [0, 100]",
    areDifferent: true
  ).converted { range, subject, context -> ClosedRange<Double>? in
    let (low, high) = (NumberText.shown(range.first), NumberText.shown(range.second))
    if range.first > range.second {
      context.error(
        "this range ends at \(high), below its beginning at \(low)", at: subject.span,
        hint: "write [\(high), \(low)]; a knob that grows counter-clockwise swaps the two "
          + "angles of its `sweep`")
      return nil
    }
    if range.second - range.first < minimumWidth {
      context.error(
        range.first == range.second
          ? "this range begins and ends at \(low)"
          : "the ends of this range are less than 0.000001 apart",
        at: subject.span, hint: "write the lowest and the highest value, such as [0, 100]")
      return nil
    }
    return range.first...range.second
  }

  private static let taper = Shape<Taper>.either(
    scalar: .choice(
      [("linear", .linear), ("log", .logarithmic), ("db", .decibel), ("cubic", .cubic)],
      synonyms: [
        "logarithmic": "log", "exponential": "log", "exp": "log", "decibel": "db",
        "decibels": "db", "audio": "cubic", "cube": "cubic", "lin": "linear",
      ]),
    mapping: .tagged(
      "a taper",
      [
        Tag(
          "power", .number(NumberRule(range: 0.1...10), example: 2), example: "2",
          "The value grows with this power of the position.", Taper.power),
        Tag(
          "zero_at", .percent(from: 1, upTo: 99, example: 60), example: "60",
          "The value is 0 at this percentage of the sweep, and changes evenly on both sides, such as "
            + "decibels from -60 to 10."
        ) { .zero(position: $0 / 100) },
        Tag(
          "piecewise",
          .list(
            "point", count: 2...64,
            .pair(.number(example: 0.5), expectation: "position and value, such as [0.5, 20]"),
            expectation: "points of position and value, such as [[0, 0], [0.5, 20], [1, 100]]"),
          example: "[[0, 0], [0.5, 20], [1, 100]]",
          "Straight lines between points of position (0 to 1) and value, both ascending."
        ) { points in
          .piecewise(points.map { Taper.Breakpoint(position: $0.first, value: $0.second) })
        },
      ]))

  /// A number or a word, which is read later, once its knob is known.
  static let sectorOrNumber = Shape<Node>(
    expectation: "a number, or the name of a sector", schema: ["type": ["number", "string"]]
  ) { node, subject, context in
    if case .scalar = node.content, !node.isNull { return node }
    context.mismatch(node, subject, expects: "a number, such as 20, or the name of a sector")
    return nil
  }

  /// A valid value of the current knob.
  static let knobValue = sectorOrNumber.map { value, _, subject, context -> Double? in
    switch context.knob?.values {
    case nil, .unknown?: return nil
    case .sectors(let names)?:
      return Shape.choice(names.enumerated().map { ($1, Double($0)) }).read(value, subject, context)
    case .numbers?:
      guard let number = Shape.number(example: 20).read(value, subject, context) else { return nil }
      let isInRange = context.checkRange(
        of: number, "\(subject.name) is", at: value.span, pointsAtRange: true)
      return isInRange ? number : nil
    }
  }
}
