internal import ArgumentParsing
internal import Glibc
internal import JSON
internal import Linux
internal import PanelApplication
internal import Program

struct GetCommand: Command {
  static let description = CommandDescription(
    name: "get",
    abstract: "Prints the value of one or all knobs of a running panel.",
    discussion: """
      For one knob, only its value or the name of its sector is printed; for all, one line each. \
      The exit status is 1 if the knob's value is unknown.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("knob", isRequired: false, \.knob, help: "The knob; by default all."),
      .flag("json", \.json, help: "Print JSON, with range, unit and state."),
      PanelClient.parameter(\.socket),
    ]
  }

  private var knob = ""
  private var json = false
  private var socket: String?

  func run() throws {
    let client = try PanelClient(socket)
    guard knob.isEmpty else { return try printOne(client) }
    let answer = try client.request("get")
    guard let knobs = answer["knobs"]?.array else { return }
    if json {
      Output.standard.write(json: JSONValue.array(knobs).text)
      return
    }
    for knob in knobs {
      Output.standard.print("\(knob.text("knob")): \(knob.valueText)")
    }
  }

  private func printOne(_ client: PanelClient) throws {
    let answer = try client.request("get", [("knob", .string(knob))])
    if json {
      Output.standard.write(json: answer.without("ok").text)
    } else if answer.isKnown {
      Output.standard.print(answer.bareValue)
    } else {
      throw Problem(
        "the value of '\(knob)' is not known: it is \(answer.text("state"))",
        advice: answer.text("reason"))
    }
  }
}

struct SetCommand: Command {
  static let description = CommandDescription(
    name: "set",
    abstract: "Sets a knob of a running panel, and with it what it controls.",
    discussion: """
      The value is a number in the knob's unit (42), a difference (+5, -5), a part of its range \
      (50%) or the name of a sector (CD); =-20 is the value -20. The knob's limit applies; locks \
      do not. A knob that somebody is turning is not set. Prints the knob's new value.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .positional("knob", \.knob, help: "The knob."),
      .positional("value", \.value, help: "The value: 42, +5, -5, 50%, =-20 or a name."),
      PanelClient.parameter(\.socket),
    ]
  }

  private var knob = ""
  private var value = ""
  private var socket: String?

  func run() throws {
    let answer = try PanelClient(socket).request(
      "set", [("knob", .string(knob)), ("value", .string(value))])
    Output.standard.print(answer.bareValue)
  }
}

struct PressCommand: Command {
  static let description = CommandDescription(
    name: "press",
    abstract: "Presses a button of a running panel.",
    discussion: "Acts like a finger that presses and releases the button, or holds it if required.")

  static var parameters: [Parameter<Self>] {
    [
      .positional("button", \.button, help: "The button."),
      PanelClient.parameter(\.socket),
    ]
  }

  private var button = ""
  private var socket: String?

  func run() throws {
    try PanelClient(socket).request("press", [("button", .string(button))])
  }
}

struct PageCommand: Command {
  static let description = CommandDescription(
    name: "page", abstract: "Shows a page of a running panel.")

  static var parameters: [Parameter<Self>] {
    [
      .positional("page", \.page, help: "The page, or next or previous."),
      PanelClient.parameter(\.socket),
    ]
  }

  private var page = ""
  private var socket: String?

  func run() throws {
    try PanelClient(socket).request("page", [("page", .string(page))])
  }
}

struct WatchCommand: Command {
  static let description = CommandDescription(
    name: "watch",
    abstract: "Prints the events of a running panel, one JSON object per line.",
    discussion: """
      The events are those of `knobpanel run --events`. Ends when interrupted, or with the panel \
      (exit status 1).
      """)

  static var parameters: [Parameter<Self>] { [PanelClient.parameter(\.socket)] }

  private var socket: String?

  func run() throws {
    let client = try PanelClient(socket)
    try client.request("watch")
    while let line = try client.nextLine() {
      let isWritten = Output.standard.write(line + [UInt8(ascii: "\n")])
      // The reader is gone.
      if !isWritten { return }
    }
    throw Problem("the panel has ended")
  }
}

struct ReloadCommand: Command {
  static let description = CommandDescription(
    name: "reload",
    abstract: "Reloads the layout of a running panel, and prints errors.",
    discussion: """
      With errors, the panel keeps its previous layout, and the exit status is 1.
      """)

  static var parameters: [Parameter<Self>] {
    [
      .flag("check", \.check, help: "Only report errors; keep the shown layout."),
      PanelClient.parameter(\.socket),
    ]
  }

  private var check = false
  private var socket: String?

  func run() throws {
    let answer = try PanelClient(socket).request("reload", [("check", .bool(check))])
    for line in answer.errorLines { Output.standard.print(line) }
    guard answer["valid"]?.bool == true else { throw ExitStatus(1) }
  }
}

struct StatusCommand: Command {
  static let description = CommandDescription(
    name: "status",
    abstract: "Prints the state of a running panel: layout, display, touch, controls, statistics.")

  static var parameters: [Parameter<Self>] {
    [
      .flag("json", \.json, help: "Print JSON."),
      PanelClient.parameter(\.socket),
    ]
  }

  private var json = false
  private var socket: String?

  func run() throws {
    let answer = try PanelClient(socket).request("status")
    if json {
      Output.standard.write(json: answer.without("ok").text)
    } else {
      Output.standard.print(answer.statusLines.joined(separator: "\n"))
    }
  }
}

struct ScreenshotCommand: Command {
  static let description = CommandDescription(
    name: "screenshot", abstract: "Writes the picture of a running panel to a PNG file.")

  static var parameters: [Parameter<Self>] {
    [
      .positional("file", \.file, help: "The PNG file to write, or - for standard output."),
      PanelClient.parameter(\.socket),
    ]
  }

  private var file = ""
  private var socket: String?

  func run() throws {
    let answer = try PanelClient(socket).request("screenshot")
    guard let bytes = Base64.decode(answer.text("png")) else {
      throw Problem("the panel sent no picture")
    }
    if file == "-" {
      Output.standard.write(bytes)
      return
    }
    do throws(SystemError) {
      let descriptor = try FileDescriptor.open(
        file, flags: O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode: 0o644)
      try Output(descriptor: descriptor.number).writeAll(bytes)
    } catch {
      throw Problem("cannot write the picture: \(error)")
    }
  }
}
