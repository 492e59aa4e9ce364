import Foundation
import Linux
import Testing

/// A private sound server with two null sinks; `pactl` acts as another client.
final class SoundServer {
  enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
    case pulseAudio = "PulseAudio"
    /// pipewire-pulse, backed by PipeWire and WirePlumber.
    case pipeWire = "PipeWire"

    var testDescription: String { rawValue }
  }

  let kind: Kind
  let folder: URL
  /// The processes that PipeWire needs beside its server; they survive its restarts.
  private var others: [Process] = []
  private var process: Process?

  init(_ kind: Kind = .pulseAudio) throws {
    self.kind = kind
    folder = URL(filePath: "/tmp/knobpanel-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    if kind == .pipeWire {
      others.append(try spawn("pipewire"))
      try Patience.run(try EventLoop(), state: "PipeWire does not come") { has("pipewire-0") }
      // WirePlumber manages the default sink and needs a bus.
      others.append(
        try spawn("dbus-daemon", "--session", "--nofork", "--nopidfile", "--address=\(bus)"))
      try Patience.run(try EventLoop(), state: "the bus does not come") { has("bus") }
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
        try prepare(sink)
      }
      try makeDefault("one")
    }
  }

  /// Plays silence on a new sink until it keeps a volume: PipeWire 1.4 ignores those set before it has played.
  private func prepare(_ sink: String) throws {
    let player = try spawn("pacat", "--server", address, "--device", sink, "--raw", "/dev/zero")
    defer {
      Self.end(player)
      player.waitUntilExit()
    }
    for volume in ["99%", "100%"] {
      try wait("the volume of a sink") {
        try pactl("set-sink-volume", sink, volume)
        return try pactl("get-sink-volume", sink).contains(" \(volume)")
      }
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

  /// Makes a sink the default, repeatedly, because a busy WirePlumber may forget it.
  func makeDefault(_ sink: String) throws {
    try wait("the default sink") {
      try pactl("set-default-sink", sink)
      return try pactl("get-default-sink").contains(sink)
    }
  }

  /// Starts a program that plays silence under a name, until `end`.
  func play(as application: String) throws -> Process {
    try spawn(
      "pacat", "--server", address, "--client-name", application,
      "--property=application.name=\(application)", "--raw", "/dev/zero")
  }

  /// Kills a program, which may have inherited a blocked SIGTERM.
  static func end(_ process: Process) {
    kill(process.processIdentifier, SIGKILL)
  }

  /// Runs pactl(1) and returns its output.
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
    try Patience.run(try EventLoop(), state: "\(what) does not come", until: isDone)
  }

  /// Whether a socket accepts connections; its file appears earlier.
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
