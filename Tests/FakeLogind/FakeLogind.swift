import Foundation
package import Logind

/// A bus of the test's own with a logind that notes what it is asked, as `fake-logind` says.
package final class FakeLogind {
  private struct Failure: Error {
    let said: String
  }

  private let folder: URL
  private var processes: [Process] = []
  private var calls: URL { folder.appending(path: "calls") }

  /// A bus, and a logind that is ready.
  ///
  /// - Parameter isRunning: Whether there is a logind; if not, only the bus.
  /// - Throws: If they do not start.
  package init(isRunning: Bool = true) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "knobpanel-logind-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let socket = folder.appending(path: "bus").path
    try start(
      "/usr/bin/dbus-daemon", ["--session", "--nofork", "--nopidfile", "--address", address])
    try wait("dbus-daemon") { FileManager.default.fileExists(atPath: socket) }
    guard isRunning else { return }
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "fake-logind")
    try start("/usr/bin/python3", [script.path])
    try wait("fake-logind") { told.first == "ready" }
  }

  deinit {
    for process in processes {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  private var address: String { "unix:path=\(folder.path)/bus" }

  package func place(answerMicroseconds: UInt64 = 2_000_000) -> LogindPlace {
    LogindPlace(address: address, answerMicroseconds: answerMicroseconds)
  }

  /// Where no bus is.
  package static var nowhere: LogindPlace { LogindPlace(address: "unix:path=/nonexistent/bus") }

  /// Each call so far: subsystem, device and brightness.
  package var asked: [String] { Array(told.dropFirst()) }

  private var told: [String] {
    let text = (try? String(contentsOf: calls, encoding: .utf8)) ?? ""
    return text.split(separator: "\n").map(String.init)
  }

  private func start(_ program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(filePath: program)
    process.arguments = arguments
    process.environment = ["PATH": "/usr/bin:/bin", "DBUS_SYSTEM_BUS_ADDRESS": address]
    if !FileManager.default.fileExists(atPath: calls.path) { try Data().write(to: calls) }
    process.standardOutput = try FileHandle(forWritingTo: calls)
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    processes.append(process)
  }

  private func wait(_ name: String, _ isDone: () -> Bool) throws {
    let end = Date(timeIntervalSinceNow: 30)
    while !isDone() {
      guard Date() < end else { throw Failure(said: "\(name) does not start; is it installed?") }
      usleep(10_000)
    }
  }
}
