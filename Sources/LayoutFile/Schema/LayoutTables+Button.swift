internal import Diagnostics
internal import JSON
internal import Layout

extension LayoutTables {
  static let button = Shape.thing(
    "a button", empty: ButtonDraft(),
    buttonPlaceFields + cellFields() + [alignField()] + buttonActionFields,
    rules: KeyRule.alternatives(["cell", "center"]) + cellRules("span", "align")
      + KeyRule.exactlyOne(["mute", "reset", "preset", "page"])
      + KeyRule.apart(
        KeyRule.Key("kind", among: ["momentary", "toggle"]), from: ["reset", "page"]))

  private static let buttonPlaceFields: [Field<ButtonDraft>] = [
    Field(
      "center", point, draft: \.center, required: true, unless: ["cell"], example: [400, 440],
      alsoCalled: ["centre", "position", "pos", "at", "x", "y"],
      "Its middle, from the top left corner; % of the panel's width and height."),
    Field(
      "size",
      .pair(.length(.positive), expectation: "width and height, such as [140, 60]"),
      draft: \.size, required: true, unless: ["cell"], example: [140, 60],
      alsoCalled: ["width", "height", "diameter", "dimensions"],
      "Its width and height; % of the panel's width and height. In a cell, all of it if left out."),
    Field(
      "text", .text(example: "Mute"), draft: \.text, fallback: "", example: "Mute",
      alsoCalled: ["name", "label", "title", "caption"], "What it says."
    ).pictured(
      .button("text: Mute")),
    Field(
      "icon", .choice(of: ButtonLayout.Icon.self, synonyms: iconSynonyms), draft: \.icon,
      example: "speaker", alsoCalled: ["image", "symbol", "picture"],
      "A picture beside its text, or instead of it."
    ).pictured(
      .button("icon: speaker"), .button("icon: reset", "text: Reset")),
  ]

  private static let iconSynonyms = [
    "mute": "speaker", "volume": "speaker", "sound": "speaker", "off": "power", "on": "power",
    "standby": "power", "undo": "reset", "refresh": "reset", "back": "left", "previous": "left",
    "next": "right", "plus": "up", "minus": "down",
  ]

  private static let buttonActionFields: [Field<ButtonDraft>] = [
    Field(
      "mute", knobChoice, draft: \.mute, example: "all", alsoCalled: ["silence"],
      "The knobs that it sends to their lowest value, and back: a name, a list of names, or all."),
    Field(
      "reset", knobChoice, draft: \.reset, example: "all", alsoCalled: ["default", "defaults"],
      "The knobs that it sends to their default: a name, a list of names, or all that have one."),
    Field(
      "preset", preset, draft: \.preset, example: ["volume": 20, "kitchen": 10],
      alsoCalled: ["set", "values", "scene"], "The values that it sends knobs to, by their names."),
    Field(
      "page", .text(.name, example: "rooms"), draft: \.page, example: "rooms",
      alsoCalled: ["goto", "show", "open"], "The page that it shows, or `next` or `previous`."),
    Field(
      "kind",
      .choice(
        of: ButtonLayout.Kind.self,
        synonyms: ["switch": "toggle", "latching": "toggle", "hold": "momentary", "click": "push"]),
      draft: \.kind, example: "momentary", alsoCalled: ["type", "mode", "behavior", "behaviour"],
      "Whether it holds only while it is pressed, until it is pressed again, or just does it; "
        + "left out, mute is a toggle and everything else a push."),
  ]

  /// `all`, the name of a knob, or several.
  private static let knobChoice: Shape<KnobChoice> = {
    let name = Shape<String>.text(.name, example: "volume")
    let expectation = "the name of a knob, a list of names such as [bath, kitchen], or `all`"
    let list = Shape<[(name: String, span: SourceSpan)]>.list(
      "name", count: 1...knobLimit,
      name.map { name, node, _, _ in (name: name, span: node.span) }, expectation: expectation,
      areDifferent: true)
    return Shape(
      expectation: expectation, schema: ["anyOf": [name.schema, list.schema]]
    ) { node, subject, context in
      switch node.content {
      case .scalar(let text, isPlain: _) where !node.isNull:
        text == "all"
          ? .all(node.span)
          : name.read(node, subject, context).map { .named([($0, node.span)]) }
      case .sequence: list.read(node, subject, context).map { .named($0) }
      default:
        {
          context.mismatch(node, subject, expects: expectation)
          return nil
        }()
      }
    }
  }()

  /// Values by the names of knobs; what a value is depends on the knob, and is read when resolved.
  private static let preset: Shape<[Named<Node>]> = {
    let expectation = "a value for each knob, such as {volume: 20, kitchen: 10}"
    let schema: JSONValue = [
      "type": "object", "minProperties": 1, "maxProperties": .number(Double(knobLimit)),
      "additionalProperties": sectorOrNumber.schema,
    ]
    return Shape(expectation: expectation, schema: schema) { node, subject, context in
      guard case .mapping(let entries) = node.content, !entries.isEmpty else {
        context.mismatch(node, subject, expects: expectation)
        return nil
      }
      return entries.compactMap { entry in
        let subject = Subject(name: "`\(entry.key)`", span: entry.keySpan)
        return sectorOrNumber.read(entry.value, subject, context).map {
          Named(
            name: entry.key, nameSpan: entry.keySpan, span: entry.value.span, value: $0)
        }
      }
    }
  }()
}
