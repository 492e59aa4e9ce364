internal import JSON
internal import Layout

/// What the panel as a whole reads: whether somebody is there, and messages.
extension LayoutTables {
  static func presenceField(_ controls: [ControlKeys]) -> Field<LayoutEntry> {
    Field(
      "presence", target("a sensor", controls) { _ in .readOut }, intoOptional: \.presence,
      example: ["mqtt": ["state": "zigbee2mqtt/hall", "value": "occupancy"]],
      alsoCalled: ["motion", "pir", "occupancy", "radar", "sensor"],
      "A sensor that reports whether somebody is there: any control that can be read, with the keys "
        + "of a knob's `control`. While somebody is there, the screen is lit; the times of "
        + "`panel.screen` begin when the last one leaves. A number other than 0 or a word such as `on`, "
        + "`true` or `occupied` means that somebody is there.")
  }

  static func messagesField(_ controls: [ControlKeys]) -> Field<LayoutEntry> {
    Field(
      "messages", target("a source of messages", controls) { _ in .readOut },
      intoOptional: \.messageControl, example: ["mqtt": ["state": "panels/hall/message"]],
      alsoCalled: ["notify", "notification", "notifications", "message", "alerts"],
      "Where messages to the people at the panel come from: any control that can be read, with the keys "
        + "of a knob's `control`. Each text that it reports is shown above the panel until somebody "
        + "taps it. A JSON object says more, such as `{\"text\": \"Door open\", \"severity\": "
        + "\"warning\", \"seconds\": 30, \"wake\": true, \"id\": \"door\"}`; an empty text withdraws "
        + "messages.")
  }
}
