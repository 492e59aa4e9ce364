public import ArgumentParser
internal import Glibc

extension ParsableCommand {
  /// Runs the command line of this process as the program whose root command this is, and ends the
  /// process unless all went well: status 1 if it failed, 2 for wrong usage.
  public static func runProgram() {
    // A reader of our output that goes away is an error of that write, not the end of the program.
    signal(SIGPIPE, SIG_IGN)
    let status = run(Array(CommandLine.arguments.dropFirst()))
    if status != 0 { Glibc.exit(status) }
  }

  /// Runs one command line; all that it owned is gone when this returns the exit status.
  private static func run(_ arguments: [String]) -> Int32 {
    let program = configuration.commandName ?? "knobpanel"
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
      return 0
    } catch let problem as Problem {
      problem.print(as: program)
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
        "\(program): " + (text.first.map { $0.lowercased() } ?? "") + text.dropFirst())
      return 2
    }
  }
}
