internal import ArgumentParsing
internal import Program

/// Starts the program that shows a layout in browsers.
struct PreviewCommand: Command {
  static let description = CommandDescription(
    name: "preview",
    abstract: "Shows a layout in a browser, where it can be touched and edited.",
    discussion: """
      Starts knobpanel-preview, a program beside this one, with the same arguments; \
      `knobpanel preview -- --help` lists them.
      """)

  static var parameters: [Parameter<Self>] { [.rest("arguments", \.rest)] }

  private var rest: [String] = []

  func run() throws {
    try ProgramBeside("knobpanel-preview").become(rest)
  }
}
