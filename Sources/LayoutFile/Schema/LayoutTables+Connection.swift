internal import Diagnostics
internal import JSON
internal import Layout

extension LayoutTables {
  static let connectionLimit = 16

  static let connection = Shape<ConnectionDraft>.tagged(
    "a connection",
    [Tag("mqtt", broker, example: "{host: 10.0.0.2}", "An MQTT broker.") { $0 }])

  private static let broker = Shape.record(
    "an MQTT connection", empty: ConnectionDraft(),
    [
      Field(
        "host", .host, into: \.host, required: true, example: "10.0.0.2",
        alsoCalled: ["address", "broker", "server", "url"], "The broker's name or address."),
      Field(
        "port", .whole(1...65_535, example: 1883), into: \.port, example: 1883,
        "Its port; 1883 if left out, with `tls` 8883."),
      Field(
        "username", .text(.name, example: "panel"), into: \.username, example: "panel",
        alsoCalled: ["user", "login"], "Whom the broker knows the panel as."),
      Field(
        "password", secret, into: \.password, example: ["file": "/etc/knobpanel/mqtt"],
        alsoCalled: ["pass", "secret", "token"], "Where the password is kept."),
      Field(
        "tls", .either(scalar: encryptionFlag, mapping: encryption), into: \.encryption,
        fallback: false, example: ["ca": "/etc/knobpanel/ca.pem"],
        alsoCalled: ["ssl", "encryption", "secure"],
        "Whether the connection is encrypted, and whom to trust."),
      Field(
        "client_id", .text(.name, example: "hall-panel"), into: \.clientID,
        example: "hall-panel", alsoCalled: ["client-id", "clientid", "id", "client"],
        "What the broker calls the panel; no two clients may have the same. One of its own making "
          + "if left out."),
      Field(
        "keepalive", .whole(5...3600, example: 30), into: \.keepalive, fallback: 30, example: 30,
        alsoCalled: ["keep-alive", "keep_alive", "timeout"],
        "Seconds of silence after which the panel asks whether the broker is still there."),
    ],
    rules: [.needs("password", "username")])

  private static let encryptionFlag = Shape<Bool>.flag.map { isWanted, _, _, _ in
    EncryptionDraft(isWanted: isWanted)
  }

  private static let encryption = Shape.record(
    "`tls`", empty: EncryptionDraft(),
    [
      Field(
        "ca", .path, into: \.authority, example: "/etc/knobpanel/ca.pem",
        alsoCalled: ["cafile", "ca_file", "ca_cert"],
        "The certificate that signed the broker's; left out, those that the machine trusts."),
      Field(
        "certificate", .path, into: \.certificate, example: "/etc/knobpanel/panel.pem",
        alsoCalled: ["cert", "certfile"],
        "The panel's own certificate, for brokers that want one."),
      Field(
        "key", .path, into: \.key, example: "/etc/knobpanel/panel.key",
        alsoCalled: ["keyfile", "private_key"], "The key to it, without a password."),
      Field(
        "insecure", .flag, into: \.insecure, fallback: false, example: false,
        "Whether the broker's certificate may be for another name than `host`."),
    ],
    rules: [.needs("certificate", "key"), .needs("key", "certificate")])

  private static let secretKinds = Shape<SecretLayout>.tagged(
    "a password",
    [
      Tag(
        "file", .path, example: "/etc/knobpanel/mqtt", "The first line of this file.",
        SecretLayout.file),
      Tag(
        "environment", .text(.name, example: "MQTT_PASSWORD"), example: "MQTT_PASSWORD",
        "This environment variable.", SecretLayout.environment),
    ])

  /// Layouts are copied and shown around: a secret has no place in them.
  private static let secret = Shape<SecretLayout>(
    expectation: secretKinds.expectation, schema: secretKinds.schema, keys: secretKinds.keys
  ) { node, subject, diagnostics in
    if case .scalar = node.content, !node.isNull {
      var problem = Diagnostic(
        .error, "a layout must not hold a password, only where it is kept", at: subject.span,
        hint: "put it in a file that others cannot read, and write "
          + "`password: {file: /etc/knobpanel/mqtt}`; or `{environment: MQTT_PASSWORD}`")
      problem.isOfSecret = true
      diagnostics.append(problem)
      return nil
    }
    return secretKinds.read(node, subject, &diagnostics)
  }
}
