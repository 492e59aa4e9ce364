internal import Diagnostics
internal import JSON
internal import Knobs
internal import Layout

/// Values and pages that return when the panel is idle.
extension LayoutTables {
  static let returnField = Field<KnobEntry>(
    "return", valueReturn, intoOptional: \.knob.valueReturn,
    example: ["after": "1min", "to": "default"],
    alsoCalled: ["come_home", "revert", "auto_reset", "timeout"],
    "Resets a value that was set at the panel: this long after the last touch, it returns "
      + "to its default, or to another value. Values set elsewhere stay.")

  private static let valueReturn = Shape<ValueReturn>.either(
    scalar: after.converted { microseconds, _, _ in
      ValueReturn(microseconds: microseconds)
    },
    mapping: .record(
      "`return`", empty: ValueReturn(microseconds: 0),
      [
        afterField(
          \.microseconds, example: "1min",
          "The time since the last finger left the knob, or a button set it."),
        Field(
          "to", returnTarget, fallback: "default", example: "default",
          alsoCalled: ["value", "target"],
          "Its default, or a value."
        ) { target, valueReturn, _ in valueReturn.value = target.value },
      ],
      finish: { _, locations, _, context in
        context.knob?.hasUnreadableReturn = locations.isUnreadable("to")
      }))

  /// `default`, or a value of the knob.
  private static let returnTarget = Shape<OrNone<Double>>(
    expectation: "`default`, or a value of the knob",
    schema: sectorOrNumber.schema
  ) { node, subject, context in
    if case .scalar("default", _) = node.content { return OrNone(nil) }
    return knobValue.read(node, subject, context).map { OrNone($0) }
  }

  /// The key for what an idle panel does.
  static let idleField = Field<PanelLayout>(
    "idle", idle, example: ["after": "1min", "values": "default", "page": "rooms"],
    alsoCalled: ["inactivity", "screensaver", "standby"],
    "What happens after this time without a touch."
  ) { idle, panel, context in
    panel.firstLanguageMicroseconds = idle.microseconds
    if idle.values != nil { panel.idleReturnMicroseconds = idle.microseconds }
    if let page = idle.page {
      panel.paging.homeMicroseconds = idle.microseconds
      context.homePage = page
    }
    context.idleValues = idle.values
  }

  private static let idle = Shape.record(
    "`idle`", empty: Idle(),
    [
      afterField(\.microseconds, example: 60),
      Field(
        "values", Shape<Bool>.choice([("default", true)], synonyms: ["reset": "default"]).located,
        intoOptional: \.values, example: "default", alsoCalled: ["knobs", "value", "reset"],
        "`default`: knobs that were set at the panel return to their defaults."),
      Field(
        "page", Shape.word(example: "rooms"), intoOptional: \.page,
        example: "rooms", alsoCalled: ["show", "home", "goto"], "The page to show."),
      Field(
        "language", Shape<Bool>.choice([("first", true)]), intoOptional: \.language,
        example: "first", alsoCalled: ["lang", "texts"],
        "`first`: texts are shown in the layout's own language again, as `values` and `page` do, "
          + "too."),
    ],
    rules: [
      .atLeastOne(["values", "page", "language"]) { subject, _ in
        Diagnostic(
          .error, "\(subject.name) does nothing", at: subject.span,
          hint: "add `values: default`, or `page: rooms`")
      }
    ])

  /// `idle` while its keys are read.
  private struct Idle: Sendable {
    var microseconds: Int64 = 0
    var values: Located<Bool>?
    var page: Located<String>?
    var language: Bool?
  }

  /// Reports `home` without pages, or together with a page of `idle`.
  static func checkHome(_ locations: KeyLocations, _ context: ReadingContext) {
    guard let home = locations["home"] else { return }
    if context.pageCount == 0 {
      context.error(
        "`home` needs `pages`, but there are none", at: home.keySpan,
        hint: "for values that return, write `idle: {after: 60, values: default}`")
    } else if let page = context.homePage {
      context.error(
        "`home` and `idle` both set the page to return to", at: home.keySpan,
        hint: "remove `home`",
        related: [.init(span: page.span, message: "the page of `idle` is here")])
    }
  }
}
