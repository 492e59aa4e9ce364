import Foundation
import Linux
package import Backlight
import TestPatience
import Testing

/// A private bus with a fake logind that records its calls (see `fake-logind`).
package final class FakeLogind {
  private let folder: URL
  private var processes: [Process] = []
  private var calls: URL { folder.appending(path: "calls") }

  /// Starts a bus and a logind, and waits until it is ready.
  ///
  /// - Parameter isRunning: Whether to start a logind; if not, only the bus.
  /// - Throws: If they do not start.
  package init(isRunning: Bool = true) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "knobpanel-logind-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try start(
      "/usr/bin/dbus-daemon", ["--session", "--nofork", "--nopidfile", "--address", address])
    // The socket file exists before the daemon listens.
    try wait("dbus-daemon") { (try? UnixSocket.connect(self.socket)) != nil }
    guard isRunning else { return }
    let script = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "fake-logind")
    try start("/usr/bin/python3", [script.path])
    try wait("fake-logind") { lines.first == "ready" }
  }

  deinit {
    for process in processes {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  private var socket: String { folder.appending(path: "bus").path }
  private var address: String { "unix:path=\(socket)" }

  /// The location of this logind.
  ///
  /// libsystemd waits for each answer in real time; the default is so long that only a missing
  /// answer times out.
  package func options(answerMicroseconds: UInt64 = 60_000_000) -> LogindOptions {
    LogindOptions(address: address, answerMicroseconds: answerMicroseconds)
  }

  /// A location without a bus.
  package static var nowhere: LogindOptions { LogindOptions(address: "unix:path=/nonexistent/bus") }

  /// The calls so far: subsystem, device and brightness.
  package var requests: [String] { Array(lines.dropFirst()) }

  /// The number of this process's connections to the bus.
  package var connectionCount: Int {
    Folder.names("/proc/self/fd").compactMap { Int32($0) }.count(where: isConnected)
  }

  private func isConnected(_ descriptor: Int32) -> Bool {
    var peer = sockaddr_un()
    var byteCount = socklen_t(MemoryLayout<sockaddr_un>.size)
    let result = withUnsafeMutablePointer(to: &peer) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getpeername(descriptor, $0, &byteCount)
      }
    }
    guard result == 0, peer.sun_family == sa_family_t(AF_UNIX) else { return false }
    return withUnsafeBytes(of: peer.sun_path) { $0.prefix { $0 != 0 }.elementsEqual(socket.utf8) }
  }

  private var lines: [String] {
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
    let loop = try EventLoop()
    try Patience.run(loop, state: "\(name) does not start; is it installed?", until: isDone)
  }
}
