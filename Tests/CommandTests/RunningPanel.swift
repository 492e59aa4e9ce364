import ChildPrograms
import Foundation
import NotifySocket
import TestPatience
import Testing

/// The built program running a layout on a headless display, and the layout file to edit.
final class RunningPanel {
  let layout: URL
  private let folder: URL
  private let files: FolderFiles
  private let program: ChildProgram

  /// Starts it in `folder`, usually with a layout file there, and waits until it is up.
  convenience init(
    _ text: String?, in folder: URL, name: String = "panel.yaml", layout: URL? = nil,
    options: [String] = [], environment: [String: String] = [:]
  ) throws {
    let layout = layout ?? folder.appending(path: name)
    let command = [try Knobpanel.binary.path, "run", layout.path, "--display", "headless"]
    try self.init(
      text, at: layout, in: folder,
      command: command + ["--events", "events", "--verbose"] + options, environment: environment)
    try wait("the panel is up") { $0.contains("no touch device yet") }
  }

  /// Starts it with a layout of one knob and the given outputs, and waits until it is up.
  ///
  /// - Parameters:
  ///   - folder: The folder in which it is started.
  ///   - options: The options of `run`.
  ///   - path: The layout path given to `run`.
  ///   - shell: Shell commands to run before the program.
  ///   - output: The standard output; `/dev/null` if nil.
  ///   - errors: The standard error; a file that `log` reads if nil.
  /// - Throws: An error if it cannot be started or does not come up.
  convenience init(
    in folder: URL, options: [String], path: String = "panel.yaml", shell: String = ":",
    output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws {
    let manager = try NotifySocket()
    try self.init(
      Self.text(value: 0), at: folder.appending(path: "panel.yaml"), in: folder,
      command: [
        "/bin/sh", "-c", "\(shell); exec \"$@\"", "sh", try Knobpanel.binary.path, "run", path,
        "--display", "headless",
      ] + options, environment: manager.environment(), output: output, errors: errors)
    try wait("the panel is up", or: [manager.descriptor]) { _ in
      manager.messages().contains { $0.hasPrefix("READY=1\n") }
    }
  }

  private init(
    _ text: String?, at layout: URL, in folder: URL, command: [String],
    environment: [String: String], output: FileHandle? = nil, errors: FileHandle? = nil
  ) throws {
    (self.layout, self.folder) = (layout, folder)
    if let text { try Data(text.utf8).write(to: layout) }
    let log = folder.appending(path: "log")
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    let errors = try errors ?? FileHandle(forWritingTo: log)
    files = try FolderFiles(folder)
    program = try withExtendedLifetime(errors) {
      try ChildProgram(
        command, environment: Knobpanel.environment(home: folder).merging(environment) { $1 },
        in: folder.path, output: output?.fileDescriptor, errors: errors.fileDescriptor)
    }
  }

  deinit {
    // It removes its socket when it ends.
    program.send(SIGTERM)
    _ = try? program.waitForEnd()
  }

  /// The log so far.
  var log: String { files.text("log") }

  /// The lines of its event file so far.
  var eventLines: [Substring] { files.text("events").split(separator: "\n") }

  /// The value events so far, such as "a remote 20".
  var events: [String] {
    eventLines.compactMap { line in
      guard let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let knob = event["knob"] as? String, let kind = event["event"] as? String,
        let value = event["value"] as? Double
      else { return nil }
      return "\(knob) \(kind) \(value.formatted())"
    }
  }

  /// The number of reloads of its layout and the files that belong to it.
  var reloadCount: Int {
    log.components(separatedBy: "\(layout.lastPathComponent): reloaded\n").count - 1
  }

  var isRunning: Bool { program.isRunning }

  /// Its folder in proc(5).
  var statusFolder: String { "/proc/\(program.id)" }

  func send(_ signal: Int32) { program.send(signal) }

  /// Waits for its end; returns the exit status, or the negative number of the signal.
  @discardableResult
  func waitForEnd() throws -> Int32 { try program.waitForEnd() }

  /// Sends SIGTERM and expects a clean exit.
  func expectToEnd() throws {
    send(SIGTERM)
    #expect(try waitForEnd() == 0)
  }

  /// Waits until a condition on its log holds, checking when the log, another file of its folder or
  /// a descriptor changes.
  func wait(
    _ what: String, or descriptors: [Int32] = [], until isSo: (String) throws -> Bool
  ) throws {
    try files.wait("\(what): \(log)", of: program, or: descriptors) { try isSo(log) }
  }

  /// Waits until knob `a` has been given a value.
  func waitForValue(_ value: Int) throws {
    try wait("value \(value)") { _ in events.last == "a remote \(value)" }
  }

  /// Replaces the layout with one that has another value.
  func save(value: Int) throws {
    try Data(Self.text(value: value).utf8).write(to: layout, options: .atomic)
  }

  /// Returns a layout whose only knob has this value.
  static func text(value: Int) -> String {
    "version: 1\nknobs:\n  a: {center: [400, 240], diameter: 300, value: \(value)}\n"
  }
}
