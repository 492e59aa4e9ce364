import ChildPrograms
import Foundation

/// Runs the built program as a user would.
enum Knobpanel {
  struct Outcome {
    /// The exit status, or the negative number of the signal that ended it.
    var status: Int32
    var output: String
    var errors: String
  }

  /// A program missing from the folder in `KNOBPANEL_PROGRAMS`.
  struct Missing: Error, CustomStringConvertible {
    var description: String
  }

  /// Runs it in an empty folder, away from the displays and sound cards of this machine.
  static func run(_ arguments: [String], in folder: URL) throws -> Outcome {
    try run(binary, arguments, in: folder)
  }

  /// Runs it from a shell script, such as `ulimit -n 9; exec "$@"`.
  static func run(_ arguments: [String], by script: String, in folder: URL) throws -> Outcome {
    try run(URL(filePath: "/bin/sh"), ["-c", script, "sh", binary.path] + arguments, in: folder)
  }

  /// Runs `knobpanel-bench` in the same way.
  static func run(bench arguments: [String], in folder: URL) throws -> Outcome {
    try run(program("knobpanel-bench"), arguments, in: folder)
  }

  /// Only a few variables, so that the caller's environment has no effect; the options of
  /// sanitizers are passed on.
  static func environment(home: URL) -> [String: String] {
    let own = ProcessInfo.processInfo.environment.filter {
      ["ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"].contains($0.key)
    }
    // Each panel has its socket in a folder of its own.
    return own.merging(
      ["PATH": "/usr/bin:/bin", "HOME": home.path, "RUNTIME_DIRECTORY": home.path]) { $1 }
  }

  /// Runs any program in the same way.
  static func run(_ program: URL, _ arguments: [String], in folder: URL) throws -> Outcome {
    try start(program, arguments, in: folder).outcome()
  }

  /// Starts any program in the same way; it writes to `output` if that is given.
  static func start(
    _ program: URL, _ arguments: [String], in folder: URL, output: FileHandle? = nil
  ) throws -> StartedRun {
    let (outputs, errors) = (try OutputPipe(), try OutputPipe())
    let child = try ChildProgram(
      [program.path] + arguments, environment: environment(home: folder), in: folder.path,
      output: output?.fileDescriptor ?? outputs.writeEnd, errors: errors.writeEnd)
    outputs.closeWriteEnd()
    errors.closeWriteEnd()
    return StartedRun(child: child, output: outputs.reader, errors: errors.reader)
  }

  /// A started program and what it prints.
  struct StartedRun {
    let child: ChildProgram
    let output: OutputReader
    let errors: OutputReader

    /// Waits for the program to end.
    func outcome() throws -> Outcome {
      // Errors are a few lines, which fit a pipe; output may be longer.
      let text = try output.readToEnd()
      let complaint = try errors.readToEnd()
      return Outcome(status: try child.waitForEnd(), output: text, errors: complaint)
    }
  }

  /// The project's folder.
  static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// The program under test.
  static var binary: URL { get throws { try program("knobpanel") } }

  /// Returns the path of a program of the project: in the folder that `KNOBPANEL_PROGRAMS` names,
  /// which holds them as packages do, or beside the test bundle, where the build put both.
  static func program(_ name: String) throws -> URL {
    guard let folder = ProcessInfo.processInfo.environment["KNOBPANEL_PROGRAMS"] else {
      return bundle.deletingLastPathComponent().appending(path: name)
    }
    let program = URL(filePath: folder).appending(path: name)
    guard FileManager.default.isExecutableFile(atPath: program.path) else {
      throw Missing(
        description: "KNOBPANEL_PROGRAMS is \(folder), which has no program \(name); "
          + "`make build` makes it in .build")
    }
    return program
  }

  private static var bundle: URL {
    let arguments = CommandLine.arguments
    return URL(
      filePath: arguments.first { $0.hasSuffix(".xctest") }
        ?? arguments.drop { $0 != "--test-bundle-path" }.dropFirst().first ?? arguments[0])
  }

  /// Calls `body` with a new folder, and removes it afterwards.
  static func inFolder(
    of parent: URL = FileManager.default.temporaryDirectory, _ body: (URL) throws -> Void
  ) throws {
    let folder = parent.appending(path: "knobpanel-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}
