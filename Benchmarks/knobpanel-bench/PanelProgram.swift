internal import Glibc
internal import Linux
internal import Program

/// The programs that are measured, in the folder of this program.
enum PanelProgram {
  /// Starts a program with an empty standard input.
  ///
  /// - Parameters:
  ///   - words: Its arguments.
  ///   - name: The program's name.
  ///   - output: The output to read, `STDOUT_FILENO` or `STDERR_FILENO`.
  /// - Throws: `Problem` or `SystemError` if it cannot be started.
  /// - Returns: The running program; the caller has to wait for its end.
  static func spawn(
    _ words: [String], of name: String = "knobpanel", reading output: Int32
  ) throws -> RunningProgram {
    var ends: [Int32] = [-1, -1]
    _ = try Linux.check("pipe") { pipe(&ends) }
    let reading = FileDescriptor(owning: ends[0])
    // Closed in this process after the start, so that the pipe ends with the program.
    let writing = FileDescriptor(owning: ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, writing.number, output)
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
    var arguments = ([name] + words).map { strdup($0) } + [nil]
    defer { for case let word? in arguments { free(word) } }
    var process = pid_t()
    let program = try ProgramBeside(name)
    let code = posix_spawn(&process, program.path, &actions, nil, &arguments, environ)
    guard code == 0 else { throw Problem("\(SystemError(call: "posix_spawn", code: code))") }
    return RunningProgram(process: process, output: reading)
  }

  /// Throws if a layout has errors, after printing them on standard error.
  static func check(layout: String) throws {
    let program = try spawn(["check", "--", layout], reading: STDOUT_FILENO)
    var output: [UInt8] = []
    try withUnsafeTemporaryAllocation(byteCount: 4096, alignment: 8) { chunk in
      while let count = try program.output.read(into: chunk), count > 0 {
        output += chunk[..<count]
      }
    }
    var status: Int32 = 0
    waitpid(program.process, &status, 0)
    guard status != 0 else { return }
    Output.error.write(output)
    throw Problem(
      "\(layout) cannot be shown; see above",
      advice: "Fix it; `knobpanel check \(layout)` checks again.")
  }
}

/// A started program and its output; the owner waits for its end.
struct RunningProgram: ~Copyable {
  let process: pid_t
  let output: FileDescriptor
}
