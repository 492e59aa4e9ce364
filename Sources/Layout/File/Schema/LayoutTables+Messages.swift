internal import JSON
internal import Layout

/// The source of messages to the people at the panel.
extension LayoutTables {
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
