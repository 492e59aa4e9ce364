internal import ArgumentParsing
internal import Glibc
internal import JSON
internal import Linux
internal import PanelApplication
internal import Program

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

struct LanguageCommand: Command {
  static let description = CommandDescription(
    name: "language", abstract: "Shows the texts of a running panel in another language.")

  static var parameters: [Parameter<Self>] {
    [
      .positional("language", \.language, help: "One of the layout's languages, such as de."),
      PanelClient.parameter(\.socket),
    ]
  }

  private var language = ""
  private var socket: String?

  func run() throws {
    try PanelClient(socket).request("language", [("language", .string(language))])
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
