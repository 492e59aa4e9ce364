internal import JSON
internal import Layout

/// The sensor that reports whether somebody is there.
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
}
