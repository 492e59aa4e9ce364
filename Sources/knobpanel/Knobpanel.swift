internal import ArgumentParser
internal import Glibc

/// The command: arguments and wiring, the only place that knows every module.
@main
struct Knobpanel: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "knobpanel",
    abstract: "A touch panel of knobs for Linux kiosks.",
    discussion: """
      A layout file (YAML) places the knobs and says what each of them controls. Start with \
      `knobpanel devices` to see what this machine has, copy one of the shipped layouts, and \
      `knobpanel check` and `knobpanel render` it before it goes on the wall.

      Exit status: 0 good, 1 failed, 2 wrong usage.
      """,
    version: "0.1.0",
    subcommands: [
      RunCommand.self, ReplayCommand.self, RenderCommand.self, CheckCommand.self,
      DevicesCommand.self, SchemaCommand.self, BenchCommand.self,
    ])

  static func main() {
    // Writing to a closed pipe must return EPIPE instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    let status = run(Array(CommandLine.arguments.dropFirst()))
    if status != 0 { Glibc.exit(status) }
  }

  /// Runs one command line and returns the exit status; everything it owned is deinitialised by then.
  private static func run(_ arguments: [String]) -> Int32 {
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
      return 0
    } catch let problem as Problem {
      problem.print()
      return 1
    } catch let status as ExitCode {
      return status.rawValue
    } catch {
      let text = fullMessage(for: error)
      guard exitCode(for: error) != .success else {
        if !text.isEmpty { Output.standard.print(text) }
        return 0
      }
      Output.error.print(
        "knobpanel: " + (text.first.map { $0.lowercased() } ?? "") + text.dropFirst())
      return 2
    }
  }
}
