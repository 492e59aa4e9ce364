internal import ArgumentParsing
internal import JSON
internal import Program

struct ScreenCommand: Command {
  static let description = CommandDescription(
    name: "screen",
    abstract: "Lights the screen of a running panel, or switches it off.",
    discussion: """
      off uses the layout's method, or a black picture; the next touch only lights the screen. A \
      percentage such as 40 lights it and sets its brightness, until the time of day changes it.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("state", \.state, help: "on, off, or a brightness in percent."),
      PanelClient.parameter(\.socket),
    ]
  }

  private var state = ScreenArgument.isOn(true)
  private var socket: String?

  func run() throws {
    let pair: (String, JSONValue) =
      switch state {
      case .isOn(let isOn): ("on", .bool(isOn))
      case .brightness(let percent): ("brightness", .number(percent))
      }
    try PanelClient(socket).request("screen", [pair])
  }
}

/// The argument for the screen: "on", "off", "40" or "40%".
private enum ScreenArgument: ArgumentValue {
  case isOn(Bool)
  /// In percent, 0…100.
  case brightness(Double)

  init?(argument: String) {
    if argument == "on" || argument == "off" {
      self = .isOn(argument == "on")
      return
    }
    let number = argument.hasSuffix("%") ? argument.dropLast() : argument[...]
    guard let percent = Double(number), (0...100).contains(percent) else { return nil }
    self = .brightness(percent)
  }

  var argumentText: String {
    switch self {
    case .isOn(let isOn): isOn ? "on" : "off"
    case .brightness(let percent): "\(percent)"
    }
  }
}

struct CleanCommand: Command {
  static let description = CommandDescription(
    name: "clean",
    abstract: "Makes a running panel ignore touches for a while, for wiping the screen.",
    discussion: "The panel counts down the seconds. It still shows changes by others.")

  static var parameters: [Parameter<Self>] {
    [
      .option("seconds", \.seconds, help: "The duration, 600 at most; 0 ends it."),
      PanelClient.parameter(\.socket),
    ]
  }

  private var seconds = 30
  private var socket: String?

  func run() throws {
    try PanelClient(socket).request("clean", [("seconds", .number(Double(seconds)))])
  }
}
