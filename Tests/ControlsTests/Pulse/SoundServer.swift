import Foundation
import Linux
import Testing

/// A sound server of the test's own with two null sinks, and `pactl` as the other person.
final class SoundServer {
  enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case pulseAudio = "PulseAudio"
    /// pipewire-pulse, with PipeWire and WirePlumber behind it.
    case pipeWire = "PipeWire"

    var testDescription: String { rawValue }
  }

  let kind: Kind
  let folder: URL
  /// What PipeWire needs beside its server, which goes on while that restarts.
  private var others: [Process] = []
  private var process: Process?

  init(_ kind: Kind = .pulseAudio) throws {
    self.kind = kind
    folder = URL(filePath: "/tmp/knobpanel-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    if kind == .pipeWire {
      others.append(try spawn("pipewire"))
      try Patience.run(try EventLoop(), told: "PipeWire does not come") { has("pipewire-0") }
      // WirePlumber, which knows the default sink, does not run without a bus.
      others.append(
        try spawn("dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=\(bus)"))
      try Patience.run(try EventLoop(), told: "the bus does not come") { has("bus") }
      others.append(try spawn("wireplumber"))
    }
    try start()
  }

  deinit {
    stop()
    for process in others.reversed() {
      Self.end(process)
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  private var bus: String { "unix:path=\(folder.path)/bus" }

  var address: String {
    "unix:\(folder.path)/\(kind == .pulseAudio ? "native" : "pulse/native")"
  }

  func start() throws {
    switch kind {
    case .pulseAudio:
      process = try spawn(
        "pulseaudio", "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no",
        "--disable-shm", "-L", "module-null-sink sink_name=one",
        "-L", "module-null-sink sink_name=two",
        "-L", "module-native-protocol-unix socket=\(folder.path)/native auth-anonymous=1")
      try wait("the server") { try pactl("info").contains("Server Name") }
    case .pipeWire:
      process = try spawn("pipewire-pulse")
      try wait("the server") { try pactl("info").contains("Server Name") }
      for sink in ["one", "two"] {
        try pactl("load-module", "module-null-sink", "sink_name=\(sink)")
      }
      try makeDefault("one")
    }
  }

  func stop() {
    process?.terminate()
    process?.waitUntilExit()
    process = nil
  }

  func send(_ signal: Int32) {
    if let process { kill(process.processIdentifier, signal) }
  }

  /// Has the server take a sink as its default; WirePlumber may forget that when it is busy.
  func makeDefault(_ sink: String) throws {
    try wait("the default sink") {
      try pactl("set-default-sink", sink)
      return try pactl("get-default-sink").contains(sink)
    }
  }

  /// Something that plays silence under a name, until `end`.
  func play(as application: String) throws -> Process {
    try spawn(
      "pacat", "--server", address, "--client-name", application,
      "--property=application.name=\(application)", "--raw", "/dev/zero")
  }

  /// Ends a program that may have inherited a mask for SIGTERM.
  static func end(_ process: Process) {
    kill(process.processIdentifier, SIGKILL)
  }

  /// What pactl(1) prints.
  @discardableResult func pactl(_ arguments: String...) throws -> String {
    let command =
      "HOME=\(folder.path) XDG_RUNTIME_DIR=\(folder.path) timeout 5 "
      + "pactl --server \(address) \(arguments.joined(separator: " ")) 2>/dev/null"
    let stream = try #require(popen(command, "r"))
    defer { pclose(stream) }
    var text: [UInt8] = []
    while true {
      let byte = getc(stream)
      guard byte != EOF else { return String(decoding: text, as: UTF8.self) }
      text.append(UInt8(truncatingIfNeeded: byte))
    }
  }

  private func wait(_ what: String, until isDone: () throws -> Bool) throws {
    try Patience.run(try EventLoop(), told: "\(what) does not come", until: isDone)
  }

  /// Whether something listens there: its file is made before that.
  private func has(_ name: String) -> Bool {
    (try? UnixSocket.connect(folder.appending(path: name).path)) != nil
  }

  private func spawn(_ program: String, _ arguments: String...) throws -> Process {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/\(program)")
    process.arguments = arguments
    process.environment = [
      "PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path,
      "DBUS_SESSION_BUS_ADDRESS": bus,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    return process
  }
}
