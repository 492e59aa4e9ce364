internal import Diagnostics
internal import Gesture
internal import JSON
internal import Layout

extension LayoutTables {
  static func button(_ controls: [ControlKeys]) -> Shape<ButtonEntry> {
    .item(
      "a button", empty: ButtonEntry(),
      buttonPlaceFields + buttonLookFields + cellFields() + [alignField()] + buttonActionFields
        + [sendField(controls)],
      rules: [.onePlace(["cell", "center"])] + cellRules("span", "align")
        + [
          actionMissing, oneAction, kindRule, onlyRule, pageChoiceRule, sendChoiceRule,
          panelChoiceRule,
          heldChoiceRule, heldLockRule,
        ],
      prepare: { entry, places, subject, context in entry.prepare(places, subject, context) },
      finish: { entry, places, _, _ in entry.finish(places) })
  }

  /// The keys that set a button's action.
  private static let actions = [
    "mute", "reset", "preset", "change", "page", "send", "clean", "screen",
  ]

  private static let actionMissing = KeyRule.atLeastOne(actions) { subject, _ in
    Diagnostic(
      .error, "\(subject.name) does nothing", at: subject.span,
      hint: "add what it does: `mute: all`, or `reset`, `preset`, `change`, `page`, `send`, "
        + "`clean` or `screen`")
  }

  private static let oneAction = KeyRule.alternatives(actions.map { KeyRule.Key($0) }) {
    one, other, subject in
    let isInOrder = one.keySpan.start < other.keySpan.start
    let (first, second) = isInOrder ? (one, other) : (other, one)
    return Diagnostic(
      .error, "\(subject.name) can do only one thing, but this is a second", at: second.keySpan,
      hint: "make it two buttons",
      related: [.init(span: first.keySpan, message: "the first is here")])
  }

  private static let kindRule = KeyRule.apart(
    KeyRule.Key("kind", among: ["momentary", "toggle"]), from: ["reset", "page", "clean", "screen"]
  ) { kind, action, _ in
    let resets = action.key == "reset"
    let deeds = ["reset": "resets", "page": "shows a page", "clean": "has the screen wiped"]
    let deed = deeds[action.key] ?? "switches the screen off"
    return Diagnostic(
      .error,
      "a button that \(deed) cannot be `\(kind.text)`: there is no way back", at: kind.span,
      hint: resets ? "remove `kind`, or use a `preset` of the same values" : "remove `kind`")
  }

  private static let pageChoiceRule = KeyRule.apart("choice", from: ["page"]) { choice, _, _ in
    Diagnostic(
      .error, "a button that shows a page is part of no choice", at: choice.keySpan,
      hint: "remove `choice`: it is lit while its page is shown")
  }

  private static let panelChoiceRule = KeyRule.apart("choice", from: ["clean", "screen"]) {
    choice, _, _ in
    Diagnostic(
      .error, "a button for the screen is part of no choice", at: choice.keySpan,
      hint: "remove `choice`: it sets nothing that it could show")
  }

  private static let sendChoiceRule = KeyRule.apart("choice", from: ["send"]) { choice, _, _ in
    Diagnostic(
      .error, "a button that sends something is part of no choice", at: choice.keySpan,
      hint: "remove `choice`: it is lit while its `state` says so")
  }

  private static let heldChoiceRule = KeyRule.apart(
    "choice", from: [KeyRule.Key("kind", among: ["momentary"])]
  ) { choice, kind, _ in
    Diagnostic(
      .error, "a `momentary` button cannot be chosen: it acts only while it is held",
      at: kind.span, hint: "remove `kind`, or `choice`",
      related: [.init(span: choice.keySpan, message: "the choice is here")])
  }

  private static let buttonPlaceFields: [Field<ButtonEntry>] = [
    Field(
      "center", .place, into: \.button.center, required: true, unless: ["cell"],
      example: [400, 440],
      alsoCalled: ["centre", "position", "pos", "at", "x", "y"],
      "Its middle, from the top left corner; % of the panel's width and height."
    ).read(in: .first),
    Field(
      "size", .extent, required: true, unless: ["cell"], example: [140, 60],
      alsoCalled: ["width", "height", "diameter", "dimensions"],
      "Its width and height; % of the panel's width and height. In a cell, all of it if left out."
    ) { size, entry, _ in (entry.button.width, entry.button.height) = (size.x, size.y) }
    .read(in: .first),
  ]

  private static let onlySynonyms = [
    "down": "lower", "quieter": "lower", "less": "lower", "up": "raise", "louder": "raise",
    "more": "raise",
  ]

  private static let onlyRule = KeyRule.needs(
    "only", "preset", "`only` says where a `preset` moves knobs, but there is none",
    hint: "remove `only`; a `change` goes in one direction by itself")

  private static let buttonActionFields: [Field<ButtonEntry>] = [
    Field(
      "mute", knobChoice, example: "all", alsoCalled: ["silence"],
      "The knobs that it sends to their lowest value, and back: a name, a list of names, or all."
    ) { choice, entry, _ in entry.action = .mute(choice) },
    Field(
      "reset", knobChoice, example: "all", alsoCalled: ["default", "defaults"],
      "The knobs that it sends to their default: a name, a list of names, or all that have one."
    ) { choice, entry, _ in entry.action = .reset(choice) },
    Field(
      "preset", preset, example: ["volume": 20, "kitchen": 10],
      alsoCalled: ["set", "values", "scene"], "The values that it sends knobs to, by their names."
    ) { choice, entry, _ in entry.action = .preset(choice) },
    Field(
      "change", change, example: ["volume": -20],
      alsoCalled: ["by", "adjust", "relative", "add", "nudge"],
      "What it adds to the values of knobs; as a toggle, or held, it goes back by as much."
    ) { choice, entry, _ in entry.action = .change(choice) },
    Field(
      "only", .choice(of: ButtonLayout.Direction.self, synonyms: onlySynonyms),
      intoOptional: \.button.only, example: "lower", alsoCalled: ["direction", "at_most"],
      "The only direction in which its `preset` moves knobs: with `lower` it makes nothing louder."),
    Field(
      "page", Shape<String>.text(.name, example: "rooms").located, example: "rooms",
      alsoCalled: ["goto", "show", "open"], "The page that it shows, or `next` or `previous`."
    ) { page, entry, _ in entry.action = .page(page) },
    Field(
      "clean", seconds(NumberRule(range: 5...600), example: 30), example: 30,
      alsoCalled: ["cleaning", "wipe", "ignore_touch"],
      "Seconds for which touches are ignored, so that the screen can be wiped; they are counted down."
    ) { microseconds, entry, _ in entry.action = .panel(.clean(microseconds: microseconds)) },
    Field(
      "screen", Shape<Bool>.choice([("off", true)], synonyms: ["dark": "off", "black": "off"]),
      example: "off", alsoCalled: ["display", "sleep", "standby"],
      "`off`: switches the screen off, until somebody touches it."
    ) { _, entry, _ in entry.action = .panel(.switchScreenOff) },
    Field(
      "kind",
      .choice(
        of: ButtonLayout.Kind.self,
        synonyms: ["switch": "toggle", "latching": "toggle", "hold": "momentary", "click": "push"]),
      intoOptional: \.kind, example: "momentary",
      alsoCalled: ["type", "mode", "behavior", "behaviour"],
      "Whether it holds only while it is pressed, until it is pressed again, or just does it; "
        + "left out, mute is a toggle and everything else a push."
    ).read(in: .first),
    buttonLockField,
    Field(
      "choice", .text(.name, example: "scene"), intoOptional: \.button.choice, example: "scene",
      alsoCalled: ["group", "radio", "radio_group", "exclusive"],
      "A name that several buttons share, of which only one is lit: the one that was pressed last, "
        + "as long as the knobs have its values. Pressing another takes back what a toggle did."),
  ]

  /// `all`, one knob's name, or several.
  private static let knobChoice: Shape<KnobChoice> = {
    let name = Shape<String>.text(.name, example: "volume")
    let expectation = "the name of a knob, a list of names such as [bath, kitchen], or `all`"
    let list = Shape<[Located<String>]>.list(
      "name", count: 1...knobLimit,
      name.located, expectation: expectation,
      areDifferent: true)
    return Shape(
      expectation: expectation, schema: ["anyOf": [name.schema, list.schema]]
    ) { node, subject, context in
      switch node.content {
      case .scalar(let text, isPlain: _) where !node.isNull:
        text == "all"
          ? .all(node.span)
          : name.read(node, subject, context).map { .named([Located(value: $0, span: node.span)]) }
      case .sequence: list.read(node, subject, context).map { .named($0) }
      default:
        {
          context.mismatch(node, subject, expects: expectation)
          return nil
        }()
      }
    }
  }()

  /// Values depend on the knob, and are read when the knob is resolved.
  private static let preset = byKnob(
    sectorOrNumber, expectation: "a value for each knob, such as {volume: 20, kitchen: 10}")

  private static let change = byKnob(
    .number(example: -20),
    expectation: "what to add to each knob's value, such as {volume: -20}")

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
        context.mismatch(node, subject, expects: expectation)
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
