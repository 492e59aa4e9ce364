internal import Diagnostics
internal import JSON
internal import Knobs
internal import Layout
internal import LayoutFile

extension ControlKeys {
  /// `control: {mqtt: …}`.
  static let mqtt = ControlKeys(
    "mqtt", MQTTKeys.control, example: "{set: home/lamp/set, state: home/lamp}",
    "A value at an MQTT broker.",
    connection: ConnectionKeys(
      "mqtt", MQTTKeys.broker, example: "{host: 10.0.0.2}", "An MQTT broker."),
    sendsCodes: true)
}

/// The keys of MQTT controls.
enum MQTTKeys {
  static let control = Shape.record(
    "an MQTT control", empty: MQTTEndpoint(),
    commandFields + stateFields + [muteField],
    rules: [
      .needs(
        "payload", "set", "`payload` has no topic to be sent to",
        hint: "add `set:` with the topic of its commands, or remove `payload`"),
      .apart("payloads", from: ["payload_range"]) { words, range, _ in
        Diagnostic(
          .error, "`payloads` sends words, but `payload_range` sends numbers", at: range.keySpan,
          hint: "remove one of them",
          related: [.init(span: words.keySpan, message: "the words are here")])
      },
      .needs("value", ["state"], stateMissing),
      .needs("power", ["state", "value"]) { written, missing, subject in
        guard missing == "value" else { return stateMissing(written, missing, subject) }
        return Diagnostic(
          .error, "`power` requires a `value`", at: written.keySpan,
          hint: "add `value:` with the key of the number in the same message")
      },
      .needs("get", ["state"], stateMissing),
    ],
    prepare: { control, _, _, context in
      guard let knob = context.knob else { return }
      control.use = knob.use
      control.range = WireRange(of: knob)
      control.initialLevel = knob.scale.level(ofValue: knob.value)
    },
    finish: { control, locations, subject, context in
      resolveWords(&control, locations, context)
      checkUse(control, locations, subject, context)
      if locations["connection"] == nil,
        let broker = context.connection(nil, to: MQTTBroker.self, of: subject)
      {
        control.broker = broker
      }
      if locations["payload_decimals"] == nil {
        // A custom range is unrelated to the knob's steps.
        let step = locations["payload_range"] == nil ? context.knob?.scale.step ?? 0 : 0
        control.decimals = decimals(width: control.range.width, step: step)
      }
    })

  private static func stateMissing(
    _ written: KeyRule.Written, _ missing: String, _ subject: Subject
  ) -> Diagnostic {
    Diagnostic(
      .error, "`\(written.key)` requires a `state`", at: written.keySpan,
      hint: "add `state:` with the topic where the device reports its value, or remove "
        + "`\(written.key)`")
  }

  /// Sets the default words: a wheel sends its sectors' names, and a toggle sends ON and OFF,
  /// unless the layout has other words or a range of numbers.
  private static func resolveWords(
    _ control: inout MQTTEndpoint, _ locations: KeyLocations, _ context: ReadingContext
  ) {
    guard let knob = context.knob else { return }
    let names = knob.names ?? (knob.use.isOnOff ? LevelWords.offOn.payloads : [])
    if control.words != nil {
      control.words?.names = names
      let count = control.words?.payloads.count ?? 0
      guard let location = locations["payloads"], count != names.count else { return }
      context.error(
        names.isEmpty
          ? "`payloads` requires `sectors`, but this knob shows numbers"
          : "`payloads` has \(count) words instead of \(names.count)", at: location.keySpan,
        hint: names.isEmpty
          ? "remove `payloads`, or add `sectors` to the knob"
          : "write one for each of \(names.joined(separator: ", ")), in this order")
    } else if !names.isEmpty, locations["payload_range"] == nil {
      control.words = LevelWords(payloads: names)
    }
  }

  /// Checks the requirements of labels, push buttons and toggles.
  private static func checkUse(
    _ control: MQTTEndpoint, _ locations: KeyLocations, _ subject: Subject,
    _ context: ReadingContext
  ) {
    switch control.use {
    case .knob: break
    case .readOut:
      guard let location = locations["set"] else { break }
      context.error(
        "a label sends nothing, so `set` has no effect", at: location.keySpan,
        hint: "write `state:` with the topic of its value")
    case .push, .toggle:
      if locations["set"] == nil, control.stateTopic != nil {
        context.error(
          "\(subject.name) has no topic to send to", at: subject.span,
          hint: "add `set:` with the topic of its commands")
      } else if context.knob?.sendsCode == true {
        checkCode(control, locations, context)
      } else if control.use == .push, locations["payload"] == nil, locations["set"] != nil {
        context.error(
          "\(subject.name) does not say what to send", at: subject.span,
          hint:
            "add `payload:` with the message, or `kind: toggle` to the button, which then sends "
            + "ON and OFF")
      }
    }
    let needsValue = control.use == .knob || control.use == .toggle
    if needsValue, let location = locations["payload"],
      !control.payload.hasSubstring(PayloadTemplate.placeholder)
    {
      context.error(
        "`payload` has no {value}, so all commands would be the same", at: location.keySpan,
        hint: "write {value} where the number belongs, such as '{\"brightness\": {value}}'")
    }
  }

  /// Checks the message that contains the code of a keypad.
  private static func checkCode(
    _ control: MQTTEndpoint, _ locations: KeyLocations, _ context: ReadingContext
  ) {
    if let location = locations["payload"],
      !control.payload.hasSubstring(PayloadTemplate.placeholder)
    {
      context.error(
        "`payload` has no {value}, so the code would not be sent", at: location.keySpan,
        hint: "write {value} where the code belongs, such as "
          + "'{\"action\": \"DISARM\", \"code\": \"{value}\"}'")
    }
    if control.isRetained, let location = locations["retain"] {
      context.error(
        "a code is never retained: everyone could read it at the broker", at: location.keySpan,
        hint: "remove `retain`")
    }
  }

  /// Returns enough digits to distinguish the knob's steps, or fifty positions if it has no steps.
  static func decimals(width: Double, step: Double) -> Int {
    var unit = 1.0
    for decimals in 0..<6 {
      let scaled = step / unit
      let isEnough = step > 0 ? abs(scaled - scaled.rounded()) < 1e-9 * scaled : width / unit >= 50
      if isEnough { return decimals }
      unit /= 10
    }
    return 6
  }

  private static let commandFields: [Field<MQTTEndpoint>] = [
    Field(
      "connection", Shape<String>.text(.name, example: "home").located, example: "home",
      alsoCalled: ["broker", "host", "server"],
      "Which of the `connections`; may be left out where there is only one."
    ) { name, control, context in
      let subject = Subject(name: "`connection`", span: name.span)
      if let broker = context.connection(name, to: MQTTBroker.self, of: subject) {
        control.broker = broker
      }
    },
    Field(
      "set", .topic, intoOptional: \.commandTopic, required: true, unless: ["state"],
      example: "zigbee2mqtt/lamp/set",
      alsoCalled: ["topic", "command", "command_topic", "publish"],
      "The topic to which turning the knob sends commands; a knob with only a `state` shows a "
        + "value and ignores fingers."),
    Field(
      "payload", .template, into: \.payload, fallback: "{value}",
      example: "{\"brightness\": {value}}",
      alsoCalled: ["template", "message", "command_template"],
      "The payload of commands, with {value} where the number belongs, or the word of a sector."),
    Field(
      "payloads",
      Shape<[String]>.list(
        "payload", count: 2...100, .text(.word, example: "tuner"),
        expectation: "a list of words such as [tuner, cd, hdmi1]"
      ).converted { payloads, _, _ in LevelWords(payloads: payloads) },
      intoOptional: \.words, example: ["tuner", "cd", "hdmi1"], alsoCalled: ["words", "options"],
      "The words in messages for the `sectors` of a knob, in order, or for off and on of a button; "
        + "by default, the names of the sectors, or OFF and ON."),
    Field(
      "payload_range",
      .ends(example: "[0, 255]"), example: [0, 255],
      alsoCalled: ["range", "scale", "min", "max", "wire"],
      "The numbers in messages for the knob's lowest and highest value; those of its "
        + "`range` if left out."
    ) { range, control, _ in control.range.adopt(range) }.read(in: .last),
    Field(
      "payload_decimals", .whole(among: 0...6), into: \.decimals, example: 1,
      alsoCalled: ["decimals", "digits"],
      "Digits after the decimal point of the numbers sent; by default, as many as the knob's step "
        + "or the width of the range requires."),
    Field(
      "retain", .flag, into: \.isRetained, fallback: false, example: false,
      alsoCalled: ["retained"],
      "Whether the broker keeps the last command for clients that connect later; devices then "
        + "execute it again when they start."),
    Field(
      "qos", .whole(among: 0...1), into: \.quality, fallback: 0, example: 1,
      alsoCalled: ["quality"],
      "0 sends each command once; 1 sends it until the broker confirms it."),
  ]

  private static let stateFields: [Field<MQTTEndpoint>] = [
    Field(
      "state", .topic, intoOptional: \.stateTopic, example: "zigbee2mqtt/lamp",
      alsoCalled: ["topic", "state_topic", "status", "subscribe", "read"],
      "The topic where the device reports its value; without one, the knob shows the value that it "
        + "sent last."),
    Field(
      "value", .keyPath, into: \.valuePath, example: "brightness",
      alsoCalled: ["key", "path", "json", "value_template"],
      "The key of the number in a state that is JSON, with dots between nested keys; a key that "
        + "contains a dot is written as in `SDS0X1['PM2.5']`. By default, the whole state is the "
        + "number."),
    Field(
      "power", .keyPath, into: \.powerPath, example: "state", alsoCalled: ["switch", "on"],
      "The key in the state that contains whether the device is on; while it is off, the knob "
        + "shows its lowest value."),
    Field(
      "get", .either(scalar: request, mapping: requestRecord),
      intoOptional: \.request,
      example: "cmnd/lamp/Dimmer", alsoCalled: ["poll", "ask", "request"],
      "The topic that requests the state, once after connecting; for devices whose state the "
        + "broker does not keep."),
    Field(
      "availability", .either(scalar: availability, mapping: availabilityRecord),
      intoOptional: \.availability, example: "zigbee2mqtt/lamp/availability",
      alsoCalled: ["available", "lwt", "availability_topic"],
      "The topic where the device reports whether it is available: `online` or `offline`."),
  ]

  private static let muteField = Field<MQTTEndpoint>(
    "mute", muteRecord, intoOptional: \.mute,
    example: ["set": "amp/mute/set", "state": "amp/mute"],
    alsoCalled: ["silence"],
    "The mute that is separate from the value; a mute button then uses it instead of setting the "
      + "lowest value.")

  private static let muteRecord = Shape.record(
    "`mute`", empty: MQTTEndpoint.Mute(),
    [
      Field(
        "set", .topic, intoOptional: \.commandTopic, required: true, example: "amp/mute/set",
        alsoCalled: ["topic", "command"], "The topic of mute commands."),
      Field(
        "state", .topic, intoOptional: \.stateTopic, example: "amp/mute",
        "The topic where the device reports whether it is muted."),
      Field(
        "value", .keyPath, into: \.valuePath, example: "muted",
        "The key of the mute in a state that is JSON."),
      Field(
        "payloads",
        Shape<[String]>.list(
          "payload", count: 2...2, .text(.word, example: "OFF"),
          expectation: "two words, such as [OFF, ON]"
        ).converted { payloads, _, _ in LevelWords(payloads: payloads) },
        into: \.words, fallback: ["OFF", "ON"], example: [0, 1],
        "The words in messages for not muted and for muted."),
    ],
    rules: [
      .needs(
        "value", "state", "`value` is a key in a `state`, but there is no `state`",
        hint: "add `state:` with the topic where the device reports whether it is muted")
    ])

  private static let request = Shape<String>.topic.converted { topic, _, _ in
    MQTTEndpoint.Request(topic: topic)
  }

  private static let requestRecord = Shape.record(
    "`get`", empty: MQTTEndpoint.Request(topic: ""),
    [
      Field(
        "topic", .topic, into: \.topic, required: true, example: "zigbee2mqtt/lamp/get",
        "The topic to publish to."),
      Field(
        "payload", .text(.payload, example: "{\"brightness\": \"\"}"), into: \.payload,
        fallback: "", example: "{\"brightness\": \"\"}", "The payload to publish."),
    ])

  private static let availability = Shape<String>.topic.converted { topic, _, _ in
    MQTTEndpoint.Availability(topic: topic)
  }

  private static let availabilityRecord = Shape.record(
    "`availability`", empty: MQTTEndpoint.Availability(topic: ""),
    [
      Field(
        "topic", .topic, into: \.topic, required: true, example: "tele/lamp/LWT",
        "The topic of the availability messages."),
      Field(
        "online", .text(.name, example: "online"), into: \.online, fallback: "online",
        example: "online", "The payload that means available; case is ignored."),
      Field(
        "offline", .text(.name, example: "offline"), into: \.offline, fallback: "offline",
        example: "offline", "The payload that means unavailable; case is ignored."),
    ])
}
