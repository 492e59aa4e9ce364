internal import Diagnostics
internal import Gesture
internal import JSON
internal import Knobs

extension LayoutTables {
  static let feelFields: [Field<KnobDraft>] = [
    Field(
      "sensitivity", .number(NumberRule(above: 0, range: 0...100), example: 0.5),
      draft: \.sensitivity, fallback: 1, example: 0.5, alsoCalled: ["gain", "speed", "scaling"],
      "Multiplies what a finger turns; less is finer."),
    Field(
      "travel", .length(.positive), draft: \.dragTravel, example: 300,
      alsoCalled: ["drag", "drag_travel", "distance"],
      "How far a straight drag goes from the lowest to the highest value."),
    Field(
      "fine", .number(NumberRule(range: 1...100), example: 4), draft: \.fine, fallback: 1,
      example: 4, alsoCalled: ["precision", "gear", "scrub"],
      "How many times finer it turns the further the finger is from the knob."),
    Field(
      "ring", ring, draft: \.ring, example: ["inner": 40, "outer": 200],
      alsoCalled: ["touch", "hit_area"], "Where a finger can land to turn it."),
    Field(
      "leave", .choice(of: Feel.Leave.self), draft: \.leave, fallback: "keep", example: "stop",
      "Whether a finger that leaves the ring keeps the knob or stops."),
    Field(
      "hold", seconds(upTo: 10, example: 0.3), draft: \.hold, fallback: 0, example: 0.3,
      alsoCalled: ["delay", "press"],
      "Seconds that a finger must stay before it turns; one that moves first is not meant."),
    Field(
      "cancel", .choice(of: Guards.Cancel.self), draft: \.cancel, fallback: "keep",
      example: "restore", "What becomes of the value when a contact is cancelled."),
    Field(
      "over_travel", .choice(of: Knob.OverTravel.self, synonyms: ["remember": "slack"]),
      draft: \.overTravel, example: "slack", alsoCalled: ["overtravel", "ends"],
      "What becomes of turns beyond an end: forgotten, taken up again, or waited for."),
    Field(
      "snap", .choice(of: Knob.Snap.self), draft: \.snap, fallback: "always", example: "release",
      alsoCalled: ["detent"], "When the value goes to a step."),
    Field(
      "magnets",
      .list(
        "magnet", count: 1...64, magnet,
        expectation: "a list such as [{value: 0, width: 1}]"),
      draft: \.magnets, example: [["value": 50, "width": 2]],
      alsoCalled: ["detents", "sticky"], "Values that draw their neighbourhood to themselves."),
    Field(
      "inertia", .flag, draft: \.inertia, fallback: false, example: true,
      alsoCalled: ["momentum", "spin"],
      "Whether a wheel of sectors that is let go while it turns goes on."),
    Field(
      "guards", guards, draft: \.guards, example: ["ceiling": 70, "max_rise_per_second": 30],
      alsoCalled: ["safety", "protect", "limits"], "What keeps it from being turned by accident."),
    Field(
      "taps", taps, draft: \.taps, example: ["tap": "mute"], alsoCalled: ["tap", "click"],
      "What taps do."),
    Field(
      "report", report, draft: \.report, fallback: "always", example: ["per_second": 20],
      alsoCalled: ["events", "continuous", "live"], "When it tells what a finger does to it."),
    Field(
      "decimals", .number(among: [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]), draft: \.decimals, example: 1,
      alsoCalled: ["digits", "precision_shown"], "Digits after the point of the value shown."
    ).pictured(
      .knob("decimals: 1", "value: 6.5", "range: [0, 10]", "step: 0.1")),
    Field(
      "names",
      .list(
        "name", count: 1...256, namedValue,
        expectation: "a list such as [{value: 0, name: off}]"),
      draft: \.names, example: [["value": 0, "name": "off"]], alsoCalled: ["value_names"],
      "Texts shown instead of single values."
    ).pictured(
      .knob("names: [{value: 0, name: off}]", "value: 0")),
    Field(
      "arc", arc, draft: \.arc, fallback: "minimum", example: "zero",
      alsoCalled: ["origin", "arc_from"], "Where the arc that shows the value begins."
    ).pictured(
      .knob("arc: minimum"), .knob("arc: center"), .knob("arc: 20")),
  ]

  private static let ring = Shape.record(
    "a ring", empty: RingDraft(),
    [
      Field(
        "inner", .length(NumberRule(range: 0...Ruler.limit)), draft: \.inner, fallback: 0,
        example: 40,
        "Nearer to the centre than this a finger can tap, but not turn."),
      Field(
        "outer", .length(.positive), draft: \.outer, example: 200,
        "A finger lands within this of the centre; 1.1 of the knob's radius if left out."),
    ])

  private static let magnet = Shape.record(
    "a magnet", empty: MagnetDraft(),
    [
      Field(
        "value", .number(example: 50), draft: \.value, required: true, example: 50,
        alsoCalled: ["at"], "The value that draws."),
      Field(
        "width", .number(.positive, example: 2), draft: \.width, required: true, example: 2,
        "How far it draws, to either side, in the knob's unit."),
    ])

  private static let namedValue = Shape.record(
    "a named value", empty: NamedValueDraft(),
    [
      Field(
        "value", .number(example: 0), draft: \.value, required: true, example: 0, "The value."),
      Field(
        "name", .text(example: "off"), draft: \.name, required: true, example: "off",
        alsoCalled: ["text", "label"], "What is shown for it."),
    ])

  private static let guards = Shape.record(
    "`guards`", empty: GuardsDraft(), guardFields + contactFields)

  private static let guardFields: [Field<GuardsDraft>] = [
    Field(
      "lock", .flag, draft: \.lock, fallback: false, example: true, alsoCalled: ["locked"],
      "Whether only a tap makes it turn."
    ).pictured(
      .knob("guards: {lock: true}")),
    Field(
      "unlocked", seconds(upTo: 3600, example: 5), draft: \.unlocked, fallback: 5, example: 10,
      "Seconds after the last touch when it locks again."),
    Field(
      "max_rise_per_second", .number(.positive, example: 30), draft: \.risePerSecond, example: 30,
      alsoCalled: ["max_rise_rate", "rate"], "How fast the value can rise."),
    Field(
      "max_rise", .number(.positive, example: 25), draft: \.rise, example: 25,
      alsoCalled: ["max_rise_per_gesture", "maximum_rise"],
      "How far one grab can raise the value."),
    Field(
      "ceiling", .number(example: 70), draft: \.ceiling, example: 70,
      alsoCalled: ["soft_ceiling", "soft_limit"],
      "Only a finger that finds the knob there can raise it beyond."),
    Field(
      "slide_away", .length(.positive), draft: \.slideAway, example: 400,
      "A finger that goes this far from the centre takes back what it did."),
    Field(
      "second_finger", .flag, draft: \.secondFinger, fallback: false, example: true,
      "Whether a second finger's tap takes back what the first did."),
  ]

  private static let contactFields: [Field<GuardsDraft>] = [
    Field(
      "palm", .length(.positive), draft: \.palm, example: 120,
      "Contacts wider than this are no fingertips, where the device tells."),
    Field(
      "filter", .flag, draft: \.filter, fallback: true, example: false,
      "Whether noise is filtered."),
    Field(
      "lift_off", seconds(upTo: 0.1, example: 0.04), draft: \.liftOff, fallback: 0.04,
      example: 0.04, "Seconds before a finger lifts in which its roll does not count."),
    Field(
      "bridge", seconds(upTo: 0.5, example: 0.08), draft: \.bridge, fallback: 0.08, example: 0.08,
      "Seconds for which a contact can be lost and go on."),
    Field(
      "stuck", seconds(upTo: 3600, example: 60), draft: \.stuck, fallback: 60, example: 60,
      "Seconds of silence after which a contact is given up; 0 for never."),
  ]

  private static let taps = Shape.record(
    "`taps`", empty: TapsDraft(),
    [
      Field(
        "tap", tapAction, draft: \.tap, fallback: "none", example: "mute",
        "What a tap does: mute, next, or nudge by so much on either half."),
      Field(
        "repeat", .flag, draft: \.isRepeated, fallback: false, example: true,
        "Whether a nudge goes on while the finger stays."),
      Field(
        "double",
        .choice([("default", true), ("none", false)], synonyms: ["reset": "default"]),
        draft: \.doubleTapResets, fallback: "default", example: "none",
        "Whether a double tap goes to the knob's default."),
    ])

  private static let tapAction = Shape<Taps.Action>.either(
    scalar: .choice(
      [("none", .none), ("mute", .mute), ("next", .next)], synonyms: ["toggle": "mute"]),
    mapping: .tagged(
      "a tap",
      [
        Tag(
          "nudge", .number(.positive, example: 5), example: "5",
          "So much up on the knob's right half, down on its left.", Taps.Action.nudge)
      ]))

  /// `always`, `release`, or a limit beside it.
  private static let report = Shape<ReportDraft>.either(
    scalar: Shape<Report.Occasion>.choice(of: Report.Occasion.self).map {
      occasion, node, _, _ in
      var draft = ReportDraft()
      draft.occasion = Setting(value: occasion, keySpan: node.span, span: node.span)
      return draft
    }, mapping: reportLimits)

  private static let reportLimits = Shape.record(
    "`report`", empty: ReportDraft(),
    [
      Field(
        "when", .choice(of: Report.Occasion.self), draft: \.occasion, fallback: "always",
        example: "release", "While it turns, or only when the finger leaves."),
      Field(
        "per_second", .number(NumberRule(above: 0, range: 0...1000), example: 20),
        draft: \.perSecond, example: 20, alsoCalled: ["limit", "rate"],
        "How often at most while it turns; the last value is always told."),
    ])

  private static func seconds(upTo limit: Double, example: Double) -> Shape<Double> {
    .number(
      NumberRule(range: 0...limit), example: example, limitHint: "it is written in seconds")
  }

  /// A word for the usual origins, or any value.
  private static let arc: Shape<ArcOrigin> = {
    let words = Shape<ArcOrigin>.choice(
      [("minimum", .minimum), ("center", .center), ("zero", .value(0))],
      synonyms: ["centre": "center", "middle": "center", "start": "minimum", "min": "minimum"])
    let number = Shape<Double>.number(example: 0)
    return Shape(
      expectation: words.expectation + "; or a value, such as 20",
      schema: ["anyOf": [words.schema, number.schema]]
    ) { node, subject, context in
      if case .scalar(let text, isPlain: true) = node.content,
        case .success(let value) = NumberText.read(text)
      {
        return .value(value)
      }
      return words.read(node, subject, context)
    }
  }()
}
