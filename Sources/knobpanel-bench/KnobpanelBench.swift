internal import ArgumentParser
internal import Program

/// The command that measures the panel.
@main
struct KnobpanelBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "knobpanel-bench",
    abstract: "Figures of the panel to hold against others.",
    discussion: """
      `start` and `reload` run the program `knobpanel` that lies beside this one.

      Exit status: 0 good, 1 failed, 2 wrong usage.
      """,
    version: "0.1.0",
    subcommands: [
      DrawCommand.self, FeelCommand.self, LatencyCommand.self, ReloadCommand.self,
      StartCommand.self,
    ])

  static func main() {
    runProgram()
  }
}
