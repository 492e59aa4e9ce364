internal import Diagnostics
internal import Gesture
internal import JSON
internal import Layout

extension LayoutTables {
  static func button(_ controls: [ControlKeys]) -> Shape<ButtonEntry> {
    .item(
      "a button", empty: ButtonEntry(),
      buttonPositionFields + buttonLookFields + cellFields() + [alignField()] + buttonActionFields
        + [sendField(controls)],
      rules: [.onePosition(["cell", "center"])] + cellRules("span", "align")
        + [
          actionMissing, oneAction, kindRule, onlyRule,
          noChoice(with: ["page"], "is lit while its page is shown"),
          noChoice(with: ["send"], "is lit while its `state` is 1"),
          noChoice(with: ["clean", "screen"], "has no state to show"),
          heldChoiceRule, heldLockRule,
        ],
      prepare: { entry, locations, subject, context in entry.prepare(locations, subject, context) },
      finish: { entry, locations, _, _ in entry.finish(locations) })
  }

  /// The keys that set a button's action.
  private static let actions = [
    "mute", "reset", "preset", "change", "page", "send", "clean", "screen",
  ]

  private static let actionMissing = KeyRule.atLeastOne(actions) { subject, _ in
    Diagnostic(
      .error, "\(subject.name) does nothing", at: subject.span,
      hint: "add an action: `mute: all`, or `reset`, `preset`, `change`, `page`, `send`, `clean` "
        + "or `screen`")
  }

  private static let oneAction = KeyRule.alternatives(actions.map { KeyRule.Key($0) }) {
    one, other, subject in
    let isInOrder = one.keySpan.start < other.keySpan.start
    let (first, second) = isInOrder ? (one, other) : (other, one)
    return Diagnostic(
      .error, "\(subject.name) can have only one action, but this is a second", at: second.keySpan,
      hint: "split it into two buttons",
      related: [.init(span: first.keySpan, message: "the first is here")])
  }

  private static let kindRule = KeyRule.apart(
    KeyRule.Key("kind", among: ["momentary", "toggle"]), from: ["reset", "page", "clean", "screen"]
  ) { kind, action, _ in
    let resets = action.key == "reset"
    let effects = ["reset": "resets", "page": "shows a page", "clean": "starts cleaning"]
    let effect = effects[action.key] ?? "switches the screen off"
    return Diagnostic(
      .error,
      "a button that \(effect) cannot be `\(kind.text)`: its action cannot be reversed",
      at: kind.span,
      hint: resets ? "remove `kind`, or use a `preset` of the same values" : "remove `kind`")
  }

  /// A rule for actions whose buttons cannot be part of a choice.
  private static func noChoice(with actions: [KeyRule.Key], _ reason: String) -> KeyRule {
    let names = actions.map { "`\($0.name)`" }.joined(separator: " or ")
    return .apart("choice", from: actions) { choice, _, _ in
      Diagnostic(
        .error, "a button with \(names) cannot be part of a choice", at: choice.keySpan,
        hint: "remove `choice`: the button \(reason)")
    }
  }

  private static let heldChoiceRule = KeyRule.apart(
    "choice", from: [KeyRule.Key("kind", among: ["momentary"])]
  ) { choice, kind, _ in
    Diagnostic(
      .error, "a `momentary` button cannot be chosen: it acts only while it is held",
      at: kind.span, hint: "remove `kind`, or `choice`",
      related: [.init(span: choice.keySpan, message: "the choice is here")])
  }

  private static let buttonPositionFields: [Field<ButtonEntry>] = [
    Field(
      "center", .position, into: \.button.center, required: true, unless: ["cell"],
      example: [400, 440],
      alsoCalled: ["centre", "position", "pos", "at", "x", "y"],
      "Its centre, from the top left corner; % of the panel's width and height."
    ).read(in: .first),
    Field(
      "size", .extent, required: true, unless: ["cell"], example: [140, 60],
      alsoCalled: ["width", "height", "diameter", "dimensions"],
      "Its width and height; % of the panel's width and height. If left out, a button in a cell "
        + "fills it."
    ) { size, entry, _ in (entry.button.width, entry.button.height) = (size.x, size.y) }
    .read(in: .first),
  ]

  private static let onlyRule = KeyRule.needs(
    "only", "preset", "`only` needs a `preset`, but there is none",
    hint: "remove `only`; the sign of a `change` is its direction")

  private static let buttonActionFields: [Field<ButtonEntry>] = [
    Field(
      "mute", knobChoice, example: "all", alsoCalled: ["silence"],
      "The knobs that it sets to their lowest value, and then back: a name, a list of names, or "
        + "all."
    ) { choice, entry, _ in entry.action = .mute(choice) },
    Field(
      "reset", knobChoice, example: "all", alsoCalled: ["default", "defaults"],
      "The knobs that it sets to their default: a name, a list of names, or all that have one."
    ) { choice, entry, _ in entry.action = .reset(choice) },
    Field(
      "preset", preset, example: ["volume": 20, "kitchen": 10],
      alsoCalled: ["set", "values", "scene"], "The values that it sets, by knob name."
    ) { choice, entry, _ in entry.action = .preset(choice) },
    Field(
      "change", change, example: ["volume": -20],
      alsoCalled: ["by", "adjust", "relative", "add", "nudge"],
      "The amounts that it adds to knob values; a toggle or `momentary` button subtracts them "
        + "again."
    ) { choice, entry, _ in entry.action = .change(choice) },
    Field(
      "only",
      .choice(
        of: ButtonLayout.Direction.self,
        synonyms: [
          "down": "lower", "quieter": "lower", "less": "lower", "up": "raise", "louder": "raise",
          "more": "raise",
        ]),
      intoOptional: \.button.only, example: "lower", alsoCalled: ["direction", "at_most"],
      "The only direction in which its `preset` moves knobs; with `lower`, no value rises."),
    Field(
      "page", Shape.word(example: "rooms"), example: "rooms",
      alsoCalled: ["goto", "show", "open"], "The page that it shows, or `next` or `previous`."
    ) { page, entry, _ in entry.action = .page(page) },
    Field(
      "clean", .duration(NumberRule(range: 5...600), example: "30s"), example: "30s",
      alsoCalled: ["cleaning", "wipe", "ignore_touch"],
      "The time for which touches are ignored, for cleaning the screen; a countdown is shown."
    ) { microseconds, entry, _ in entry.action = .panel(.clean(microseconds: microseconds)) },
    Field(
      "screen", Shape<Bool>.choice([("off", true)], synonyms: ["dark": "off", "black": "off"]),
      example: "off", alsoCalled: ["display", "sleep", "standby"],
      "`off` switches the screen off until the next touch."
    ) { _, entry, _ in entry.action = .panel(.switchScreenOff) },
    Field(
      "kind",
      .choice(
        of: ButtonLayout.Kind.self,
        synonyms: ["switch": "toggle", "latching": "toggle", "hold": "momentary", "click": "push"]),
      intoOptional: \.kind, example: "momentary",
      alsoCalled: ["type", "mode", "behavior", "behaviour"],
      "`momentary` acts while the button is held, `toggle` until the next press, `push` once per "
        + "press; if left out, mute is a toggle and everything else a push."
    ).read(in: .first),
    buttonLockField,
    Field(
      "choice", .text(.name, example: "scene"), intoOptional: \.button.choice, example: "scene",
      alsoCalled: ["group", "radio", "radio_group", "exclusive"],
      "A name shared by several buttons, of which only the last one pressed is lit, as long as the "
        + "knobs have its values. Pressing another undoes a toggle."),
  ]

  /// `all`, one knob's name, or several.
  private static let knobChoice: Shape<KnobChoice> = {
    let name = Shape.word(example: "volume")
    return .either(
      single: Shape(expectation: name.expectation, schema: name.schema) { node, subject, context in
        if case .scalar("all", _) = node.content { return .all(node.span) }
        return name.read(node, subject, context).map { .named([$0]) }
      },
      list: Shape<[Located<String>]>.list(
        "name", count: 1...knobLimit, name,
        expectation: "the name of a knob, a list of names such as [bath, kitchen], or `all`",
        areDifferent: true
      ).map { names, _, _, _ in .named(names) })
  }()

  /// Values depend on the knob, and are read when the knob is resolved.
  private static let preset = byKnob(
    sectorOrNumber, expectation: "a value for each knob, such as {volume: 20, kitchen: 10}")

  private static let change = byKnob(
    .number(example: -20),
    expectation: "the amount to add to each knob's value, such as {volume: -20}")

  /// Values by knob name.
  private static func byKnob<Value>(
    _ value: Shape<Value>, expectation: String
  ) -> Shape<[Named<Value>]> {
    let schema: JSONValue = [
      "type": "object", "minProperties": 1, "maxProperties": .number(Double(knobLimit)),
      "additionalProperties": value.schema,
    ]
    return Shape(expectation: expectation, schema: schema) { node, subject, context in
      guard case .mapping(let entries) = node.content, !entries.isEmpty else {
        context.mismatch(node, subject)
        return nil
      }
      return entries.compactMap { entry in
        let subject = Subject(name: "`\(entry.key)`", span: entry.keySpan)
        return value.read(entry.value, subject, context).map {
          Named(
            name: entry.key, nameSpan: entry.keySpan, span: entry.value.span, value: $0)
        }
      }
    }
  }
}
