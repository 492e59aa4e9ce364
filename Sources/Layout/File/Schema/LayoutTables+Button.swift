internal import Diagnostics
internal import Gesture
internal import JSON
internal import Layout

extension LayoutTables {
  static func button(_ controls: [ControlKeys]) -> Shape<ButtonEntry> {
    .item(
      "a button", empty: ButtonEntry(),
      buttonPositionFields + buttonLookFields + cellFields() + [alignField()]
        + buttonActionFields(controls) + buttonKindFields + [
          visibleField(\.button.isVisible),
          whenField(
            controls, buttonChanges, schema: "button_case",
            example: [
              "control": ["mqtt": ["state": "alarm/state"]], "is": "armed", "color": "tomato",
            ]),
        ],
      rules: [.onePosition(["cell", "center"])] + cellRules("span", "align")
        + [
          actionMissing, oneAction, kindRule, onlyRule,
          noChoice(
            with: ["keypad", "clean", KeyRule.Key("screen", among: ["off"])], "has no state to show"
          ),
          heldChoiceRule, heldLockRule,
        ],
      prepare: { entry, locations, subject, context in entry.prepare(locations, subject, context) },
      finish: { entry, locations, _, _ in entry.finish(locations) })
  }

  /// The keys that set a button's action.
  private static let actions = [
    "mute", "reset", "preset", "change", "page", "send", "keypad", "clean", "screen", "language",
    "do",
  ]

  private static let actionMissing = KeyRule.atLeastOne(actions) { subject, _ in
    Diagnostic(
      .error, "\(subject.name) does nothing", at: subject.span,
      hint:
        "add an action: `mute: all`, or `reset`, `preset`, `change`, `page`, `send`, `keypad`, `clean`, "
        + "`screen`, `language`, or a list of them: `do: [{preset: {volume: 20}}, {page: rooms}]`")
  }

  private static let oneAction = KeyRule.alternatives(actions.map { KeyRule.Key($0) }) {
    one, other, subject in
    let isInOrder = one.keySpan.start < other.keySpan.start
    let (first, second) = isInOrder ? (one, other) : (other, one)
    return Diagnostic(
      .error, "\(subject.name) can have only one action, but this is a second", at: second.keySpan,
      hint: [first.key, second.key].contains("do")
        ? "write it as one of the steps of `do`"
        : "write both as a list: `do: [{\(first.key): …}, {\(second.key): …}]`",
      related: [.init(span: first.keySpan, message: "the first is here")])
  }

  private static let kindRule = KeyRule.apart(
    KeyRule.Key("kind", among: ["momentary", "toggle"]),
    from: ["reset", "page", "keypad", "clean", KeyRule.Key("screen", among: ["off"]), "language"]
  ) { kind, action, _ in
    let resets = action.key == "reset"
    let effects = [
      "reset": "resets", "page": "shows a page", "clean": "starts cleaning",
      "language": "chooses a language", "keypad": "opens a keypad",
    ]
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
    "only", oneOf: ["preset", "do"], "`only` needs a `preset`, but there is none",
    hint: "remove `only`; the sign of a `change` is its direction")

  /// The keys that go with the actions.
  private static let buttonKindFields: [Field<ButtonEntry>] = [
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
}
