internal import Diagnostics
internal import JSON
internal import Layout
internal import LayoutFile

extension ControlKeys {
  /// `control: {snapcast: …}`.
  static let snapcast = ControlKeys(
    "snapcast", SnapcastKeys.control, example: "{client: Kitchen}",
    "The volume of a Snapcast client, group or stream.",
    connection: ConnectionKeys(
      "snapcast", SnapcastKeys.server, example: SnapcastKeys.serverExample, "A Snapcast server."))
}

/// The keys of Snapcast controls and of their connections.
enum SnapcastKeys {
  static let serverExample = "{host: 10.0.0.2}"

  static let server = Shape.record(
    "a Snapcast connection", empty: SnapcastServer(host: ""),
    [
      Field(
        "host", .host, into: \.host, required: true, example: "10.0.0.2",
        alsoCalled: ["address", "server", "url"], "The server's name or address."),
      Field(
        "port", .port(example: 1705), into: \.port, fallback: 1705, example: 1705,
        "The TCP port of its JSON-RPC (`[tcp]` in snapserver.conf)."),
    ])

  static let control = Shape.record(
    "a Snapcast control", empty: SnapcastSettings(target: .client("")),
    [
      Field(
        "connection", Shape<String>.text(.name, example: "house").located, example: "house",
        alsoCalled: ["server", "host"],
        "Which of the `connections`; may be left out where there is only one."
      ) { name, control, context in
        let subject = Subject(name: "`connection`", span: name.span)
        if let server = connection(name, of: subject, context) { control.server = server }
      },
      Field(
        "client", .text(.name, example: "Kitchen"), required: true, unless: ["group", "stream"],
        example: "Kitchen", alsoCalled: ["player", "speaker", "room", "id"],
        "One client: its name, its host's name or its id."
      ) { name, control, _ in control.target = .client(name) },
      Field(
        "group", .text(.name, example: "Downstairs"), example: "Downstairs",
        alsoCalled: ["zone"],
        "All clients of a group, by its name or id: shows their mean, and turns them together."
      ) { name, control, _ in control.target = .group(name) },
      Field(
        "stream", .text(.name, example: "Radio"), example: "Radio", alsoCalled: ["source"],
        "All clients that play a stream, whatever their groups."
      ) { name, control, _ in control.target = .stream(name) },
    ],
    rules: [
      .alternatives(["client", "group", "stream"]) { first, second, _ in
        Diagnostic(
          .error, "a knob turns either `\(first.key)` or `\(second.key)`", at: second.keySpan,
          hint: "remove one of them")
      }
    ],
    finish: { control, locations, subject, context in
      guard locations["connection"] == nil else { return }
      if let server = connection(nil, of: subject, context) { control.server = server }
    })

  private static func connection(
    _ name: Located<String>?, of subject: Subject, _ context: ReadingContext
  ) -> ConnectionLayout? {
    context.connection(
      name, to: SnapcastServer.self, of: subject, example: "{snapcast: \(serverExample)}")
  }
}
