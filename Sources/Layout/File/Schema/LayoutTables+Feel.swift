internal import Diagnostics
internal import Gesture
internal import JSON
internal import Knobs
internal import Layout

extension LayoutTables {
  static let feelFields: [Field<KnobEntry>] = [
    Field(
      "sensitivity", .factor(NumberRule(above: 0, range: 0...100), example: 0.5),
      into: \.knob.feel.sensitivity, fallback: 1, example: 0.5,
      alsoCalled: ["gain", "speed", "scaling"],
      "A factor for the angle that a finger turns; less than 1 is finer."),
    Field(
      "travel", .pixels(.positive), intoOptional: \.knob.feel.dragTravel, example: 300,
      alsoCalled: ["drag", "drag_travel", "distance"],
      "The length of a straight drag from the lowest to the highest value."),
    Field(
      "fine", .factor(NumberRule(range: 1...100), example: 4), into: \.knob.feel.fine, fallback: 1,
      example: 4, alsoCalled: ["precision", "gear", "scrub"],
      "How many times finer it turns as the finger moves away from the knob."),
    Field(
      "ring", ring, into: \.knob.feel, example: ["inner": 40, "outer": 200],
      alsoCalled: ["touch", "hit_area"], "Where a finger can land to turn it."),
    Field(
      "leave", .choice(of: Feel.Leave.self), into: \.knob.feel.leave, fallback: "keep",
      example: "stop",
      "Whether a finger that leaves the ring keeps the knob or stops."),
    Field(
      "hold", duration(upTo: 10, example: "300ms"), into: \.knob.feel.holdMicroseconds, fallback: 0,
      example: "300ms",
      alsoCalled: ["delay", "press"],
      "The time that a finger must rest on the knob before it can turn it; a finger that "
        + "moves earlier is ignored."),
    Field(
      "cancel", .choice(of: Guards.Cancel.self), into: \.knob.guards.cancel, fallback: "keep",
      example: "restore",
      "Whether the value is kept or restored when a contact is cancelled, as by a palm."),
    Field(
      "over_travel", .choice(of: Knob.OverTravel.self, synonyms: ["remember": "slack"]),
      intoOptional: \.knob.overTravel, example: "slack", alsoCalled: ["overtravel", "ends"],
      "What happens when a finger turns on past an end and then back: `discard` moves the "
        + "value at once, `slack` after the surplus has been turned back, `hold` once the "
        + "finger is back at the angle of the end."),
    Field(
      "snap", .choice(of: Knob.Snap.self), into: \.knob.snap, fallback: "always",
      example: "release",
      alsoCalled: ["detent"], "When the value snaps to a step."),
    Field(
      "magnets",
      .list(
        "magnet", count: 1...64, magnet,
        expectation: "a list such as [{value: 0, width: 1}]"),
      into: \.knob.magnets, example: [["value": 50, "width": 2]],
      alsoCalled: ["detents", "sticky"], "Values to which nearby values snap."),
    Field(
      "inertia", .flag, into: \.knob.hasInertia, fallback: false, example: true,
      alsoCalled: ["momentum", "spin"],
      "Whether a wheel of sectors keeps turning when it is released in motion."),
    Field(
      "guards", guards, into: \.knob, example: ["ceiling": 70, "max_rise_per_second": 30],
      alsoCalled: ["safety", "protect", "limits"], "Protection against accidental turns."),
    Field(
      "taps", taps, into: \.knob.taps, example: ["tap": "mute"], alsoCalled: ["tap"],
      "The actions of taps."),
    clickField,
    Field(
      "report", report, into: \.knob.report, fallback: "always", example: ["per_second": 20],
      alsoCalled: ["events", "continuous", "live"],
      "When changes by a finger are reported to events and to the control."),
    Field(
      "decimals", .whole(among: 0...9), example: 1,
      alsoCalled: ["digits", "precision_shown"], "Decimal places of the value shown."
    ) { decimals, entry, _ in entry.knob.editFormat { $0.decimals = decimals } },
    Field(
      "format", format, example: "{L|R} {abs}", alsoCalled: ["pattern", "display"],
      "The text around the number: `{value}`, `{abs}` without its sign, and `{L|R}` or `{L|C|R}` for "
        + "words below, at and above 0; the unit follows."
    ) { pattern, entry, _ in entry.knob.editFormat { $0.pattern = pattern } },
    Field(
      "names",
      .list(
        "name", count: 1...256, namedValue,
        expectation: "a list such as [{value: 0, name: off}]"),
      example: [["value": 0, "name": "off"]], alsoCalled: ["value_names"],
      "Texts shown instead of single values."
    ) { names, entry, _ in entry.knob.editFormat { $0.named = names } },
    Field(
      "arc", arc, into: \.knob.arcOrigin, fallback: "minimum", example: "zero",
      alsoCalled: ["origin", "arc_from", "shows"],
      "The start of the arc that shows the value. An arc from `reading` is warm while the actual value "
        + "has to rise, and cool while it has to fall, unless `progress` has colours."
    ),
  ]

  private static let format = Shape<String>.text(
    TextRule(mayBeEmpty: false, maximumLength: 40), example: "{L|R} {abs}"
  ).converted { text, subject, context -> ValuePattern? in
    do throws(ValuePattern.Fault) {
      return try ValuePattern(text)
    } catch {
      let (problem, hint) =
        switch error {
        case .loneBrace:
          ("has a brace without its counterpart", "write a part as {value}, {abs} or {L|R}")
        case .unknown(let part):
          (
            "has the unknown part \(VisibleText.quoted("{\(part)}"))",
            "the parts are {value}, {abs}, and words such as {L|R} or {L|C|R}"
          )
        case .noNumber: ("shows no number", "add {value}, or {abs} for the number without its sign")
        }
      context.error("\(subject.name) \(problem)", at: subject.span, hint: hint)
      return nil
    }
  }

  private static let ring = Shape.record(
    "a ring", empty: Feel(),
    [
      Field(
        "inner", .pixels(NumberRule(range: 0...Ruler.limit)), into: \.innerRadius, fallback: 0,
        example: 40,
        "Closer to the centre than this, a finger can tap but not turn."),
      Field(
        "outer", .pixels(.positive), intoOptional: \.outerRadius, example: 200,
        "A finger lands within this of the centre; 1.1 of the knob's radius if left out."),
    ],
    finish: { feel, locations, _, context in
      guard let inner = locations["inner"], inner.isReadable, !locations.isUnreadable("outer"),
        let diameter = context.knob?.diameter,
        feel.innerRadius >= feel.outerRadius ?? Dial.defaultReach * diameter / 2
      else { return }
      context.error(
        "the inner radius of this ring is not less than its outer radius", at: inner.span,
        hint: "`inner` must be less than `outer`, which is \(Dial.defaultReach) of the knob's "
          + "radius if left out")
    })

  private static let magnet = Shape.record(
    "a magnet", empty: Magnet(value: 0, width: 1),
    [
      Field(
        "value", .valueInRange(example: 50), into: \.value, required: true, example: 50,
        alsoCalled: ["at"], "The value to snap to."),
      Field(
        "width", .number(.positive, example: 2), into: \.width, required: true, example: 2,
        "How far it reaches to either side, in the knob's unit."),
    ])

  private static let namedValue = Shape.record(
    "a named value", empty: ValueFormat.NamedValue(value: 0, name: ""),
    [
      Field(
        "value", .number(example: 0), into: \.value, required: true, example: 0, "The value."),
      Field(
        "name", .text(example: "off"), into: \.name, required: true, example: "off",
        alsoCalled: ["text", "label"], "The text shown for it."),
    ])

  private static let guards = Shape.record(
    "`guards`", empty: KnobEntry().knob, guardFields + contactFields)

  private static let guardFields: [Field<KnobLayout>] = [
    Field(
      "lock", knobLock, fallback: false, example: true,
      alsoCalled: ["locked"],
      "Whether it is locked, and what unlocks it: with `tap` or true a tap, with `hold` a finger "
        + "that rests on it for a second, with `pin` the panel's PIN."
    ) { lock, knob, _ in knob.guards.lock = lock.value },
    Field(
      "unlocked", duration(upTo: 3600, example: "5s"), into: \.guards.unlockedMicroseconds,
      fallback: "5s",
      example: "10s",
      "The time from the last touch until it locks again."),
    Field(
      "max_rise_per_second", .number(.positive, example: 30),
      intoOptional: \.guards.maximumRisePerSecond, example: 30,
      alsoCalled: ["max_rise_rate", "rate"], "How fast the value can rise."),
    Field(
      "max_rise", .number(.positive, example: 25), intoOptional: \.guards.maximumRisePerGesture,
      example: 25,
      alsoCalled: ["max_rise_per_gesture", "maximum_rise"],
      "How far one grab can raise the value, in the knob's unit."),
    Field(
      "ceiling", .valueInRange(example: 70), intoOptional: \.guards.ceiling, example: 70,
      alsoCalled: ["soft_ceiling", "soft_limit"],
      "A value that one grab cannot pass from below: a finger stops there, and only a new grab "
        + "that begins at or above it continues."),
    Field(
      "within", .number(.positive, example: 10), intoOptional: \.guards.within, example: 10,
      alsoCalled: ["deviation", "tolerance", "around", "window"],
      "How far a finger, tap, `change` or master can turn the value from the last preset or from "
        + "its `default`, up and down, in the knob's unit."),
    Field(
      "slide_away", .pixels(.positive), intoOptional: \.feel.slideAwayRadius, example: 400,
      "A finger that moves this far from the centre undoes its change."),
    Field(
      "second_finger", .flag, into: \.guards.secondFingerCancels, fallback: false, example: true,
      "Whether the tap of a second finger undoes the change of the first."),
  ]

  private static let contactFields: [Field<KnobLayout>] = [
    Field(
      "palm", .pixels(.positive), intoOptional: \.guards.largestContact, example: 120,
      "Contacts wider than this are ignored as palms, if the device reports widths."),
    Field(
      "filter", .flag, into: \.feel.isFiltered, fallback: true, example: false,
      "Whether sensor noise is filtered."),
    Field(
      "lift_off", duration(upTo: 0.1, example: "40ms"), into: \.feel.liftOffMicroseconds,
      fallback: "40ms",
      example: "40ms", "The time before a finger lifts, in which its rolling is ignored."),
    Field(
      "bridge", duration(upTo: 0.5, example: "80ms"), into: \.feel.bridgeMicroseconds,
      fallback: "80ms",
      example: "80ms",
      "The time for which a lost contact can come back and continue its turn."),
    Field(
      "stuck", duration(upTo: 3600, example: "1min"), into: \.feel.stuckMicroseconds,
      fallback: "1min",
      example: "1min",
      "The time without a report after which a contact is cancelled; 0 for never."),
  ]

  private static let taps = Shape.record(
    "`taps`", empty: Taps(),
    [
      Field(
        "tap", tapAction, into: \.action, fallback: "none", example: "mute",
        "What a tap does: mute, the next value, or a nudge up or down."),
      Field(
        "repeat", .flag, into: \.repeats, fallback: false, example: true,
        "Whether a nudge repeats while the finger stays."),
      Field(
        "double",
        .choice([("default", true), ("none", false)], synonyms: ["reset": "default"]),
        into: \.doubleTapResets, fallback: "default", example: "none",
        "Whether a double tap sets the knob's default."),
    ])

  private static let tapAction = Shape<Taps.Action>.either(
    scalar: .choice(
      [("none", .none), ("mute", .mute), ("next", .next)], synonyms: ["toggle": "mute"]),
    mapping: .tagged(
      "a tap",
      [
        Tag(
          "nudge", .number(.positive, example: 5), example: "5",
          "The amount by which a tap on the right half raises the value and one on the left half "
            + "lowers it.",
          Taps.Action.nudge)
      ]))

  /// `always`, `release`, or a mapping with a rate limit.
  private static let report = Shape.record(
    "`report`", empty: Report(),
    [
      Field(
        "when", .choice(of: Report.Occasion.self), into: \.occasion, fallback: "always",
        example: "release", "While it turns, or only when the finger lifts."),
      Field(
        "per_second", .number(NumberRule(above: 0, range: 0...1000), example: 20),
        intoOptional: \.perSecond, example: 20, alsoCalled: ["limit", "rate"],
        "The maximum rate while it turns; the last value is always reported."),
    ], orOnly: .choice(of: Report.Occasion.self)
  ) { occasion, report in report.occasion = occasion }

  private static func duration(upTo limit: Double, example: String) -> Shape<Int64> {
    .duration(NumberRule(range: 0...limit), example: example)
  }

  /// A word for the usual origins, or any value.
  private static let arc: Shape<ArcOrigin> = {
    let words = Shape<ArcOrigin>.choice(
      [("minimum", .minimum), ("center", .center), ("zero", .value(0)), ("reading", .reading)],
      synonyms: [
        "centre": "center", "middle": "center", "start": "minimum", "min": "minimum",
        "gap": "reading", "difference": "reading", "actual": "reading",
      ])
    let number = Shape<Double>.number(example: 0)
    return Shape(
      expectation: words.expectation + "; or a value, such as 20",
      schema: ["anyOf": [words.schema, number.schema]]
    ) { node, subject, context in
      if let value = node.number { return .value(value) }
      return words.read(node, subject, context)
    }
  }()
}

extension KnobLayout {
  /// Changes the format, starting from the default for the scale.
  mutating func editFormat(_ edit: (inout ValueFormat) -> Void) {
    var own = format ?? ValueFormat(for: scale, travel: travel)
    edit(&own)
    format = own
  }
}
