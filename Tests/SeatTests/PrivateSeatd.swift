import Foundation
import Linux
import TestPatience
import Testing

@testable import Seat

/// A private seatd, without a virtual terminal, whose input devices are the files of a folder.
///
/// All instances share a socket, as libseat takes its address from the environment: use one at a
/// time.
final class PrivateSeatd {
  /// Where libseat looks for seatd after the first access; a folder of this process.
  static let folder: URL = {
    let folder = URL(filePath: "/tmp/knobpanel-seat-\(getpid())")
    setenv("SEATD_SOCK", "\(folder.path)/run/seatd.sock", 1)
    setenv("LIBSEAT_BACKEND", "seatd", 1)
    return folder
  }()

  static var socket: String { folder.appending(path: "run/seatd.sock").path }
  private var process: Process?

  init() throws {
    for name in ["input", "run"] {
      try FileManager.default.createDirectory(
        at: Self.folder.appending(path: name), withIntermediateDirectories: true)
    }
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: Self.folder)
  }

  /// Creates a device with contents, and returns its node, which only seatd can open.
  func addDevice(_ name: String, _ content: String) throws -> String {
    try content.write(
      to: Self.folder.appending(path: "input/\(name)"), atomically: false, encoding: .utf8)
    return "/dev/input/\(name)"
  }

  func start() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/unshare")
    // seatd listens in /run and opens nothing outside /dev; only it sees these mounts.
    let script = """
      mount --bind "$0/run" /run && mount -t tmpfs none /dev && mkdir /dev/input &&
      mount --bind "$0/input" /dev/input && exec seatd
      """
    process.arguments = ["--mount", "/bin/sh", "-c", script, Self.folder.path]
    process.environment = [
      "PATH": "/usr/sbin:/usr/bin:/bin", "SEATD_VTBOUND": "0",
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    self.process = process
    try Patience.run(try EventLoop(), state: "seatd does not start; is it installed?") {
      try #require(process.isRunning, "seatd has ended; is it installed?")
      return isListening
    }
  }

  private var isListening: Bool {
    (try? UnixSocket.connect(Self.socket)) != nil
  }

  /// Stops seatd, as a debugger would, or lets it continue.
  func suspend(_ isSuspended: Bool) {
    guard let process else { return }
    kill(process.processIdentifier, isSuspended ? SIGSTOP : SIGCONT)
  }

  /// Kills seatd without closing its connections; its socket file remains, as after a crash.
  func stop() {
    guard let process else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    self.process = nil
  }
}
