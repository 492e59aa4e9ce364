internal import ArgumentParser
internal import Program

/// The command that measures the panel.
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
}

/// The C function `main`, under the name by which the Swift package manager links that of a program.
@c(knobpanel_bench_main)
func main(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  KnobpanelBench.runProgram(ProgramArguments(count, arguments))
  return 0
}
