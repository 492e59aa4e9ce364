import ChildPrograms
import Foundation
import NotifySocket
import TestPatience
import Testing

/// The built program running a layout on no display, as a person would edit that layout.
final class RunningPanel {
  let layout: URL
  private let folder: URL
  private let files: FolderFiles
  private let program: ChildProgram

  /// Starts it in `folder`, most often on a layout file there, and waits until it is up.
  convenience init(
    _ text: String?, in folder: URL, name: String = "panel.yaml", layout: URL? = nil,
    options: [String] = [], environment: [String: String] = [:]
  ) throws {
    let layout = layout ?? folder.appending(path: name)
    let command = [try Knobpanel.binary.path, "run", layout.path, "--display", "headless"]
    try self.init(
      text, at: layout, in: folder,
      command: command + ["--events", "events", "--verbose"] + options, environment: environment)
    try wait("the panel is up") { $0.contains("the panel shows") }
  }

  /// Starts it on a layout of one knob, with outputs of the test's choice, and waits until it is up.
  ///
  /// - Parameters:
  ///   - folder: Where it is started.
  ///   - options: The options of `run`.
  ///   - path: The layout, as `run` is told of it.
  ///   - shell: What a shell does before it becomes the program.
  ///   - output: `/dev/null` if nil.
  ///   - errors: A file that `log` reads if nil.
  /// - Throws: If it cannot be started, or is not up.
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
    // So that its socket is gone.
    program.send(SIGTERM)
    _ = try? program.waitForEnd()
  }

  /// All that it said so far.
  var log: String { files.text("log") }

  /// The lines of its events so far.
  var eventLines: [Substring] { files.text("events").split(separator: "\n") }

  /// The events of values so far: "a remote 20".
  var events: [String] {
    eventLines.compactMap { line in
      guard let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
        let knob = event["knob"] as? String, let kind = event["event"] as? String,
        let value = event["value"] as? Double
      else { return nil }
      return "\(knob) \(kind) \(value.formatted())"
    }
  }

  /// How often it has shown its layout, or what belongs to it, anew.
  var reloadCount: Int {
    log.components(separatedBy: "\(layout.lastPathComponent): reloaded\n").count - 1
  }

  var isRunning: Bool { program.isRunning }

  /// Its folder in proc(5).
  var statusFolder: String { "/proc/\(program.id)" }

  func send(_ signal: Int32) { program.send(signal) }

  /// Blocks until it has ended: the exit status, or the signal as a negative number.
  @discardableResult
  func waitForEnd() throws -> Int32 { try program.waitForEnd() }

  /// Sends SIGTERM and expects it to end.
  func expectToEnd() throws {
    send(SIGTERM)
    #expect(try waitForEnd() == 0)
  }

  /// Blocks until something is so, which is asked with its log whenever that, another file of its
  /// folder or one of the descriptors has something new.
  func wait(
    _ what: String, or descriptors: [Int32] = [], until isSo: (String) throws -> Bool
  ) throws {
    try files.wait("\(what): \(log)", of: program, or: descriptors) { try isSo(log) }
  }

  /// Waits until knob `a` has been given a value.
  func waitForValue(_ value: Int) throws {
    try wait("value \(value)") { _ in events.last == "a remote \(value)" }
  }

  /// Replaces the layout by one with another value of its knob.
  func save(value: Int) throws {
    try Data(Self.text(value: value).utf8).write(to: layout, options: .atomic)
  }

  /// A layout whose only knob says something.
  static func text(value: Int) -> String {
    "version: 1\nknobs:\n  a: {center: [400, 240], diameter: 300, value: \(value)}\n"
  }
}
