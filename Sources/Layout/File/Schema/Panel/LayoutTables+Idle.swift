internal import Diagnostics
internal import JSON
internal import Layout
internal import Locales

/// The clock or picture shown in place of an idle panel.
extension LayoutTables {
  static let screenIdle = Shape.record(
    "`idle`", empty: IdleKeys(),
    [
      afterField(\.microseconds, example: "2min"),
      Field(
        "clock", timeFormat, into: \.time, fallback: "24h", example: "12h",
        alsoCalled: ["time", "format"],
        "The format of the time: `24h`, `12h`, `locale` for that of `panel.locale`, or conversions "
          + "of strftime(3), such as \"%H.%M\"."),
      Field(
        "date", dateFormat, intoOptional: \.date, example: "long",
        alsoCalled: ["day"],
        "The date below it, in the order and the words of `panel.locale`: `long` (weekday, day and "
          + "month), `full` (with the year) or `short` (in digits); or conversions of "
          + "strftime(3), such as \"%A, %-d %B\". Without a `locale`, names in conversions are in "
          + "the machine's language."),
      Field(
        "picture", background, intoOptional: \.picture, example: "welcome.png",
        alsoCalled: ["image", "file", "photo"], "A picture instead of the clock."),
    ],
    rules: [
      .apart("picture", from: ["clock", "date"]) { picture, other, _ in
        Diagnostic(
          .error, "an idle panel cannot show both a picture and a clock", at: other.keySpan,
          hint: "remove `\(picture.key)` or `\(other.key)`")
      }
    ], orOnly: after
  ) { after, idle in idle.microseconds = after }.converted { keys, _, _ in
    ScreenLayout.Idle(
      afterMicroseconds: keys.microseconds,
      keys.picture.map { .picture($0) } ?? .clock(time: keys.time, date: keys.date))
  }

  private struct IdleKeys: Sendable {
    var microseconds: Int64 = 0
    var time = TimeFormat.hours24
    var date: TimeFormat?
    var picture: BackgroundLayout?
  }

  private static let timeFormat = Shape<TimeFormat>(
    expectation: "24h, 12h, locale, or a format such as \"%H.%M\"",
    schema: ["anyOf": [["enum": ["24h", "12h", "locale"]], timeText.schema]]
  ) { node, subject, context in
    guard case .scalar(let text, _) = node.content else {
      return timeText.read(node, subject, context)
    }
    switch text.lowercased() {
    case "locale": return TimeFormat(.time)
    case "24h", "24": return .hours24
    case "12h", "12": return .hours12
    default: return timeText.read(node, subject, context)
    }
  }

  private static let dateStyles: [String: DateWords.Style] = [
    "long": .long, "full": .full, "short": .short,
  ]

  private static let dateFormat = Shape<TimeFormat>(
    expectation: "long, full, short, or a format such as \"%A, %-d %B\"",
    schema: ["anyOf": [["enum": ["long", "full", "short"]], timeText.schema]]
  ) { node, subject, context in
    if case .scalar(let text, _) = node.content, let style = dateStyles[text.lowercased()] {
      return TimeFormat(style)
    }
    return timeText.read(node, subject, context)
  }

  private static let timeText: Shape<TimeFormat> = formatText.located.converted(
    schema: [
      "type": "string", "minLength": 1, "maxLength": .number(Double(formatLength)),
      "pattern": .string(TimeFormat.pattern),
    ]
  ) { text, node, context in
    do throws(TimeFormat.Problem) {
      return try TimeFormat(text.value)
    } catch {
      report(error, at: node.span, context)
      return nil
    }
  }

  private static let formatLength = 64
  private static let formatText = Shape<String>.text(
    TextRule(mayBeEmpty: false, maximumLength: formatLength), example: "%A, %-d %B")

  private static func report(
    _ problem: TimeFormat.Problem, at span: SourceSpan, _ context: ReadingContext
  ) {
    switch problem {
    case .seconds(let conversion):
      context.error(
        "\(VisibleText.quoted(conversion)) shows seconds, but the clock is drawn once a minute",
        at: span, hint: "write `%H:%M` for hours and minutes")
    case .unknown(let conversion):
      context.error(
        "\(VisibleText.quoted(conversion)) is not a supported conversion", at: span,
        hint:
          "write %H and %M for hours and minutes, %A %d %B %Y for the date, and %% for a percent "
          + "sign; see strftime(3) for all")
    case .constant:
      context.error(
        "this text contains no time", at: span,
        hint: "write it with the conversions of strftime(3), such as \"%H:%M\" or \"%A, %-d %B\"; "
          + "a date can also be `long`, `full` or `short`")
    }
  }
}
