internal import Diagnostics
internal import Gesture
internal import JSON
internal import Knobs
internal import Layout

extension LayoutTables {
  static func knob(_ control: Shape<ControlLayout>) -> Shape<KnobDraft> {
    .thing(
      "a knob", empty: KnobDraft(),
      placeFields(control) + cellFields() + [alignField()] + valueFields + turnFields + feelFields
        + lookFields + skinFields,
      rules: KeyRule.alternatives([
        KeyRule.Key("endless", among: [true]), "sectors", "turns", "sweep",
      ])
        + KeyRule.apart("sectors", from: ["range", "step", "taper"])
        + KeyRule.alternatives(["cell", "center"]) + cellRules("span", "align"),
      pictured: [
        "cell": [.cell("cell: [3, 2]", free: "cell: [1, 1]", count: 5)],
        "span": [.cell("span: [2, 2]", free: "cell: [3, 1], by: [0, 1]", count: 2)],
        "repeat": [
          .copies("repeat: [Hall, Bath]", "by: [80, 0]", "center: [60, 52]", "name: \"{name}\"")
        ],
        "by": [.copies("by: [48, 28]", "repeat: 3", "center: [52, 32]")],
      ])
  }

  private static func placeFields(_ control: Shape<ControlLayout>) -> [Field<KnobDraft>] {
    [
      Field(
        "center", point, draft: \.center, required: true, unless: ["cell"], example: [400, 240],
        alsoCalled: ["centre", "position", "pos", "at", "x", "y"],
        "Its middle, from the top left corner; % of the panel's width and height."),
      Field(
        "diameter", .length(.positive), draft: \.diameter, required: true, unless: ["cell"],
        example: 340,
        alsoCalled: ["size", "radius", "width", "height"],
        "From edge to edge; % of the panel's shorter side. In a cell, what fits it if left out."),
      Field(
        "name", .text(example: "Living room"), draft: \.name, example: "Living room",
        alsoCalled: ["label", "title", "text"], "What the person at the panel reads."
      ).pictured(
        .knob("name: Bath", "diameter: 80")),
      Field(
        "control", control.unread, draft: \.control,
        example: ["alsa": ["card": "default", "element": "Master"]],
        alsoCalled: ["volume", "target", "output", "mixer"],
        "What it drives; without one it simply holds its value."),
    ]
  }

  private static let valueFields: [Field<KnobDraft>] = [
    Field(
      "range",
      .pair(
        .number(example: 0), expectation: "the lowest and the highest value, such as [0, 100]",
        areDifferent: true),
      draft: \.range, fallback: [0, 100], example: [0, 100],
      alsoCalled: ["min", "max", "minimum", "maximum", "limits"],
      "Its lowest and highest value."
    ).pictured(
      .knob("range: [-50, 50]", "value: 15")),
    Field(
      "value", sectorOrNumber, draft: \.value, example: 20, alsoCalled: ["initial", "start"],
      "Shown until the control answers, never sent; the lowest value if left out."),
    Field(
      "default", sectorOrNumber, draft: \.defaultValue, example: 20, alsoCalled: ["reset"],
      "Where a double tap goes; left out, it does nothing."),
    Field(
      "unit", .text(TextRule(mayBeEmpty: true, maximumLength: 20), example: "dB"), draft: \.unit,
      fallback: "", example: "%", alsoCalled: ["units", "suffix"],
      "Shown after the value."
    ).pictured(
      .knob("unit: \"%\"")),
    Field(
      "step", .number(.positive, example: 1, limitHint: "leave `step` out for a smooth knob"),
      draft: \.step, example: 1,
      alsoCalled: ["steps", "increment", "resolution"],
      "Distance of the values it can rest on; left out, it turns smoothly."),
    Field(
      "taper", taper, draft: \.taper, fallback: "linear", example: "log",
      alsoCalled: ["curve", "scale", "law"],
      "How the way of the pointer maps to values."
    ).pictured(
      .knob("taper: linear", "value: 25"), .knob("taper: cubic", "value: 25")),
  ]

  private static let turnFields: [Field<KnobDraft>] = [
    Field(
      "turn", .choice(of: TurnMode.self, synonyms: ["circular": "relative", "rotary": "relative"]),
      draft: \.turn, fallback: "relative", example: "auto", alsoCalled: ["mode", "gesture"],
      "How a finger turns it."),
    Field(
      "sweep",
      .pair(
        .number(NumberRule(range: -3600...3600), example: -135),
        expectation: "the angles of the lowest and the highest value, such as [-135, 135]",
        areDifferent: true),
      draft: \.sweep, fallback: [-135, 135], example: [-150, 150],
      alsoCalled: ["angles", "angle", "arc"],
      "The pointer's angles at its ends, in degrees clockwise from 12 o'clock; more than 360 apart "
        + "for a knob of several turns."
    ).pictured(
      .knob("sweep: [-90, 90]"), .knob("sweep: [135, -135]"), .knob("sweep: [0, 90]")),
    Field(
      "turns", .number(NumberRule(above: 0, range: 0...100), example: 3), draft: \.turns,
      example: 3, alsoCalled: ["revolutions"],
      "Turns from the lowest to the highest value, from 12 o'clock on, instead of a sweep."
    ).pictured(
      .knob("turns: 3")),
    Field(
      "endless", .flag, draft: \.endless, fallback: false, example: true,
      alsoCalled: ["infinite", "continuous", "wrap"],
      "Round and round without ends; one turn is the whole range."
    ).pictured(
      .knob("endless: true")),
    Field(
      "sectors",
      .list(
        "sector", count: 2...36, .text(.name, example: "CD"),
        expectation: "a list of 2 to 36 names, such as [Radio, CD, TV]", areDifferent: true),
      draft: \.sectors, example: ["Radio", "CD", "TV"], alsoCalled: ["positions", "choices"],
      "Makes it a wheel that rests on one of these; its values are these names."
    ).pictured(
      .knob("sectors: [Radio, CD, TV]")),
  ]

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

  /// What the value of a knob is depends on its sectors: taken as it is, and read when resolved.
  static let sectorOrNumber = Shape<Node>(
    expectation: "a number, or the name of a sector", schema: ["type": ["number", "string"]]
  ) { node, subject, context in
    if case .scalar = node.content, !node.isNull { return node }
    context.mismatch(node, subject, expects: "a number, such as 20, or the name of a sector")
    return nil
  }
}
