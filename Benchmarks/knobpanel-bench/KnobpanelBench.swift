internal import ArgumentParsing
internal import Program

extension ProgramDescription {
  /// The program that measures the panel.
  fileprivate static let knobpanelBench = ProgramDescription(
    name: "knobpanel-bench",
    version: ProgramVersion.current,
    abstract: "Benchmarks of the panel, for comparison with others.",
    discussion: """
      `start`, `reload` and `preview` run the programs beside this one.

      Exit status: 0 success, 1 failure, 2 wrong usage.
      """,
    commands: [
      DrawCommand.self, FeelCommand.self, FingerCommand.self, FleetCommand.self,
      LatencyCommand.self,
      PreviewCommand.self, ReloadCommand.self, StartCommand.self,
    ])
}

/// The C function `main`, under the name that the Swift Package Manager links for an executable.
#if compiler(>=6.3)
@c(knobpanel_bench_main)
#else
@_cdecl("knobpanel_bench_main")
#endif
func main(
  _ count: CInt, _ arguments: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>
) -> CInt {
  ProgramDescription.knobpanelBench.run(ProgramArguments(count, arguments))
  return 0
}
