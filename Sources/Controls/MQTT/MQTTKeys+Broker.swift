internal import Diagnostics
internal import JSON
internal import Layout
internal import LayoutFile

/// The keys of connections to brokers.
extension MQTTKeys {
  static let broker = Shape.record(
    "an MQTT connection", empty: MQTTBroker(host: ""),
    [
      Field(
        "host", .host, into: \.host, required: true, example: "10.0.0.2",
        alsoCalled: ["address", "broker", "server", "url"], "The broker's name or address."),
      Field(
        "port", .port(example: 1883), into: \.port, example: 1883,
        "Its port; by default 1883, or 8883 with `tls`."),
      Field(
        "username", .text(.name, example: "panel"), intoOptional: \.username, example: "panel",
        alsoCalled: ["user", "login"], "The user name for the broker."),
      Field(
        "password", .password(of: "mqtt"), intoOptional: \.password,
        example: ["file": "/etc/knobpanel/mqtt"],
        alsoCalled: ["pass", "secret", "token"], "Where the password is stored."),
      Field(
        "tls", Shape<TLSSettings>.tls.orFlag(for: TLSSettings()), into: \.encryption,
        fallback: false, example: ["ca": "/etc/knobpanel/ca.pem"],
        alsoCalled: ["ssl", "encryption", "secure"],
        "Whether the connection is encrypted, and which certificates are trusted."),
      Field(
        "client_id", .text(.name, example: "hall-panel"), intoOptional: \.clientID,
        example: "hall-panel", alsoCalled: ["client-id", "clientid", "id", "client"],
        "The panel's client ID, which must be unique at the broker; a random one if left out."),
      Field(
        "discovery", discovery.orFlag(for: MQTTDiscovery()), into: \.discovery,
        fallback: false, example: true, alsoCalled: ["home_assistant", "homeassistant", "hass"],
        "Whether the panel is announced to Home Assistant at this broker: its knobs, buttons and "
          + "pages as one device. Anyone who may publish there can then use the panel."),
      Field(
        "events", .topic, intoOptional: \.eventTopic, example: "knobpanel/hall/events",
        alsoCalled: ["event", "event_topic", "publish_events"],
        "The topic to which the panel's events are published, a message of JSON for each, as "
          + "`knobpanel run --events` writes them. The broker does not keep them."),
      Field(
        "keepalive", .whole(5...3600, example: 30), into: \.keepaliveSeconds, fallback: 30,
        example: 30,
        alsoCalled: ["keep-alive", "keep_alive", "timeout"],
        "Seconds without a message after which the panel checks whether the broker still answers."),
    ],
    rules: [
      .needs(
        "password", "username", "a password requires a user name",
        hint: "add `username: panel`")
    ],
    finish: { broker, locations, _, _ in
      if locations["port"] == nil, broker.encryption != nil { broker.port = 8883 }
    })

  private static let discovery = Shape.record(
    "`discovery`", empty: MQTTDiscovery(),
    [
      Field(
        "id", .panelID, intoOptional: \.id, example: "hall",
        "The panel's ID, which must be unique at the broker; part of its topics. The name of the "
          + "machine if left out."),
      Field(
        "name", .text(.name, example: "Hall"), intoOptional: \.name, example: "Hall",
        "The name of the device in Home Assistant; \"Panel\" and the id if left out."),
      Field(
        "prefix", .topic, into: \.prefix, fallback: "homeassistant", example: "ha",
        alsoCalled: ["discovery_prefix", "topic"],
        "The topics where Home Assistant looks for devices, as set in its MQTT integration."),
    ]
  )
}

extension Shape {
  /// This shape, or a flag: true for a value, false for nil.
  fileprivate func orFlag(for value: Value) -> Shape<Value?> where Value: Sendable {
    .either(
      scalar: Shape<Bool>.flag.converted { isWanted, _, _ in .some(isWanted ? value : nil) },
      mapping: converted { value, _, _ in .some(value) })
  }
}
