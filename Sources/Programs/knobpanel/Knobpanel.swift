internal import ArgumentParsing
internal import Program

extension ProgramDescription {
  /// The kiosk program.
  static let knobpanel = ProgramDescription(
    name: "knobpanel",
    version: ProgramVersion.current,
    abstract: "A touch panel of knobs for Linux kiosks.",
    discussion: """
      A layout file (YAML) defines the knobs and what each of them controls. Start with \
      `knobpanel new volume > panel.yaml`, or a copy of one of the shipped layouts. \
      `knobpanel devices` lists this machine's devices. `knobpanel check` reports errors in a \
      layout, and `knobpanel render` draws it, before it goes on the wall.

      Exit status: 0 success, 1 failure, 2 wrong usage.
      """,
    commands: [
      RunCommand.self, ReplayCommand.self, RenderCommand.self, CheckCommand.self,
      DevicesCommand.self, DoctorCommand.self, NewCommand.self, PreviewCommand.self,
      GetCommand.self, SetCommand.self, PressCommand.self, PageCommand.self,
      LanguageCommand.self, ScreenCommand.self, CleanCommand.self, MessageCommand.self,
      WatchCommand.self, ReloadCommand.self, StatusCommand.self, ScreenshotCommand.self,
      SchemaCommand.self, CompletionsCommand.self,
      BenchCommand.self,
    ])
}

/// The C function `main`, under the name that the Swift Package Manager links for an executable.
#if compiler(>=6.3)
@c(knobpanel_main)
#else
@_cdecl("knobpanel_main")
#endif
func main(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  ProgramDescription.knobpanel.run(ProgramArguments(count, arguments))
  return 0
}

/// Reports that measuring has moved to a separate program.
struct BenchCommand: Command {
  static let description = CommandDescription(name: "bench", isListed: false)

  static var parameters: [Parameter<Self>] { [.rest("arguments", \.rest)] }

  private var rest: [String] = []

  func run() throws {
    let arguments = ["knobpanel-bench"] + rest
    Output.error.print(
      line: "knobpanel: error: benchmarks are a separate program: `"
        + arguments.joined(separator: " ") + "`")
    throw ExitStatus(2)
  }
}
