internal import ArgumentParsing
internal import JSON
internal import PanelApplication
internal import Program

struct WatchCommand: Command {
  static let description = CommandDescription(
    name: "watch",
    abstract: "Prints the events of a running panel, one JSON object per line.",
    discussion: """
      The first line has the states of all items; the events are those of `knobpanel run --events`. \
      With several names, kinds or events, those of any of them are printed. Ends when interrupted, \
      or with the panel (exit status 1).
      """)

  static var parameters: [Parameter<Self>] {
    [
      .option(
        "item", value: "id", \.ids,
        help: "Only events of this knob, button or page, or of the label with this text."),
      .option(
        "kind", \.kinds,
        help:
          "Only events of this kind of item: knob, button, label, page, lock, screen, cleaning, message."
      ),
      .option("event", \.events, help: "Only these events, such as changed or remote."),
      PanelClient.parameter(\.socket),
    ]
  }

  private var ids: [String] = []
  private var kinds: [String] = []
  private var events: [String] = []
  private var socket: String?

  func run() throws {
    let client = try PanelClient(socket)
    let filter = [("ids", ids), ("kinds", kinds), ("events", events)]
    try client.request(
      "watch",
      filter.filter { !$0.1.isEmpty }.map { ($0.0, .array($0.1.map(JSONValue.string))) })
    while let line = try client.nextLine() {
      let isWritten = Output.standard.write(line + [UInt8(ascii: "\n")])
      // The reader is gone.
      if !isWritten { return }
    }
    throw Problem("the panel has ended")
  }
}
