public import ArgumentParsing
internal import Glibc

/// Ends a command that has already reported its error.
public struct ExitStatus: Error {
  /// The exit status of the process.
  public var code: Int32

  /// Creates a failure with a status other than 0.
  public init(_ code: Int32) {
    self.code = code
  }
}

extension ProgramDescription {
  /// Runs the command line of this process.
  ///
  /// Exits the process on failure: with status 1 if the command failed, with 2 for wrong usage.
  public func run(_ arguments: ProgramArguments) {
    // If the reader of our output closes it, or a file reaches its size limit (setrlimit(2)), the
    // write fails instead of ending the process.
    signal(SIGPIPE, SIG_IGN)
    signal(SIGXFSZ, SIG_IGN)
    StandardDescriptors.reserve()
    let status = run(arguments.values)
    Output.endBackgroundErrors()
    if status != 0 { Glibc.exit(status) }
  }

  /// Runs one command line and returns its exit status; the command has been destroyed by then.
  private func run(_ arguments: [String]) -> Int32 {
    do {
      switch try request(arguments) {
      case .text(let text): Output.standard.print(text)
      case .command(let command): try command.run()
      }
      if let problem = StandardOutput.problem { throw problem }
      return 0
    } catch let problem as Problem {
      problem.print(as: name)
      return 1
    } catch let status as ExitStatus {
      StandardOutput.problem?.print(as: name)
      return status.code
    } catch let error as UsageError {
      Output.error.print("\(name): \(error.message)")
      return 2
    } catch {
      Output.error.print(line: "\(name): error: \(error)")
      return 1
    }
  }
}
