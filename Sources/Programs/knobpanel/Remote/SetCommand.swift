internal import ArgumentParsing
internal import JSON
internal import LayoutFile
internal import PanelApplication
internal import Program

struct SetCommand: Command {
  static let description = CommandDescription(
    name: "set",
    abstract: "Sets knobs of a running panel, and with them what they control.",
    discussion: """
      A value is a number in the knob's unit (42), a difference (+5, -5), a part of its range (50%) \
      or the name of a sector (CD); =-20 is the value -20. The knob's limit applies; locks do not. A \
      knob that somebody is turning is not set. If one of several knobs cannot be set, none is. \
      Prints each knob's new value, and says why it is another one than asked for.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positionals(
        "knob value", \.words, help: "Each knob with its value: 42, +5, -5, 50%, =-20 or a name."),
      .option(
        "over", value: "time", \.over,
        help: "Move there in this time, such as 3s or 2min, an hour at most; a finger stops it."),
      PanelClient.parameter(\.socket),
    ]
  }

  private var words: [String] = []
  private var over = OverTime(seconds: 0)
  private var socket: String?

  func run() throws {
    guard words.count.isMultiple(of: 2) else {
      throw UsageError("the value of '\(words[words.count - 1])' is missing")
    }
    let values = stride(from: 0, to: words.count, by: 2).map {
      (key: words[$0], value: JSONValue.string(words[$0 + 1]))
    }
    var pairs: [(key: String, value: JSONValue)] = [("values", .object(values))]
    if over.seconds > 0 { pairs.append(("over", .number(over.seconds))) }
    let knobs = try PanelClient(socket).request("set", pairs)["knobs"]?.array ?? []
    for knob in knobs {
      let value = knob["target"] == nil ? knob.bareValue : knob.number("target")
      Output.standard.print(knobs.count == 1 ? value : "\(knob.text("knob")): \(value)")
      guard knob["asked"] != nil else { continue }
      Output.error.print(
        "\(knob.text("knob")): \(value) instead of \(knob.number("asked")), because of "
          + knob.limitText)
    }
  }
}

/// A time such as 3s, 2min or 3, in seconds.
private struct OverTime: ArgumentValue {
  var seconds: Double

  init(seconds: Double) { self.seconds = seconds }

  init?(argument: String) {
    guard let seconds = DurationText.seconds(argument) else { return nil }
    self.seconds = seconds
  }

  var argumentText: String { "\(JSONText.number(seconds))s" }
}
