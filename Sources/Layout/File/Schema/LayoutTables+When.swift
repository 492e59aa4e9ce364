internal import Diagnostics
internal import JSON
internal import Layout
internal import Raster

/// Conditions, and what an item looks like while they hold.
extension LayoutTables {
  /// `when:` of an item.
  ///
  /// - Parameters:
  ///   - controls: The back ends.
  ///   - changes: The keys of the properties that the item has.
  ///   - name: The name of its definition in the schema.
  ///   - example: A valid case.
  ///   - documentsConditions: Whether the keys of conditions are documented here.
  /// - Returns: The key.
  static func whenField<Holder: CaseHolder>(
    _ controls: [ControlKeys], _ changes: [Field<CaseEntry>], schema name: String,
    example: JSONValue, documentsConditions: Bool = false
  ) -> Field<Holder> {
    Field(
      "when", cases(controls, changes, schema: name, example: example, documentsConditions),
      into: \.cases,
      example: example,
      alsoCalled: ["if", "conditions", "condition", "rules", "states"],
      "How it looks while conditions hold: a case, or a list of cases of which the first one that "
        + "holds applies. A case has conditions (a `knob` or a `control` with `is`, `in`, `above` or "
        + "`below`; a `page`; a `language`; a `time`), which all have to hold and are described at knobs, "
        + "and the keys of the item that differ. An item under a finger is hidden or disabled once the "
        + "finger lifts.")
  }

  /// `when:` of a page.
  static func pageWhenField(_ controls: [ControlKeys]) -> Field<PageEntry> {
    let example: JSONValue = ["control": ["mqtt": ["state": "door/bell"]], "is": true]
    return Field(
      "when", cases(controls, [], schema: "page_case", example: example, false), into: \.cases,
      example: example,
      alsoCalled: ["if", "conditions", "condition", "rules", "states"],
      "Conditions that show the page each time that they begin to hold: one entry, or a list of "
        + "several, with the keys of the conditions of an item's `when`. It is shown once all fingers "
        + "have lifted.")
  }

  private static func cases(
    _ controls: [ControlKeys], _ changes: [Field<CaseEntry>], schema name: String,
    example: JSONValue, _ documentsConditions: Bool
  ) -> Shape<[CaseEntry]> {
    let conditions = conditionFields(controls)
    let all = Shape.record(
      "a case", empty: CaseEntry(), conditions + changes, rules: conditionRules,
      finish: { entry, locations, subject, _ in
        entry.span = subject.span
        entry.locations = locations
      })
    let record = Shape(
      expectation: all.expectation, schema: all.schema.defined(name),
      keys: ((documentsConditions ? conditions : []) + changes).map(\.description)
    ) { node, subject, context in all.read(node, subject, context) }
    let expectation = "a case such as `\(example.flow)`, or a list of them"
    return .either(
      single: record.map { entry, _, _, _ in [entry] },
      list: .list("case", count: 1...ItemCase.maximumCount, record, expectation: expectation),
      isSingle: { if case .mapping = $0.content { true } else { false } })
  }

  private static let sources = ["control", "knob"]
  private static let tests = ["is", "in", "above", "below"]

  private static let conditionRules: [KeyRule] =
    [
      .atLeastOne(sources + ["page", "language", "time"] + tests) { subject, _ in
        Diagnostic(
          .error, "\(subject.name) has no condition", at: subject.span,
          hint: "add one, such as `knob: volume, above: 80`, `page: rooms`, `language: de` or "
            + "`time: {from: \"22:00\", to: \"6:00\"}`")
      },
      .alternatives(["control", "knob"]) { _, other, _ in
        Diagnostic(
          .error, "a case has one value to compare, but this is a second", at: other.keySpan,
          hint: "remove `control` or `knob`; the `is`, `in`, `above` and `below` belong to it")
      },
      .alternatives(["is", "in"], oneTest), .apart("is", from: ["above", "below"], oneTest),
      .apart("in", from: ["above", "below"], oneTest),
    ]
    + sources.map { source in
      .needs(
        source, oneOf: tests, "this `\(source)` is not compared with anything",
        hint: "add `is`, `in`, `above` or `below`")
    }
    + tests.map { test in
      .needs(
        test, oneOf: sources, "there is no value for this `\(test)`",
        hint: "add a `knob` or a `control` to the case")
    }

  @Sendable private static func oneTest(
    _ first: KeyRule.Written, _ other: KeyRule.Written, _: Subject
  ) -> Diagnostic {
    Diagnostic(
      .error, "a condition with `\(first.key)` cannot have `\(other.key)` too", at: other.keySpan,
      hint: "remove one of them; `above` and `below` can be combined",
      related: [.init(span: first.keySpan, message: "`\(first.key)` is here")])
  }

  // MARK: Conditions

  private static func conditionFields(_ controls: [ControlKeys]) -> [Field<CaseEntry>] {
    [
      Field(
        "control", target("a control", controls) { _ in .readOut }, intoOptional: \.control,
        example: ["mqtt": ["state": "alarm/state"]],
        alsoCalled: ["value", "state", "sensor", "entity"],
        "A value from outside: any control that can be read, with the keys of a knob's `control`. "
          + "While it is unknown, its condition does not hold."),
      Field(
        "knob", .word(example: "volume"), intoOptional: \.knob, example: "volume",
        alsoCalled: ["of", "id"], "The value of a knob of this panel."),
      Field(
        "is", comparedValue, example: "armed", alsoCalled: ["equals", "eq", "equal", "state"],
        "The value: a number, a text (in any case), the name of a sector, or `true` or `false` for what "
          + "is on or off, open or closed, occupied or clear."
      ) { value, entry, _ in entry.values = [value] },
      Field(
        "in", comparedValues, into: \.values, example: ["armed_home", "armed_away"],
        alsoCalled: ["any", "one_of", "among"], "Several values, of which it is one."),
      Field(
        "above", limit, intoOptional: \.above, example: 80,
        alsoCalled: ["over", "more_than", "greater", "min", "from", "gt"],
        "A number; the value is higher. With `below`, it is between them."),
      Field(
        "below", limit, intoOptional: \.below, example: 20,
        alsoCalled: ["under", "less_than", "less", "max", "lt"],
        "A number; the value is lower."),
      Field(
        "page",
        .oneOrMore(
          "page", count: 1...pageLimit, .word(example: "rooms"),
          expectation: "the name of a page, such as rooms, or a list of them"), into: \.pages,
        example: "rooms", alsoCalled: ["pages", "shown"], "The page that is shown, or several."),
      Field(
        "language",
        .oneOrMore(
          "language", count: 1...languageLimit, .word(example: "de"),
          expectation: "the name of a language, such as de, or a list of them"), into: \.languages,
        example: "de", alsoCalled: ["lang", "languages"], "The language of the texts, or several."),
      Field(
        "time", dayTimes, intoOptional: \.time, example: ["from": "22:00", "to": "6:00"],
        alsoCalled: ["hours", "between", "daytime"], "A part of the day, in local time."),
    ]
  }

  private static let comparedValue = Shape<Node>(
    expectation: "a number, a text, or true or false",
    schema: ["type": ["number", "string", "boolean"]]
  ) { node, subject, context in
    if case .scalar(let text, _) = node.content, !node.isNull,
      text.unicodeScalars.count <= TextRule.text.maximumLength
    {
      return node
    }
    context.mismatch(node, subject)
    return nil
  }

  private static let comparedValues = Shape<[Node]>.list(
    "value", count: 1...64, comparedValue,
    expectation: "a list of values, such as [armed_home, armed_away]", areDifferent: true)

  private static let limit = Shape<Double>.number(example: 80).located

  private struct DayTimeKeys: Sendable {
    var from = 0
    var to = 0
  }

  private static let dayTimes = Shape<DayTimeKeys>.record(
    "`time`", empty: DayTimeKeys(),
    [
      Field(
        "from", timeOfDay, into: \.from, required: true, example: "22:00",
        alsoCalled: ["begin", "start", "after"], "When it begins."),
      Field(
        "to", timeOfDay, into: \.to, required: true, example: "6:00",
        alsoCalled: ["end", "until", "before"],
        "When it ends; on the next day if that is earlier."),
    ]
  ).converted { keys, subject, context -> DayTimes? in
    guard keys.from != keys.to else {
      context.error(
        "this part of the day begins and ends at the same time", at: subject.span,
        hint: "remove `time` for the whole day")
      return nil
    }
    return DayTimes(from: keys.from, to: keys.to)
  }

  // MARK: Properties

  static func visibleField<Holder: CaseHolder>(
    _ slot: any WritableKeyPath<Holder, Bool> & Sendable
  ) -> Field<Holder> {
    Field(
      "visible", .flag, into: slot, fallback: true, example: false,
      alsoCalled: ["hidden", "show", "shown", "hide"],
      "Whether it is visible unless a case of its `when` says otherwise; a hidden item takes no touches "
        + "and drives nothing.")
  }

  static let visibleChange = Field<CaseEntry>(
    "visible", .flag, intoOptional: \.change.isVisible, example: false,
    alsoCalled: ["hidden", "show", "shown", "hide"], "Whether it is visible.")

  static let enabledChange = Field<CaseEntry>(
    "enabled", .flag, intoOptional: \.change.isEnabled, example: false,
    alsoCalled: ["disabled", "active", "readonly"], "Whether it can be touched.")

  static let labelChanges = [
    visibleChange,
    textChange(.lines, "text", example: "Armed", "Its text."),
    colorChange(.translucentColor, "The colour of its text."),
  ]

  static let knobChanges = [
    visibleChange, enabledChange,
    textChange(.name, "name", example: "Balcony", "Its name."),
    colorChange(.color, "The colour of its lit ring and its pointer."),
  ]

  static let buttonChanges = [
    visibleChange, enabledChange,
    textChange(.text, "text", example: "Armed", "Its text."),
    Field(
      "icon", symbol, intoOptional: \.change.symbol, example: "lock",
      alsoCalled: ["image", "symbol", "picture"], "Its icon."),
    colorChange(.color, "The colour of its face."),
    Field(
      "lit", .color, intoOptional: \.change.litColor, example: "tomato",
      alsoCalled: ["lit_color", "on_color", "active_color", "highlight", "accent", "glow", "led"],
      "The colour of its light while it is on."),
  ]

  static let imageChanges = [
    visibleChange,
    Field<CaseEntry>(
      "file", picturePath, intoOptional: \.change.file, example: "fifties.png",
      alsoCalled: ["path", "src", "source", "image", "picture"], "Its PNG file."),
  ]

  private static func textChange(
    _ rule: TextRule, _ key: String, example: String, _ summary: String
  ) -> Field<CaseEntry> {
    Field(
      key, .text(rule, example: example), intoOptional: \.change.text, example: .string(example),
      alsoCalled: ["name", "text", "label", "title", "caption"].filter { $0 != key }, summary)
  }

  private static func colorChange(
    _ shape: Shape<Color>, _ summary: String
  ) -> Field<CaseEntry> {
    Field(
      "color", shape, intoOptional: \.change.color, example: "tomato",
      alsoCalled: ["colour", "fill", "ink", "background"], summary)
  }
}

extension JSONValue {
  /// An object as a mapping of YAML on one line.
  fileprivate var flow: String {
    guard case .object(let pairs) = self else { return line }
    return "{" + pairs.map { "\($0.key): \($0.value.flow)" }.joined(separator: ", ") + "}"
  }
}
