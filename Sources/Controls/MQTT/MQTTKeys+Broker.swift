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
        "port", .whole(1...65_535, example: 1883), example: 1883,
        "Its port; 1883 if left out, with `tls` 8883."
      ) { port, broker, _ in broker.port = UInt16(clamping: port) },
      Field(
        "username", .text(.name, example: "panel"), intoOptional: \.username, example: "panel",
        alsoCalled: ["user", "login"], "The user name for the broker."),
      Field(
        "password", secret, intoOptional: \.password, example: ["file": "/etc/knobpanel/mqtt"],
        alsoCalled: ["pass", "secret", "token"], "Where the password is kept."),
      Field(
        "tls", .either(scalar: encryptionFlag, mapping: encryption),
        fallback: false, example: ["ca": "/etc/knobpanel/ca.pem"],
        alsoCalled: ["ssl", "encryption", "secure"],
        "Whether the connection is encrypted, and which certificates are trusted."
      ) { encryption, broker, _ in broker.encryption = encryption },
      Field(
        "client_id", .text(.name, example: "hall-panel"), intoOptional: \.clientID,
        example: "hall-panel", alsoCalled: ["client-id", "clientid", "id", "client"],
        "What the broker calls the panel; no two clients may have the same. One of its own making "
          + "if left out."),
      Field(
        "discovery", .either(scalar: discoveryFlag, mapping: discovery),
        fallback: false, example: true, alsoCalled: ["home_assistant", "homeassistant", "hass"],
        "Whether Home Assistant finds the panel at this broker: its knobs, buttons and pages as one "
          + "device. Everybody who may publish there can then use the panel."
      ) { discovery, broker, _ in broker.discovery = discovery },
      Field(
        "keepalive", .whole(5...3600, example: 30), into: \.keepaliveSeconds, fallback: 30,
        example: 30,
        alsoCalled: ["keep-alive", "keep_alive", "timeout"],
        "Seconds of silence after which the panel asks whether the broker is still there."),
    ],
    rules: [
      .needs(
        "password", "username", "a password is of no use without a user",
        hint: "add `username: panel`")
    ],
    finish: { broker, places, _, _ in
      if places["port"] == nil, broker.encryption != nil { broker.port = 8883 }
    })

  private static let discoveryFlag: Shape<MQTTDiscovery?> = Shape<Bool>.flag.converted {
    isWanted, _, _ in
    .some(isWanted ? MQTTDiscovery() : nil)
  }

  private static let discovery: Shape<MQTTDiscovery?> = Shape<MQTTDiscovery>
    .record(
      "`discovery`", empty: MQTTDiscovery(),
      [
        Field(
          "id", .panelID, intoOptional: \.id, example: "hall",
          "What no other panel at the broker is called; part of its topics. The name of the machine "
            + "if left out."),
        Field(
          "name", .text(.name, example: "Hall"), intoOptional: \.name, example: "Hall",
          "What Home Assistant calls the device; \"Panel\" and the id if left out."),
        Field(
          "prefix", .topic, into: \.prefix, fallback: "homeassistant", example: "ha",
          alsoCalled: ["discovery_prefix", "topic"],
          "Where Home Assistant looks for devices, as its MQTT integration has it."),
      ]
    ).converted { discovery, _, _ in .some(.some(discovery)) }

  private static let encryptionFlag: Shape<MQTTBroker.Encryption?> = Shape<Bool>.flag.converted {
    isWanted, _, _ in
    .some(isWanted ? MQTTBroker.Encryption() : nil)
  }

  private static let encryption: Shape<MQTTBroker.Encryption?> = Shape<MQTTBroker.Encryption>
    .record(
      "`tls`", empty: MQTTBroker.Encryption(),
      [
        Field(
          "ca", .path, intoOptional: \.authorityFile, example: "/etc/knobpanel/ca.pem",
          alsoCalled: ["cafile", "ca_file", "ca_cert"],
          "The certificate authority of the broker; if left out, those that the machine trusts."),
        Field(
          "certificate", .path, intoOptional: \.certificateFile,
          example: "/etc/knobpanel/panel.pem",
          alsoCalled: ["cert", "certfile"],
          "The panel's own certificate, for brokers that want one."),
        Field(
          "key", .secretFile, intoOptional: \.keyFile, example: "/etc/knobpanel/panel.key",
          alsoCalled: ["keyfile", "private_key"],
          "The private key of `certificate`, without a password."),
        Field(
          "insecure", .flag, into: \.takesAnyName, fallback: false, example: false,
          "Whether the broker's certificate may be for another name than `host`."),
      ],
      rules: [
        .needs(
          "certificate", "key", "a certificate is of no use without its key",
          hint: "add `key:` with its file"),
        .needs(
          "key", "certificate", "a key is of no use without its certificate",
          hint: "add `certificate:` with its file"),
      ]
    ).converted { layout, _, _ in .some(.some(layout)) }

  /// Layouts are copied and published, so they must not contain secrets.
  private static let secret = Shape<Secret>.secret(
    "a password", file: "/etc/knobpanel/mqtt", variable: "MQTT_PASSWORD"
  ).refusingScalar { subject in
    Diagnostic(
      .error, "a layout must not hold a password, only where it is kept", at: subject.span,
      hint: "put it in a file that others cannot read, and write "
        + "`password: {file: /etc/knobpanel/mqtt}`; or `{environment: MQTT_PASSWORD}`")
  }
}
