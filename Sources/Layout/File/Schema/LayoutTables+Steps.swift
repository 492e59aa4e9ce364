internal import Diagnostics
internal import JSON
internal import Layout

/// What a button does: one action, or a list of steps with the same keys.
extension LayoutTables {
  /// The longest wait of a list, and the longest of all its waits together, in seconds.
  static let longestWait = 600.0

  /// An action as the key of a button, and as a step of a list.
  private struct ActionKey: Sendable {
    var field: Field<ButtonEntry>
    var step: Tag<ButtonEntry.Action>

    init<Value>(
      _ key: String, _ shape: @autoclosure @escaping @Sendable () -> Shape<Value>,
      example: @autoclosure @escaping @Sendable () -> JSONValue, alsoCalled: [String],
      _ summary: String, _ make: @escaping @Sendable (Value) -> ButtonEntry.Action
    ) {
      field = Field(
        key, shape(), example: example(), alsoCalled: alsoCalled, summary
      ) { value, entry, _ in entry.steps = [Located(value: make(value), span: entry.nameSpan)] }
      step = Tag(key, shape(), example: example().line, summary, make)
    }
  }

  private static func actionKeys(_ controls: [ControlKeys]) -> [ActionKey] {
    [
      ActionKey(
        "mute", knobChoice, example: "all", alsoCalled: ["silence"],
        "The knobs that it sets to their lowest value, and then back: a name, a list of names, or "
          + "all.", ButtonEntry.Action.mute),
      ActionKey(
        "reset", knobChoice, example: "all", alsoCalled: ["default", "defaults"],
        "The knobs that it sets to their default: a name, a list of names, or all that have one.",
        ButtonEntry.Action.reset),
      ActionKey(
        "preset", preset, example: ["volume": 20, "kitchen": 10],
        alsoCalled: ["set", "values", "scene"],
        "The values that it sets, by knob name; or the name of a button, for the values of its "
          + "`preset`.", ButtonEntry.Action.preset),
      ActionKey(
        "change", change, example: ["volume": -20],
        alsoCalled: ["by", "adjust", "relative", "add", "nudge"],
        "The amounts that it adds to knob values; a toggle or `momentary` button subtracts them "
          + "again.", ButtonEntry.Action.change),
      ActionKey(
        "page", Shape.word(example: "rooms"), example: "rooms",
        alsoCalled: ["goto", "show", "open"], "The page that it shows, or `next` or `previous`.",
        ButtonEntry.Action.page),
      ActionKey(
        "clean", .duration(NumberRule(range: 5...600), example: "30s"), example: "30s",
        alsoCalled: ["cleaning", "wipe", "ignore_touch"],
        "The time for which touches are ignored, for cleaning the screen; a countdown is shown."
      ) { .panel(.clean(microseconds: $0)) },
      ActionKey(
        "screen", screen, example: "off", alsoCalled: ["display", "sleep", "standby"],
        "`off` switches the screen off until the next touch; `{dim: 20}` sets its brightness, in "
          + "percent, until day or night begins.", ButtonEntry.Action.panel),
      ActionKey(
        "language", Shape.word(example: "de"), example: "de",
        alsoCalled: ["lang", "locale", "translate"],
        "The language in which all texts are shown: one of `texts`, or the layout's own.",
        ButtonEntry.Action.language),
      sendKey(controls), keypadKey(controls),
    ]
  }

  /// The keys of a button that say what it does.
  static func buttonActionFields(_ controls: [ControlKeys]) -> [Field<ButtonEntry>] {
    actionKeys(controls).map(\.field) + [
      Field(
        "do", steps(controls),
        example: [["preset": ["volume": 20]], ["wait": "2s"], ["screen": ["dim": 20]]],
        alsoCalled: ["actions", "steps", "sequence", "then", "macro"],
        "Several actions, one after the other; a toggle or `momentary` button undoes them together."
      ) { steps, entry, _ in
        entry.steps = steps
        entry.isList = true
      }
    ]
  }

  private static func steps(_ controls: [ControlKeys]) -> Shape<[Located<ButtonEntry.Action>]> {
    let wait = Tag(
      "wait",
      Shape<Int64>.duration(NumberRule(range: 0.05...longestWait), example: "2s"), example: "2s",
      "The time until the next step, in all at most 10 minutes. Pressed again meanwhile, a push "
        + "begins again, and a toggle is undone.", ButtonEntry.Action.wait)
    let list = Shape<[Located<ButtonEntry.Action>]>.list(
      "step", count: 1...ButtonLayout.maximumSteps,
      Shape<ButtonEntry.Action>.tagged("a step", actionKeys(controls).map(\.step) + [wait]).located,
      expectation: "a list of steps, such as [{preset: {volume: 20}}, {wait: 2s}, {page: rooms}]")
    // The other keys are those of a button, and documented there.
    return Shape(
      expectation: list.expectation, schema: list.schema, keys: [wait.description]
    ) { node, subject, context in list.read(node, subject, context) }
  }

  private static func sendKey(_ controls: [ControlKeys]) -> ActionKey {
    ActionKey(
      "send", buttonTarget(controls), example: ["alsa": ["element": "Master"]],
      alsoCalled: ["control", "action", "command", "publish"],
      "The external value that it sets, with the keys of a knob's `control`: a push sends 1, a "
        + "toggle alternates 1 and 0, `momentary` sends 1 while it is held. It is lit while the "
        + "state is 1.", ButtonEntry.Action.send)
  }

  private static func keypadKey(_ controls: [ControlKeys]) -> ActionKey {
    ActionKey(
      "keypad", keypad(controls), example: ["send": ["mqtt": ["set": "home/alarm/code"]]],
      alsoCalled: ["code", "pinpad", "pin_pad", "keyboard"],
      "A keypad on which a code is typed, for an alarm panel or a door. Whether the code is right is "
        + "decided by the target; it is lit while the target's state is 1.",
      ButtonEntry.Action.keypad)
  }

  private static let screen = Shape<ButtonLayout.PanelAction>.either(
    scalar: .choice(
      [("off", .switchScreenOff)], synonyms: ["dark": "off", "black": "off"]),
    mapping: .tagged(
      "an action on the screen",
      [
        Tag(
          "dim", Shape<Double>.percent(from: 1, upTo: 100, example: 20), example: "20",
          "The brightness, in percent of the screen's maximum, until day or night begins."
        ) { .dim(brightness: $0 / 100) }
      ]))

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

  /// Values depend on the knob, and are read when the knob is resolved; or the name of a button.
  private static let preset: Shape<PresetChoice> = {
    let name = Shape.word(example: "evening")
    let values = byKnob(
      sectorOrNumber, expectation: "a value for each knob, such as {volume: 20, kitchen: 10}")
    return Shape(
      expectation: values.expectation + "; or the name of a button with a `preset`",
      schema: ["anyOf": [name.schema, values.schema]]
    ) { node, subject, context in
      if case .scalar = node.content, !node.isNull {
        return name.read(node, subject, context).map { .button($0) }
      }
      guard case .mapping(let entries) = node.content, !entries.isEmpty else {
        context.mismatch(node, subject)
        return nil
      }
      return values.read(node, subject, context).map { .values($0) }
    }
  }()

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
