internal import Diagnostics
internal import JSON
internal import Knobs
internal import Layout
internal import Raster

extension LayoutTables {
  static let lookFields: [Field<KnobEntry>] = [
    Field(
      "look", look, into: \.knob.look, example: ["pointer": "dot", "ticks": "none"],
      alsoCalled: ["appearance", "draw", "style_of"],
      "Its differences from the panel's look and the theme."),
    Field(
      "enabled", .flag, into: \.knob.isEnabled, fallback: true, example: false,
      alsoCalled: ["disabled", "active", "readonly"],
      "Whether it can be touched; a disabled knob is greyed out and still shows its value."),
    Field(
      "opacity", .factor(NumberRule(range: 0...1), example: 0.5), into: \.knob.opacity,
      fallback: 1, example: 0.5, alsoCalled: ["alpha", "transparency"],
      "The opacity of the whole knob, from 0, invisible, to 1; it can be touched in any case."),
  ]

  /// The look of a knob, or of a style, or of the panel for all its knobs.
  ///
  /// A knob's look is read over the panel's: missing keys keep the panel's values.
  static let look = Shape.record(
    "a look", empty: KnobStyle(),
    [
      Field(
        "track", track, into: \.track, example: ["width": "9%", "color": "#303844"],
        alsoCalled: ["ring", "groove", "background"], "The ring's groove, or none."),
      Field(
        "progress", progress, into: \.progress,
        example: ["zones": [[0, "teal"], [60, "gold"], [85, "tomato"]]],
        alsoCalled: ["fill", "arc", "bar", "level"],
        "The lit part of the ring: a colour, a gradient by the angle, zones by the value, or "
          + "none."),
      Field(
        "pointer", pointer, into: \.pointer, example: ["shape": "triangle", "color": "gold"],
        alsoCalled: ["indicator", "needle", "handle", "thumb"],
        "The mark that points at the value."),
      Field(
        "cap", cap, into: \.cap, example: ["shape": "dome", "color": "#7a3b3b"],
        alsoCalled: ["knob", "body", "button"], "The knob's body."),
      Field(
        "ticks", ticks, into: \.ticks, example: ["every": 25, "between": 4, "labels": true],
        alsoCalled: ["scale", "marks", "labels", "tick"], "The scale around it, or none."),
      Field(
        "glow", glow, into: \.glow, example: "gold", alsoCalled: ["halo", "highlight"],
        "The glow around the knob while it is held: a colour, or none."),
      Field(
        "detents", .flag, intoOptional: \.hasDetents, fallback: true, example: false,
        alsoCalled: ["dots", "magnets"],
        "Whether magnets and the default value have a mark on the scale."),
    ] + textFields)

  /// The look of all knobs, read here to report its errors; each knob reads it again, below its own
  /// look.
  static let lookOfAll = Shape<KnobStyle>(
    // The same keys; the reference describes them once.
    expectation: look.expectation, schema: look.schema, keys: []
  ) { node, subject, context in
    context.panelLook = node
    return look.read(node, subject, context)
  }

  private static let textFields: [Field<KnobStyle>] = [
    Field(
      "name", nameCaption, into: \.self,
      example: ["place": "below", "size": 20], alsoCalled: ["label", "title"],
      "The position and size of its name."),
    Field(
      "value", valueCaption, into: \.value, example: "below",
      alsoCalled: ["number", "text"],
      "The position and size of its value; a value that does not fit is drawn smaller."),
    Field(
      "swap", swap, fallback: false, example: true,
      alsoCalled: ["persistence", "show_value"],
      "Shows the name in the value's place; the value appears while it turns, and for one second, "
        + "or this long, after, and then the name fades in."
    ) { swap, style, _ in style.swapMicroseconds = swap.value },
  ]

  private static let nameCaption = Shape.record(
    "a name", empty: KnobStyle(),
    [
      placeField(\.name.place), textSizeField(\.name.size, example: 20),
      Field(
        "fit",
        .choice(
          of: KnobStyle.NameFit.self,
          synonyms: ["ellipsis": "cut", "truncate": "cut", "clip": "cut", "smaller": "shrink"]),
        intoOptional: \.nameFit, fallback: "wrap", example: "shrink",
        alsoCalled: ["overflow", "wrap", "lines"],
        "A name that is too wide continues on a second line and is then drawn smaller, is only drawn "
          + "smaller, or is cut. A name that still does not fit is cut in its middle."),
    ], orOnly: place
  ) { place, style in style.name.place = place }

  private static let valueCaption = Shape.record(
    "a value", empty: KnobStyle.Caption(),
    [placeField(\.place), textSizeField(\.size, example: 20)],
    orOnly: place
  ) { place, caption in caption.place = place }

  private static func placeField<Record>(
    _ slot: any WritableKeyPath<Record, KnobStyle.Place?> & Sendable
  ) -> Field<Record> {
    Field(
      "place", place, intoOptional: slot, example: "below",
      alsoCalled: ["position", "at", "where"], "Where it is drawn.")
  }

  /// The size of a text.
  static func textSizeField<Record>(
    _ slot: any WritableKeyPath<Record, Double?> & Sendable, example: Double
  ) -> Field<Record> {
    Field(
      "size", .pixels(NumberRule(range: 6...400)), intoOptional: slot, example: .number(example),
      alsoCalled: ["text_size", "font_size", "fontsize", "font"], "The size of its text.")
  }

  private static let place = Shape<KnobStyle.Place>.choice(
    of: KnobStyle.Place.self,
    synonyms: [
      "center": "inside", "centre": "inside", "middle": "inside", "under": "below",
      "bottom": "below", "hidden": "none", "off": "none",
    ])

  /// The maximum width of a track, in percent of the knob's diameter.
  static let maximumTrackPercent = 25

  private static let track = Shape.record(
    "a track", empty: KnobStyle.Track(),
    [
      Field(
        "width", trackWidth, intoOptional: \.width, example: "9%",
        alsoCalled: ["thickness", "size"], "Its thickness; % of the knob's diameter."),
      colorField(\.color, example: "#303844", isTranslucent: true),
    ], prepare: { track, _, _, _ in track.isShown = true }, orOnly: .none
  ) { _, track in track.isShown = false }

  /// A fraction of the knob's diameter; percentages refer to the diameter too.
  private static let trackWidth = Shape<Length>.length(
    .positive, maximumPercent: maximumTrackPercent
  ).converted { length, subject, context -> Double? in
    guard length.unit != .percent else {
      return context.checkTrack(length.amount / 100, at: subject.span)
    }
    guard let pixels = context.ruler.pixels(length, along: .both, context) else { return nil }
    guard let diameter = context.knob?.diameter, diameter > 0 else { return 0 }
    return context.checkTrack(pixels / diameter, at: subject.span)
  }

  private static let progress = Shape.record(
    "a progress", empty: KnobStyle.Progress(),
    [
      Field("color", .color, example: "orange", alsoCalled: colorSynonyms, colorSummary) {
        color, progress, _ in (progress.colors, progress.zones) = ([color], [])
      },
      Field(
        "gradient",
        .list(
          "colour", count: 2...ColorRamp.maxColors, .color,
          expectation: "a list of 2 to 8 colours, such as [teal, gold]"),
        example: ["teal", "gold", "tomato"], alsoCalled: ["colors"],
        "Colours from the start of the sweep to its end."
      ) { colors, progress, _ in (progress.colors, progress.zones) = (colors, []) },
      Field(
        "zones", zones, example: [[0, "teal"], [60, "gold"], [85, "tomato"]],
        alsoCalled: ["bands", "sections", "thresholds"],
        "A colour from each value upwards, lowest first; the first also applies below its value."
      ) { zones, progress, _ in (progress.colors, progress.zones) = ([], zones) },
    ],
    rules: [
      onlyOne(
        ["color", "gradient", "zones"], of: "progress",
        hint: "write one colour, a gradient by angle, or zones by value")
    ], prepare: { progress, _, _, _ in progress.isShown = true }, orOnly: .colorOrNone
  ) { color, progress in
    progress.isShown = color.value != nil
    if let color = color.value { (progress.colors, progress.zones) = ([color], []) }
  }

  /// A rule for keys that set the same property in different ways.
  static func onlyOne(_ keys: [KeyRule.Key], of part: String, hint: String) -> KeyRule {
    .alternatives(keys) { first, other, _ in
      Diagnostic(
        .error, "`\(part)` with `\(first.key)` cannot have `\(other.key)` too", at: other.keySpan,
        hint: hint, related: [.init(span: first.keySpan, message: "`\(first.key)` is here")])
    }
  }

  private static let pointer = Shape.record(
    "a pointer", empty: KnobStyle.Pointer(),
    [
      Field(
        "shape", pointerShape, intoOptional: \.shape, example: "triangle",
        alsoCalled: ["style", "type"], "Its shape."),
      colorField(\.color, example: "gold"),
    ], orOnly: pointerShape
  ) { shape, pointer in pointer.shape = shape }

  private static let pointerShape = Shape<KnobStyle.Pointer.Shape>.choice(
    of: KnobStyle.Pointer.Shape.self,
    synonyms: [
      "needle": "line", "bar": "line", "circle": "dot", "arrow": "triangle", "groove": "notch",
      "hidden": "none",
    ])

  private static let cap = Shape.record(
    "a cap", empty: KnobStyle.Cap(),
    [
      Field(
        "shape", capShape, intoOptional: \.shape, example: "dome",
        alsoCalled: ["style", "type"], "Its shape."),
      colorField(\.color, example: "#7a3b3b"),
      Field(
        "shadow", .flag, intoOptional: \.hasShadow, example: false,
        "Whether it has a soft shadow."),
    ], orOnly: capShape
  ) { shape, cap in cap.shape = shape }

  private static let capShape = Shape<KnobStyle.Cap.Shape>.choice(
    of: KnobStyle.Cap.Shape.self,
    synonyms: [
      "radial": "dome", "sphere": "dome", "conic": "cone", "brushed": "metal",
      "aluminium": "metal", "aluminum": "metal", "skirted": "skirt", "solid": "flat",
      "bowl": "dish", "hidden": "none",
    ])

  private static let glow = Shape.record(
    "a glow", empty: KnobStyle.Glow(), [colorField(\.color, example: "gold")],
    prepare: { glow, _, _, _ in glow.isShown = true }, orOnly: .colorOrNone
  ) { color, glow in
    glow.isShown = color.value != nil
    if let color = color.value { glow.color = color }
  }

  /// The colour of a part.
  static func colorField<Record>(
    _ slot: any WritableKeyPath<Record, Color?> & Sendable, example: JSONValue,
    isTranslucent: Bool = false
  ) -> Field<Record> {
    Field(
      "color", isTranslucent ? .translucentColor : .color, intoOptional: slot, example: example,
      alsoCalled: colorSynonyms,
      isTranslucent
        ? "Its colour; `\"#rrggbbaa\"` lets what is behind it show through." : colorSummary)
  }

  private static let colorSynonyms = ["colour", "fill"]
  private static let colorSummary = "Its colour."
}

extension ReadingContext {
  /// Reports a track that is too wide for the current knob; the panel's tracks are limited when
  /// they are drawn.
  fileprivate func checkTrack(_ width: Double, at span: SourceSpan) -> Double {
    if knob != nil, width > Double(LayoutTables.maximumTrackPercent) / 100 {
      let percent = NumberText.shown((width * 1000).rounded() / 10)
      error(
        "the width of this track is \(percent) % of its knob's diameter; the limit is "
          + "\(LayoutTables.maximumTrackPercent) %",
        at: span)
    }
    return width
  }
}
