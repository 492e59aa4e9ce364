import Foundation
import Testing

/// The built program running a layout on no display, as a person would edit that layout.
final class RunningPanel {
  private let process = Process()
  private let folder: URL
  let layout: URL

  /// Starts it in `folder`, on a layout file there, and waits until it is up.
  init(
    _ text: String?, in folder: URL, name: String = "panel.yaml", options: [String] = [],
    environment: [String: String] = [:]
  ) throws {
    self.folder = folder
    layout = folder.appending(path: name)
    if let text { try Data(text.utf8).write(to: layout) }
    process.executableURL = Knobpanel.binary
    process.arguments =
      ["run", layout.path, "--display", "headless", "--events", "events", "--verbose"] + options
    process.currentDirectoryURL = folder
    process.environment = Knobpanel.environment(home: folder).merging(environment) { $1 }
    let log = folder.appending(path: "log")
    _ = FileManager.default.createFile(atPath: log.path, contents: nil)
    process.standardError = try FileHandle(forWritingTo: log)
    process.standardInput = FileHandle.nullDevice
    try process.run()
    try wait("the panel is up") { $0.contains("no touch device") }
  }

  deinit {
    if process.isRunning { process.terminate() }
    process.waitUntilExit()
  }

  /// All that it said so far.
  var log: String {
    (try? String(contentsOf: folder.appending(path: "log"), encoding: .utf8)) ?? ""
  }

  /// The events so far: "a remote 20".
  var events: [String] {
    let text = try? String(contentsOf: folder.appending(path: "events"), encoding: .utf8)
    return (text ?? "").split(separator: "\n").compactMap { line in
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

  var isRunning: Bool { process.isRunning }

  /// Its folder in proc(5).
  var statusFolder: String { "/proc/\(process.processIdentifier)" }

  func send(_ signal: Int32) { kill(process.processIdentifier, signal) }

  /// Waits until its log is as it should; a limit, not a measurement.
  func wait(_ what: String, until isSo: (String) -> Bool) throws {
    let deadline = Date(timeIntervalSinceNow: 20)
    while !isSo(log) {
      try #require(process.isRunning && Date.now < deadline, "\(what): \(log)")
      usleep(20_000)
    }
  }

  /// Waits until knob `a` has been given a value.
  func waitForValue(_ value: Int) throws {
    try wait("value \(value)") { _ in events.last == "a remote \(value)" }
  }

  /// A layout whose only knob says something.
  static func text(value: Int) -> String {
    "version: 1\nknobs:\n  a: {center: [400, 240], diameter: 300, value: \(value)}\n"
  }
}
