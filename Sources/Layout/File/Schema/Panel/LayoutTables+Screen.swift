internal import Diagnostics
internal import JSON
internal import Layout

/// The screen's brightness, and when it is dimmed and switched off.
extension LayoutTables {
  static let screenField = Field<PanelLayout>(
    "screen", screen, into: \.screen, example: ["dim": 60, "off": 600],
    alsoCalled: ["display", "backlight", "brightness", "blank", "power"],
    "The screen's brightness by day and by night, and the times without a touch until it is dimmed "
      + "and off. The touch that wakes it does nothing else.")

  private static let screen = Shape.record(
    "`screen`", empty: ScreenLayout(),
    [
      Field(
        "brightness", percent, into: \.brightness, fallback: 100, example: 80,
        alsoCalled: ["level", "day"],
        "Percent of the screen's maximum; by day if there is a `night`."
      ),
      Field(
        "night", night, intoOptional: \.night,
        example: ["brightness": 20, "from": "22:00", "to": "6:30"], alsoCalled: ["dark"],
        "Another brightness by night."),
      Field(
        "dim", dim, into: \.self, example: "1min", alsoCalled: ["dimmed", "dim_after"],
        "The time without a touch after which it is dimmed. A touch then lights it and acts."),
      Field(
        "idle", screenIdle, intoOptional: \.idle, example: "2min",
        alsoCalled: ["clock", "screensaver", "screen_saver", "saver", "ambient"],
        "The time without a touch after which a clock or a picture is shown in place of the panel. "
          + "A touch then shows the panel and does nothing else."),
      Field(
        "off", off, into: \.self, example: "10min",
        alsoCalled: ["blank", "sleep", "standby", "timeout", "off_after"],
        "The time without a touch after which it is off. A touch then lights it and does nothing "
          + "else."),
      Field(
        // A larger shift would be noticeable or cut off content.
        "shift", fraction(upTo: 1.5, example: 1.5), into: \.shift, fallback: 0, example: 1.5,
        alsoCalled: ["burn_in", "burnin", "antiburn", "orbit", "pixel_shift"],
        "Percent of its width and height by which the picture moves around, one step a minute, to "
          + "avoid burn-in. Touch positions follow it."),
      Field(
        "backlight", .text(.name, example: "rpi_backlight"),
        example: "10-0045", alsoCalled: ["device"],
        "The name of the backlight in /sys/class/backlight, if there are several; or `ddc` for a "
          + "monitor's backlight, over its cable. Without a backlight, the picture itself is "
          + "darkened."
      ) { name, screen, _ in
        screen.backlight = name == "ddc" ? .ddc : .kernel(name: name)
      },
    ])

  // MARK: Day and night

  private static let night = Shape<NightKeys>.record(
    "`night`", empty: NightKeys(),
    [
      Field(
        "brightness", percent, into: \.brightness, required: true, example: 20,
        alsoCalled: ["level"], "Percent of the screen's maximum."),
      Field(
        "from", timeOfDay, intoOptional: \.from, example: "22:00",
        alsoCalled: ["begin", "start", "after"], "When it begins, local time."),
      Field(
        "to", timeOfDay, intoOptional: \.to, example: "6:30",
        alsoCalled: ["end", "until", "before"],
        "When it ends, local time."),
      Field(
        "at",
        location, intoOptional: \.location, example: [52.5, 13.4],
        alsoCalled: ["place", "position", "location", "sun"],
        "From sunset to sunrise at this location: latitude and longitude in degrees, north and "
          + "east positive."),
    ],
    rules: [
      .alternatives(["from", "at"]) { from, at, _ in
        Diagnostic(
          .error, "`from` and `at` both define the night", at: at.keySpan,
          hint: "remove one of them")
      },
      .needs("from", "to", "this night has no end", hint: "add `to: \"6:30\"`"),
      .needs("to", "from", "this night has no beginning", hint: "add `from: \"22:00\"`"),
      .atLeastOne(["from", "to", "at"]) { subject, _ in
        Diagnostic(
          .error, "\(subject.name) has no times", at: subject.span,
          hint: "add `from: \"22:00\", to: \"6:30\"`, or the panel's location: `at: [52.5, 13.4]`")
      },
    ]
  ).converted { keys, _, _ in
    if let location = keys.location {
      ScreenLayout.Night(
        brightness: keys.brightness,
        hours: .sun(latitude: location.first, longitude: location.second))
    } else if let from = keys.from, let to = keys.to {
      ScreenLayout.Night(brightness: keys.brightness, hours: .clock(from: from, to: to))
    } else {
      nil
    }
  }

  private static let longitude = Shape<Double>.number(NumberRule(range: -180...180), example: 13.4)

  private static let location = Shape<Pair<Double>>.pair(
    longitude, expectation: "latitude and longitude in degrees, such as [52.5, 13.4]"
  ).converted(
    schema: [
      "type": "array", "minItems": 2, "maxItems": 2,
      "prefixItems": [
        Shape<Double>.number(NumberRule(range: -90...90), example: 52.5).schema, longitude.schema,
      ],
    ]
  ) { location, node, context -> Pair<Double>? in
    guard abs(location.first) > 90 else { return location }
    context.error(
      "a latitude is from -90 to 90", at: node.span,
      hint: "write the latitude first, then the longitude; north and east are positive")
    return nil
  }

  private struct NightKeys: Sendable {
    var brightness = 0.2
    var from: Int?
    var to: Int?
    /// Latitude and longitude in degrees.
    var location: Pair<Double>?
  }

  /// Minutes since midnight, written as `22:00`.
  static let timeOfDay = Shape<Int>(
    expectation: "a time of the day, such as 22:00",
    schema: ["type": "string", "pattern": "^([01]?[0-9]|2[0-3]):[0-5][0-9]$"]
  ) { node, subject, context in
    if case .scalar(let text, _) = node.content, let minutes = DayTimes.minutes(text) {
      return minutes
    }
    context.mismatch(node, subject, hint: "hours and minutes, from 0:00 to 23:59")
    return nil
  }

  // MARK: Dimmed and off

  private static let dim = Shape.record(
    "`dim`", empty: ScreenLayout(),
    [
      Field(
        "after", after, intoOptional: \.dimMicroseconds, required: true, example: "1min",
        alsoCalled: ["seconds", "delay", "timeout"], "The time since the last touch."),
      Field(
        "to", percent, into: \.dimBrightness, fallback: 20, example: 10,
        alsoCalled: ["brightness", "level"], "Percent of its brightness when not dimmed."),
      Field(
        "touch", .choice(of: ScreenLayout.DimmedTouch.self), into: \.dimmedTouch,
        fallback: "act", example: "wake", alsoCalled: ["on_touch", "on_dimmed", "on_dimmed_touch"],
        "What a touch then does: `act` lights the screen and has its usual effect; `wake` only lights "
          + "it."),
    ], orOnly: after
  ) { after, screen in screen.dimMicroseconds = after }

  private static let off = Shape.record(
    "`off`", empty: ScreenLayout(),
    [
      Field(
        "after", after, intoOptional: \.offMicroseconds, required: true, example: "10min",
        alsoCalled: ["seconds", "delay", "timeout"], "The time since the last touch."),
      Field(
        "by",
        .choice(of: ScreenLayout.Off.self, synonyms: ["standby": "dpms", "picture": "black"]),
        into: \.off, fallback: "backlight", example: "dpms",
        alsoCalled: ["way", "how", "method"],
        "`backlight` switches it off but keeps showing the picture: touch works on every screen. "
          + "`dpms` puts the screen into standby, which saves the most power but disables some "
          + "touchscreens. `black` shows a black picture, as do the others where they are not "
          + "supported."),
      Field(
        "guard", .duration(NumberRule(range: 0...10), example: "500ms"), into: \.guardMicroseconds,
        fallback: "500ms", example: "1s", alsoCalled: ["grace", "wake_guard"],
        "The time after the touch that wakes it for which further touches are ignored, too."),
    ], orOnly: after
  ) { after, screen in screen.offMicroseconds = after }

  /// The time after which something happens.
  static func afterField<Record>(
    _ slot: any WritableKeyPath<Record, Int64> & Sendable, example: JSONValue,
    _ summary: String = "The time since the last touch."
  ) -> Field<Record> {
    Field(
      "after", after, into: slot, required: true, example: example,
      alsoCalled: ["seconds", "delay", "timeout"], summary)
  }

  static let after = Shape<Int64>.duration(
    NumberRule(above: 0, range: 0...86_400), example: "1min")

  private static let percent = fraction(upTo: 100, example: 80)

  /// A fraction, written as a percentage.
  private static func fraction(upTo limit: Double, example: Double) -> Shape<Double> {
    .percent(upTo: limit, example: example).converted { percent, _, _ in percent / 100 }
  }
}
