public import ArgumentParser
internal import Glibc

extension ParsableCommand {
  /// Runs the command line of this process with this as the root command.
  ///
  /// Exits the process on failure: with status 1 if the command failed, with 2 for wrong usage.
  public static func runProgram(_ arguments: ProgramArguments) {
    // If the reader of our output goes away, or a file reaches the limit of its size (setrlimit(2)),
    // the write fails instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    StandardDescriptors.reserve()
    let status = run(arguments.values)
    Output.endBackgroundErrors()
    if status != 0 { Glibc.exit(status) }
  }

  /// Runs one command line and returns its exit status; the command has been destroyed by then.
  private static func run(_ arguments: [String]) -> Int32 {
    let program = configuration.commandName ?? "knobpanel"
    do {
      var command = try parseAsRoot(arguments)
      try command.run()
      if let problem = StandardOutput.problem { throw problem }
      return 0
    } catch let problem as Problem {
      problem.print(as: program)
      return 1
    } catch let status as ExitCode {
      StandardOutput.problem?.print(as: program)
      return status.rawValue
    } catch {
      let text = fullMessage(for: error)
      guard exitCode(for: error) != .success else {
        if !text.isEmpty { Output.standard.print(text) }
        return 0
      }
      Output.error.print(
        "\(program): " + (text.first.map { $0.lowercased() } ?? "") + text.dropFirst())
      return exitCode(for: error) == .validationFailure ? 2 : 1
    }
  }
}
