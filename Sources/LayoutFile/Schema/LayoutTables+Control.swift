internal import Diagnostics
internal import JSON

extension LayoutTables {
  static let control = Shape<ControlDraft>.tagged(
    "a control",
    [
      Tag(
        "alsa", alsa, example: "{card: default, element: Master}", "An ALSA mixer element.",
        ControlDraft.alsa),
      Tag(
        "mqtt", mqtt, example: "{set: home/lamp/set, state: home/lamp}",
        "A number that something hears and tells at an MQTT broker.", ControlDraft.mqtt),
      Tag(
        "group", group, example: "{members: [kitchen, bath]}",
        "Other knobs, which it turns together.", ControlDraft.group),
    ])

  private static let alsa = Shape.record(
    "an ALSA control", empty: ALSADraft(),
    [
      Field(
        "card", .text(.name, example: "default"), into: \.card, fallback: "default",
        example: "hw:0", alsoCalled: ["device"], "The card as ALSA names it."),
      Field(
        "element", .text(.name, example: "Master"), into: \.element, required: true,
        example: "Master", alsoCalled: ["mixer", "name", "control"],
        "The mixer element on it."),
    ])

  private static let mqtt = Shape.record(
    "an MQTT control", empty: MQTTControlDraft(), mqttCommandFields + mqttStateFields,
    rules: [
      .needs("value", "state"), .needs("power", "state"), .needs("power", "value"),
      .needs("get", "state"),
    ])

  private static let mqttCommandFields: [Field<MQTTControlDraft>] = [
    Field(
      "connection", .text(.name, example: "home"), into: \.connection, example: "home",
      alsoCalled: ["broker", "host", "server"],
      "Which of the `connections`; may be left out where there is only one."),
    Field(
      "set", .topic, into: \.commandTopic, required: true, example: "zigbee2mqtt/lamp/set",
      alsoCalled: ["topic", "command", "command_topic", "publish"],
      "The topic of its commands: what turning the knob sends."),
    Field(
      "payload", .template, into: \.payload, fallback: "{value}",
      example: "{\"brightness\": {value}}",
      alsoCalled: ["template", "message", "command_template"],
      "What a command says, with {value} where the number belongs."),
    Field(
      "payload_range",
      .pair(
        .number(example: 0),
        expectation: "the numbers that stand for the knob's ends, such as [0, 255]",
        areDifferent: true),
      into: \.range, example: [0, 255], alsoCalled: ["range", "scale", "min", "max", "wire"],
      "The numbers in messages that stand for the knob's lowest and highest value; those of its "
        + "`range` if left out."),
    Field(
      "payload_decimals", .number(among: [0, 1, 2, 3, 4, 5, 6]), into: \.decimals, example: 1,
      alsoCalled: ["decimals", "digits"],
      "Digits after the point of the numbers sent; left out, as many as the knob's step or the "
        + "width of the range call for."),
    Field(
      "retain", .flag, into: \.retain, fallback: false, example: false, alsoCalled: ["retained"],
      "Whether the broker keeps the last command for those who come later; things then repeat it "
        + "when they start."),
    Field(
      "qos", .number(among: [0, 1]), into: \.quality, fallback: 0, example: 1,
      alsoCalled: ["quality"],
      "0 sends each command once; 1 sends it until the broker says that it has it."),
  ]

  private static let mqttStateFields: [Field<MQTTControlDraft>] = [
    Field(
      "state", .topic, into: \.stateTopic, example: "zigbee2mqtt/lamp",
      alsoCalled: ["state_topic", "status", "subscribe", "read"],
      "The topic where it tells its value; without one the knob shows what it last sent."),
    Field(
      "value", .keyPath, into: \.value, example: "brightness",
      alsoCalled: ["key", "path", "json", "value_template"],
      "The key of the number in a state that is JSON, with points between keys within each "
        + "other; left out, the whole state is the number."),
    Field(
      "power", .keyPath, into: \.power, example: "state", alsoCalled: ["switch", "on"],
      "The key in the state that tells whether it is switched on; while it is off, the knob shows "
        + "its lowest value."),
    Field(
      "get", .either(scalar: request, mapping: requestRecord), into: \.request,
      example: "cmnd/lamp/Dimmer", alsoCalled: ["poll", "ask", "request"],
      "The topic that makes it tell its state, asked once after connecting; for things whose "
        + "state the broker does not keep."),
    Field(
      "availability", .either(scalar: availability, mapping: availabilityRecord),
      into: \.availability, example: "zigbee2mqtt/lamp/availability",
      alsoCalled: ["available", "lwt", "availability_topic"],
      "The topic where it tells whether it is there: `online` or `offline`."),
  ]

  private static let request = Shape<String>.topic.map { topic, node, _, _ in
    MQTTRequestDraft(topic: Setting(value: topic, keySpan: node.span, span: node.span))
  }

  private static let requestRecord = Shape.record(
    "`get`", empty: MQTTRequestDraft(),
    [
      Field(
        "topic", .topic, into: \.topic, required: true, example: "zigbee2mqtt/lamp/get",
        "The topic that is listened to."),
      Field(
        "payload", .text(.payload, example: "{\"brightness\": \"\"}"), into: \.payload,
        fallback: "", example: "{\"brightness\": \"\"}", "What is said there."),
    ])

  private static let availability = Shape<String>.topic.map { topic, node, _, _ in
    MQTTAvailabilityDraft(topic: Setting(value: topic, keySpan: node.span, span: node.span))
  }

  private static let availabilityRecord = Shape.record(
    "`availability`", empty: MQTTAvailabilityDraft(),
    [
      Field(
        "topic", .topic, into: \.topic, required: true, example: "tele/lamp/LWT",
        "The topic where it is told."),
      Field(
        "online", .text(.name, example: "online"), into: \.online, fallback: "online",
        example: "online", "What is told when it is there; capitals do not matter."),
      Field(
        "offline", .text(.name, example: "offline"), into: \.offline, fallback: "offline",
        example: "offline", "What is told when it is gone; capitals do not matter."),
    ])
}
