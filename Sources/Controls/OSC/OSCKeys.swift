internal import Diagnostics
internal import JSON
internal import Knobs
internal import Layout
internal import LayoutFile

extension ControlKeys {
  /// `control: {osc: …}`.
  static let osc = ControlKeys(
    "osc", OSCKeys.control, example: "{address: /ch/01/mix/fader}",
    "A value of a mixer or program that speaks OSC.",
    connection: ConnectionKeys(
      "osc", OSCKeys.desk, example: OSCKeys.deskExample,
      "A mixer or program that speaks OSC over UDP."), sendsCodes: true)
}

/// The keys of OSC controls.
enum OSCKeys {
  static let deskExample = "{host: 10.0.0.5, model: x32}"

  static let control = Shape.record(
    "an OSC control", empty: OSCEndpoint(address: "/"), fields,
    rules: [
      .apart("law", from: ["type", "values"]) { law, other, _ in
        Diagnostic(
          .error, "`\(other.key)` and `law` exclude each other", at: other.keySpan,
          hint: "remove `\(other.key)`: a fader with a law takes the knob's decibels")
      }
    ],
    finish: { control, locations, subject, context in
      if locations["connection"] == nil,
        let desk = context.connection(
          nil, to: OSCDesk.self, of: subject, example: "{osc: \(deskExample)}")
      {
        control.desk = desk
      }
      resolve(&control, locations, subject, context)
    })

  /// Resolves the settings that depend on the knob.
  private static func resolve(
    _ control: inout OSCEndpoint, _ locations: KeyLocations, _ subject: Subject,
    _ context: ReadingContext
  ) {
    let scale = context.knob?.scale ?? .init()
    let knobRange = WireRange(lowest: scale.range.lowerBound, highest: scale.range.upperBound)
    control.use = context.knob?.use ?? .knob
    control.scale.names = context.knob?.names ?? []
    control.initialLevel = context.knob.map { scale.level(ofValue: $0.value) } ?? 0
    if locations["type"] == nil, !control.scale.names.isEmpty { control.scale.form = .int }
    if let law = control.scale.law {
      control.scale.range = knobRange
      check(knobRange, fits: law, at: locations["law"]?.span ?? subject.span, context)
    } else if locations["values"] == nil {
      control.scale.range =
        control.scale.form == .float && control.scale.names.isEmpty && control.use != .readOut
        ? WireRange(lowest: 0, highest: 1) : knobRange
    }
    // A label has no limits, and shows the number as received.
    control.scale.range.isLimited = control.use != .readOut
    if control.scale.form == .string, control.scale.names.isEmpty, context.knob != nil {
      context.error(
        "`type: string` sends the names of sectors, but the knob has none",
        at: locations["type"]?.span ?? subject.span,
        hint: "write `type: float` or `type: int`, or give the knob `sectors`")
    }
  }

  private static func check(
    _ range: WireRange, fits law: FaderLaw, at span: SourceSpan, _ context: ReadingContext
  ) {
    guard context.knob != nil,
      range.lowest < law.range.lowerBound || range.highest > law.range.upperBound
    else { return }
    context.error(
      "the law is for decibels from -90 to 10, but the knob's range is "
        + "\(NumberText.shown(range.lowest)) to \(NumberText.shown(range.highest))", at: span,
      hint: "give the knob `range: [-90, 10]`, or remove `law` for the fader's travel of 0 to 1")
  }

  private static let fields: [Field<OSCEndpoint>] = [
    Field(
      "address", .oscAddress, into: \.address, required: true, example: "/ch/01/mix/fader",
      alsoCalled: ["set", "path", "topic", "send"],
      "The address to which turning the knob sends values."),
    Field(
      "connection", Shape<String>.text(.name, example: "desk").located, example: "desk",
      alsoCalled: ["desk", "host", "server"],
      "Which of the `connections`; may be left out where there is only one."
    ) { name, control, context in
      let subject = Subject(name: "`connection`", span: name.span)
      if let desk = context.connection(
        name, to: OSCDesk.self, of: subject, example: "{osc: \(deskExample)}")
      {
        control.desk = desk
      }
    },
    Field(
      "type", .choice(of: OSCForm.self, synonyms: ["f": "float", "i": "int", "integer": "int"]),
      into: \.scale.form, fallback: "float", example: "int",
      alsoCalled: ["format", "kind"],
      "The type that is sent: `float`, `int`, or `string` for the name of a wheel's sector; by "
        + "default, a wheel of sectors sends their number from 0 as an `int`."),
    Field(
      "values",
      .ends(example: "[0, 1]"), into: \.scale.range, example: [0, 1],
      alsoCalled: ["range", "payload_range", "scale", "min", "max"],
      "The numbers that are sent for the knob's lowest and highest value; by default, 0 and 1 for "
        + "`float`, and those of the knob's `range` for `int`."),
    Field(
      "law", .choice(of: FaderLaw.self, synonyms: ["m32": "x32", "xair": "x32"]),
      intoOptional: \.scale.law, example: "x32", alsoCalled: ["taper", "curve"],
      "How a fader's travel relates to decibels, for a knob with its range in dB, such as "
        + "[-90, 10]; `x32` for X32, M32 and X Air."),
    Field(
      "state", .oscAddress, intoOptional: \.stateAddress, example: "/strip/1/gain",
      alsoCalled: ["feedback", "status", "read"],
      "The address where the device reports its value; `address` if left out."),
    Field(
      "argument", .whole(1...OSCArgument.countLimit, example: 2), intoOptional: \.scale.argument,
      example: 2, alsoCalled: ["index", "position", "parameter"],
      "The number of the value's argument, from 1, in messages with several; by default, the only "
        + "one of the `type` that is sent, such as the level of `,if`, which begins with a strip's "
        + "number."),
    Field(
      "mute", mute, intoOptional: \.mute,
      example: ["address": "/ch/01/mix/on", "muted": 0],
      "The switch that mutes the value."),
  ]

  private static let mute = Shape.record(
    "`mute`", empty: OSCEndpoint.Mute(address: "/"),
    [
      Field(
        "address", .oscAddress, into: \.address, required: true, example: "/ch/01/mix/on",
        "The address of the switch."),
      Field(
        "muted", .whole(among: 0...1), into: \.muted, required: true, example: 0,
        "The number that mutes: 0 or 1; the other one unmutes."),
      Field(
        "argument", .whole(1...OSCArgument.countLimit, example: 2), intoOptional: \.argument,
        example: 2,
        "The number of the switch's argument, from 1; by default, the only whole number."),
    ])
}

extension Shape where Value == String {
  /// An OSC address of a single value (OSC 1.0 specification, "OSC Address Spaces").
  static var oscAddress: Shape {
    let rule = TextRule(mayBeEmpty: false, maximumLength: 200)
    return Shape.text(rule, example: "/ch/01/mix/fader").converted(
      schema: ["type": "string", "pattern": #"^/[!-~]*$"#, "maxLength": 200]
    ) { address, subject, context in
      let stray = address.unicodeScalars.first {
        !("!"..."~").contains($0) || "#*,?[]{}".unicodeScalars.contains($0)
      }
      if let stray {
        context.error(
          "\(subject.name) must not contain \(VisibleText.quoted(String(stray)))", at: subject.span,
          hint: "write the address of one value, such as `/ch/01/mix/fader`")
        return nil
      }
      guard address.hasPrefix("/") else {
        context.error(
          "\(subject.name) does not begin with a slash", at: subject.span,
          hint: "write `/\(address)`")
        return nil
      }
      return address
    }
  }
}
