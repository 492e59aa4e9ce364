internal import ArgumentParsing
internal import JSON
internal import Program

struct MessageCommand: Command {
  static let description = CommandDescription(
    name: "message",
    abstract: "Shows a message above a running panel, until somebody taps it.",
    discussion: """
      `knobpanel watch --kind message` reports when it is shown and acknowledged. An empty text, as \
      in `knobpanel message ""`, withdraws all messages, or the one with --id.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("text", \.text, help: "The text, at most 240 characters."),
      .option(
        "severity", value: "word", \.severity,
        help: "How urgent it is: info, warning or alarm."),
      .option(
        "seconds", \.seconds, help: "How long it is shown; by default until it is tapped."),
      .option("id", \.id, help: "A message with the same id is replaced."),
      .flag("wake", \.wake, help: "Light the screen."),
      PanelClient.parameter(\.socket),
    ]
  }

  private var text = ""
  private var severity = "info"
  private var seconds: Int?
  private var id: String?
  private var wake = false
  private var socket: String?

  func run() throws {
    var pairs: [(key: String, value: JSONValue)] = [
      ("text", .string(text)), ("severity", .string(severity)), ("wake", .bool(wake)),
    ]
    if let seconds { pairs.append(("seconds", .number(Double(seconds)))) }
    if let id { pairs.append(("id", .string(id))) }
    try PanelClient(socket).request("message", pairs)
  }
}
