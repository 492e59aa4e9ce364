import Foundation

/// Runs the built program as a person would.
enum Knobpanel {
  struct Outcome {
    var status: Int32
    var output: String
    var errors: String
  }

  /// Runs it in an empty folder, away from any display and sound card of this machine.
  static func run(_ arguments: [String], in folder: URL) throws -> Outcome {
    try run(binary, arguments, in: folder)
  }

  /// Runs it like this from a shell, for instance with `script` `ulimit -n 9; exec "$@"`.
  static func run(_ arguments: [String], by script: String, in folder: URL) throws -> Outcome {
    try run(URL(filePath: "/bin/sh"), ["-c", script, "sh", binary.path] + arguments, in: folder)
  }

  /// Runs `knobpanel-bench` like this.
  static func run(bench arguments: [String], in folder: URL) throws -> Outcome {
    let bench = binary.deletingLastPathComponent().appending(path: "knobpanel-bench")
    return try run(bench, arguments, in: folder)
  }

  /// Few variables, so that those of whoever runs the tests change nothing; but a program that is
  /// built with a sanitizer is to know its options.
  static func environment(home: URL) -> [String: String] {
    let own = ProcessInfo.processInfo.environment.filter {
      ["ASAN_OPTIONS", "TSAN_OPTIONS", "UBSAN_OPTIONS"].contains($0.key)
    }
    // Each panel has its socket in a folder of its own.
    return own.merging(
      ["PATH": "/usr/bin:/bin", "HOME": home.path, "RUNTIME_DIRECTORY": home.path]) { $1 }
  }

  /// Runs any program like this.
  static func run(
    _ program: URL, _ arguments: [String], in folder: URL
  ) throws -> Outcome {
    let process = Process()
    process.executableURL = program
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = Knobpanel.environment(home: folder)
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    process.standardInput = FileHandle.nullDevice
    try process.run()
    // Errors are a few lines, which a pipe holds; output may be more.
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let isTrap = process.terminationReason == .uncaughtSignal
    return Outcome(
      status: isTrap ? -process.terminationStatus : process.terminationStatus, output: text,
      errors: complaint)
  }

  /// The project's folder.
  static let project = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  /// Beside the test bundle, where the build put both.
  static var binary: URL {
    let arguments = CommandLine.arguments
    let bundle =
      arguments.first { $0.hasSuffix(".xctest") }
      ?? arguments.drop { $0 != "--test-bundle-path" }.dropFirst().first ?? arguments[0]
    return URL(filePath: bundle).deletingLastPathComponent().appending(path: "knobpanel")
  }

  /// Calls `body` with a new folder that is removed afterwards.
  static func inFolder(
    of parent: URL = FileManager.default.temporaryDirectory, _ body: (URL) throws -> Void
  ) throws {
    let folder = parent.appending(path: "knobpanel-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder)
  }
}
