import Foundation
import Glibc
import MQTTBench

@testable import Controls

/// A real Snapcast server and its players as child processes on local ports of their own (packages
/// snapserver and snapclient); deinit kills them and removes their folder.
final class SnapServer {
  let controlPort: UInt16
  private let audioPort: UInt16
  private let folder: URL
  private var server: Process?
  private var clients: [String: Process] = [:]

  /// Starts a server with the streams "Radio" and "TV", and these players.
  init(clients: [String] = ["kitchen"]) throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "knobpanel-\(UUID())")
    try FileManager.default.createDirectory(
      at: folder.appending(path: "data"), withIntermediateDirectories: true)
    controlPort = try MosquittoBroker.freePort()
    audioPort = try MosquittoBroker.freePort()
    let text = """
      [server]
      datadir = \(folder.path)/data
      [http]
      enabled = false
      [tcp]
      enabled = true
      bind_to_address = 127.0.0.1
      port = \(controlPort)
      [stream]
      bind_to_address = 127.0.0.1
      port = \(audioPort)
      source = pipe://\(folder.path)/radio?name=Radio
      source = pipe://\(folder.path)/tv?name=TV
      [logging]
      sink = null

      """
    try Data(text.utf8).write(to: folder.appending(path: "snapserver.conf"))
    try start()
    for client in clients { try play(client) }
  }

  deinit {
    kill()
    for client in clients.values { Self.kill(client) }
    try? FileManager.default.removeItem(at: folder)
  }

  var settings: SnapcastServer {
    SnapcastServer(name: "house", host: "127.0.0.1", port: controlPort)
  }

  /// Starts the server, or restarts it after a kill, and waits until it answers.
  func start() throws {
    let process = try Self.spawn(
      "snapserver", ["-c", folder.appending(path: "snapserver.conf").path])
    server = process
    try Patience.wait("snapserver does not start") {
      guard process.isRunning else { throw Failure(description: "snapserver has ended") }
      return (try? SnapController(port: controlPort)) != nil
    }
  }

  func kill() {
    if let server { Self.kill(server) }
    server = nil
  }

  /// Stops the server with all its connections open, or lets it continue.
  func freeze(_ isFrozen: Bool) {
    guard let server else { return }
    Glibc.kill(server.processIdentifier, isFrozen ? SIGSTOP : SIGCONT)
    guard isFrozen else { return }
    // Waits until all of its threads have stopped.
    var state = siginfo_t()
    waitid(P_PID, id_t(server.processIdentifier), &state, WSTOPPED | WNOWAIT)
  }

  /// Starts a player with this id, and waits until the server lists it.
  func play(_ client: String) throws {
    clients[client] = try Self.spawn(
      "snapclient",
      [
        "-h", "127.0.0.1", "-p", "\(audioPort)", "--hostID", client, "--player",
        "file:filename=/dev/null", "--mixer", "software", "--logsink", "null",
      ])
    let controller = try SnapController(port: controlPort)
    try Patience.wait("snapclient does not start") {
      try controller.status().clients[client]?.isConnected == true
    }
  }

  func stopPlaying(_ client: String) {
    if let process = clients.removeValue(forKey: client) { Self.kill(process) }
  }

  struct Failure: Error, CustomStringConvertible {
    var description: String
  }

  static func spawn(_ program: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [program] + arguments
    process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "HOME": "/nonexistent"]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }

  static func kill(_ process: Process) {
    Glibc.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }
}
