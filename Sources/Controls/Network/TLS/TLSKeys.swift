internal import JSON
internal import LayoutFile

extension Shape where Value == TLSSettings {
  /// The certificates of a connection.
  static var tls: Shape {
    .record(
      "`tls`", empty: TLSSettings(),
      [
        Field(
          "ca", .path, intoOptional: \.authorityFile, example: "/etc/knobpanel/ca.pem",
          alsoCalled: ["cafile", "ca_file", "ca_cert"],
          "The certificate authority of the server; those that the machine trusts if left out."),
        Field(
          "certificate", .path, intoOptional: \.certificateFile,
          example: "/etc/knobpanel/panel.pem",
          alsoCalled: ["cert", "certfile"],
          "The panel's own certificate, for servers that require one."),
        Field(
          "key", .secretFile, intoOptional: \.keyFile, example: "/etc/knobpanel/panel.key",
          alsoCalled: ["keyfile", "private_key"],
          "The private key of `certificate`, without a password."),
        Field(
          "insecure", .flag, into: \.acceptsAnyName, fallback: false, example: false,
          "Whether the server's certificate may be for another name."),
      ],
      rules: [
        .needs(
          "certificate", "key", "a certificate requires its key",
          hint: "add `key:` with its file"),
        .needs(
          "key", "certificate", "a key requires its certificate",
          hint: "add `certificate:` with its file"),
      ]
    )
  }
}
