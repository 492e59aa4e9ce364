internal import JSON
internal import Layout
internal import Raster

extension LayoutTables {
  static let lookFields: [Field<KnobDraft>] = [
    Field(
      "look", look, draft: \.look, example: ["pointer": "dot", "ticks": "none"],
      alsoCalled: ["appearance", "draw", "style_of"],
      "How it is drawn where that differs from the panel's look and the theme."),
    Field(
      "enabled", .flag, draft: \.enabled, fallback: true, example: false,
      alsoCalled: ["disabled", "active", "readonly"],
      "Whether it takes fingers; one that does not is greyed, and still shows its value."
    ).pictured(
      .knob("enabled: false")),
  ]

  /// How a knob is drawn, of a knob, a style, or the panel for all its knobs.
  static let look = Shape.record(
    "a look", empty: LookDraft(),
    [
      Field(
        "track", track, draft: \.track, example: ["width": "9%", "color": "#303844"],
        alsoCalled: ["ring", "groove", "background"], "The ring's groove, or none."
      ).pictured(
        .knob("look: {track: {width: 14%}}", "default: 20"), .knob("look: {track: none}")),
      Field(
        "progress", progress, draft: \.progress,
        example: ["zones": [[0, "teal"], [60, "gold"], [85, "tomato"]]],
        alsoCalled: ["fill", "arc", "bar", "level"],
        "What is lit up to the value: a colour, a gradient by the angle, zones by the value, or "
          + "none."
      ).pictured(
        .knob("look: {progress: orange}"),
        .knob("look: {progress: {gradient: [teal, gold, tomato]}}", "value: 90"),
        .knob("look: {progress: {zones: [[0, teal], [50, gold], [75, tomato]]}}", "value: 90")),
      Field(
        "pointer", pointer, draft: \.pointer, example: ["shape": "triangle", "color": "gold"],
        alsoCalled: ["indicator", "needle", "handle", "thumb"], "What points at the value."
      ).pictured(
        .knob("look: {pointer: line}"), .knob("look: {pointer: dot}"),
        .knob("look: {pointer: triangle}"), .knob("look: {pointer: notch}"),
        .knob("look: {pointer: {shape: triangle, color: gold}}")),
      Field(
        "cap", cap, draft: \.cap, example: ["shape": "dome", "color": "#7a3b3b"],
        alsoCalled: ["knob", "body", "button"], "The knob's body."
      ).pictured(
        .knob("look: {cap: flat}"), .knob("look: {cap: dish}"), .knob("look: {cap: dome}"),
        .knob("look: {cap: cone}"), .knob("look: {cap: metal}"), .knob("look: {cap: skirt}"),
        .knob("look: {cap: none}"), .knob("look: {cap: {shape: dome, color: \"#7a3b3b\"}}")),
      Field(
        "ticks", ticks, draft: \.ticks, example: ["every": 25, "between": 4, "labels": true],
        alsoCalled: ["scale", "marks", "labels", "tick"], "The scale around it, or none."
      ).pictured(
        .knob("look: {ticks: {count: 11}}", "diameter: 84"),
        .knob("look: {ticks: {every: 50, labels: true}}", "diameter: 72"),
        .knob("look: {ticks: {at: {0: Off, 50: \"\", 100: Max}}}", "diameter: 72")),
      Field(
        "glow", glow, draft: \.glow, example: "gold", alsoCalled: ["halo", "highlight"],
        "What surrounds it in somebody's hand: a colour, or none."
      ).pictured(
        .knob("look: {glow: gold}").held, .knob("look: {glow: none}").held),
      Field(
        "detents", .flag, draft: \.detents, fallback: true, example: false,
        alsoCalled: ["dots", "magnets"],
        "Whether magnets and the default value have their dots."
      ).pictured(
        .knob("look: {detents: true}", "default: 20"),
        .knob("look: {detents: false}", "default: 20")),
    ] + wordFields)

  /// The same keys, told once in the reference.
  static let lookOfAll: Shape<LookDraft> = {
    var shape = look
    shape.keys = []
    return shape
  }()

  private static let wordFields: [Field<LookDraft>] = [
    Field(
      "name", .choice(of: KnobStyle.Place.self, synonyms: placeSynonyms), draft: \.name,
      example: "none", alsoCalled: ["label", "title"], "Where its name stands."
    ).pictured(
      .knob("look: {name: inside}", "name: Bath"), .knob("look: {name: none}", "name: Bath")),
    Field(
      "value", .choice(of: KnobStyle.Place.self, synonyms: placeSynonyms), draft: \.value,
      example: "below", alsoCalled: ["number", "text"], "Where its value stands."
    ).pictured(
      .knob("look: {value: below}"), .knob("look: {value: none}")),
    Field(
      "swap", swap, draft: \.swap, fallback: false, example: true,
      alsoCalled: ["persistence", "show_value"],
      "Shows the name in the value's place, but for when it turns and a second, or so many "
        + "seconds, after; then the value gives way gently."
    ).pictured(
      .knob("look: {swap: true}", "name: Bath")),
  ]

  private static let placeSynonyms = [
    "center": "inside", "centre": "inside", "middle": "inside", "under": "below",
    "bottom": "below", "hidden": "none", "off": "none",
  ]

  /// The widest track.
  static let mostTrackPercent = 25

  private static let track = Shape<TrackDraft>.either(
    scalar: .none(TrackDraft(isShown: false)),
    mapping: .record(
      "a track", empty: TrackDraft(),
      [
        Field(
          "width", .length(.positive, mostPercent: mostTrackPercent), draft: \.width,
          example: "9%",
          alsoCalled: ["thickness", "size"], "How thick it is; % of the knob's diameter."),
        Field("color", .color, draft: \.color, example: "#303844", alsoCalled: colour, itsColor),
      ]))

  private static let progress = Shape<ProgressDraft>.either(
    scalar: .colorOrNone(ProgressDraft(isShown: false)) {
      ProgressDraft(color: $0)
    },
    mapping: .record(
      "a progress", empty: ProgressDraft(),
      [
        Field("color", .color, draft: \.color, example: "orange", alsoCalled: colour, itsColor),
        Field(
          "gradient",
          .list(
            "colour", count: 2...ColorRamp.mostColors, .color,
            expectation: "a list of 2 to 8 colours, such as [teal, gold]"),
          draft: \.gradient, example: ["teal", "gold", "tomato"], alsoCalled: ["colors"],
          "Colours from the start of the sweep to its end."),
        Field(
          "zones",
          .list(
            "zone", count: 1...ColorRamp.mostColors, zone,
            expectation: "a list such as [[0, blue], [18, green], [24, red]]"),
          draft: \.zones, example: [[0, "teal"], [60, "gold"], [85, "tomato"]],
          alsoCalled: ["bands", "sections", "thresholds"],
          "A colour from each value on, lowest first; the first one holds below it too."),
      ],
      rules: KeyRule.alternatives(["color", "gradient", "zones"])))

  private static let pointer = Shape<PointerDraft>.either(
    scalar: Shape<KnobStyle.Pointer.Shape>.choice(
      of: KnobStyle.Pointer.Shape.self, synonyms: pointerSynonyms
    ).setting { PointerDraft(shape: $0) },
    mapping: .record(
      "a pointer", empty: PointerDraft(),
      [
        Field(
          "shape", .choice(of: KnobStyle.Pointer.Shape.self, synonyms: pointerSynonyms),
          draft: \.shape, example: "triangle", alsoCalled: ["style", "type"], "What it is."),
        Field("color", .color, draft: \.color, example: "gold", alsoCalled: colour, itsColor),
      ]))

  private static let pointerSynonyms = [
    "needle": "line", "bar": "line", "circle": "dot", "arrow": "triangle", "groove": "notch",
    "hidden": "none",
  ]

  private static let cap = Shape<CapDraft>.either(
    scalar: Shape<KnobStyle.Cap.Shape>.choice(
      of: KnobStyle.Cap.Shape.self, synonyms: capSynonyms
    ).setting { CapDraft(shape: $0) },
    mapping: .record(
      "a cap", empty: CapDraft(),
      [
        Field(
          "shape", .choice(of: KnobStyle.Cap.Shape.self, synonyms: capSynonyms), draft: \.shape,
          example: "dome", alsoCalled: ["style", "type"], "How it is made."),
        Field("color", .color, draft: \.color, example: "#7a3b3b", alsoCalled: colour, itsColor),
        Field(
          "shadow", .flag, draft: \.shadow, example: false, "Whether it throws a soft shadow."),
      ]))

  private static let capSynonyms = [
    "radial": "dome", "sphere": "dome", "conic": "cone", "brushed": "metal",
    "aluminium": "metal", "aluminum": "metal", "skirted": "skirt", "solid": "flat",
    "bowl": "dish", "hidden": "none",
  ]

  private static let glow = Shape<GlowDraft>.either(
    scalar: .colorOrNone(GlowDraft(isShown: false)) { GlowDraft(color: $0) },
    mapping: .record(
      "a glow", empty: GlowDraft(),
      [Field("color", .color, draft: \.color, example: "gold", alsoCalled: colour, itsColor)]))

  static let colour = ["colour", "fill"]
  static let itsColor = "Its colour."
}
