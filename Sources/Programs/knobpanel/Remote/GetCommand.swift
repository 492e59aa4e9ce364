internal import ArgumentParsing
internal import JSON
internal import PanelApplication
internal import Program

struct GetCommand: Command {
  static let description = CommandDescription(
    name: "get",
    abstract: "Prints the state of one or all knobs, buttons and labels of a running panel.",
    discussion: """
      For one item, only its value is printed: a number, the name of a sector, on or off, or a \
      label's text; for all, one line each. The exit status is 0 if every value is known, 3 if one \
      is not because its control is offline or has not reported yet, and 1 if there is no such item \
      or no panel.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional(
        "item", isRequired: false, \.item,
        help: "A knob or a button by its id, or a label by its text; by default all."),
      .flag("json", \.json, help: "Print JSON, with range, unit and state."),
      PanelClient.parameter(\.socket),
    ]
  }

  /// The exit status if a value is not known.
  private static let unknownStatus: Int32 = 3

  private var item = ""
  private var json = false
  private var socket: String?

  func run() throws {
    let client = try PanelClient(socket)
    let answer = try client.request("get", item.isEmpty ? [] : [("item", .string(item))])
    let items =
      item.isEmpty
      ? ["knobs", "buttons", "labels"].flatMap { answer[$0]?.array ?? [] } : [answer]
    if json {
      Output.standard.write(json: answer.without("ok").text)
    } else if item.isEmpty {
      for item in items { Output.standard.print("\(item.itemName): \(item.valueText)") }
    } else if answer.isKnown {
      Output.standard.print(answer.bareValue)
    } else {
      Problem(
        "the value of '\(item)' is not known: it is \(answer.text("state"))",
        advice: answer.text("reason")
      ).print()
    }
    if items.contains(where: { !$0.isKnown }) { throw ExitStatus(Self.unknownStatus) }
  }
}
