import Foundation
import MQTTBench
import Testing

/// The built program at a real broker.
@Suite struct MQTTTests {
  private static func layout(port: UInt16, more: String = "") -> Data {
    Data(
      """
      version: 1
      connections:
        home:
          mqtt:
            host: localhost
            port: \(port)
      \(more)
      knobs:
        lamp:
          center: [400, 240]
          diameter: 300
          control:
            mqtt:
              set: zigbee2mqtt/lamp/set
              payload: '{"brightness": {value}}'
              payload_range: [0, 254]
              state: zigbee2mqtt/lamp
              value: brightness
              power: state

      """.utf8)
  }

  @Test("The state of a lamp is an event, and nothing is said to it") func remoteState() throws {
    let broker = try MosquittoBroker()
    let listener = try broker.listen()
    try broker.publish("{\"brightness\": 127, \"state\": \"ON\"}", on: "zigbee2mqtt/lamp")
    try Knobpanel.inFolder { folder in
      try Self.layout(port: broker.port).write(to: folder.appending(path: "lamp.yaml"))
      let panel = try Knobpanel.start(
        ["run", "lamp.yaml", "--display", "headless", "--events", "-"], in: folder)
      #expect(try panel.nextLine().contains(#""knob":"lamp","event":"remote","value":50,"#))
      try broker.publish("{\"brightness\": 254, \"state\": \"OFF\"}", on: "zigbee2mqtt/lamp")
      #expect(try panel.nextLine().contains(#""knob":"lamp","event":"remote","value":0,"#))
      // The broker goes and comes, and so does the knob.
      broker.kill()
      try panel.wait(forError: "nothing listens there")
      try broker.start()
      try broker.publish("{\"brightness\": 254, \"state\": \"ON\"}", on: "zigbee2mqtt/lamp")
      var lines = [try panel.nextLine()]
      while lines.last?.contains("remote") == false { lines.append(try panel.nextLine()) }
      #expect(lines.first?.contains(#""knob":"lamp","event":"offline","reason":"#) == true)
      #expect(lines.dropLast().last?.contains(#""knob":"lamp","event":"online"}"#) == true)
      #expect(lines.last?.contains(#""event":"remote","value":100,"#) == true)
      #expect(panel.end() == 0)
    }
    #expect(listener.topics == ["zigbee2mqtt/lamp"])
  }

  @Test("A password that is not there is told with its place, before anything else") func password()
    throws
  {
    let server = try TestServer()
    try Knobpanel.inFolder { folder in
      let more = "      username: panel\n      password: {file: secret}"
      try Self.layout(port: server.port, more: more)
        .write(to: folder.appending(path: "lamp.yaml"))
      let path = folder.appending(path: "lamp.yaml").path
      let outcome = try Knobpanel.run(["run", path, "--display", "headless"], in: folder)
      #expect(outcome.status == 1)
      let secret = folder.appending(path: "secret").path
      #expect(
        outcome.errors.contains(
          "there is no password: \(secret): No such file or directory (stat) (line 3)"),
        "\(outcome.errors)")
      #expect(server.count == 0)
    }
  }

  @Test("`check` connects to nobody, and reads no secret") func check() throws {
    let server = try TestServer()
    try Knobpanel.inFolder { folder in
      let more = "      username: panel\n      password: {file: secret}"
      try Self.layout(port: server.port, more: more)
        .write(to: folder.appending(path: "lamp.yaml"))
      let outcome = try Knobpanel.run(["check", "lamp.yaml"], in: folder)
      #expect(outcome.output == "lamp.yaml: good\n")
      #expect(server.count == 0)
    }
  }
}

extension Knobpanel {
  /// Starts it, to be ended by its `end`.
  static func start(_ arguments: [String], in folder: URL) throws -> Running {
    try Running(arguments, in: folder)
  }

  /// The program while it runs.
  final class Running {
    struct Silence: Error, CustomStringConvertible {
      var description: String
    }

    private let process = Process()
    private let output = Stream()
    private let errors = Stream()

    fileprivate init(_ arguments: [String], in folder: URL) throws {
      process.executableURL = Knobpanel.binary
      process.arguments = arguments
      process.currentDirectoryURL = folder
      process.environment = Knobpanel.environment(home: folder)
      process.standardOutput = output.pipe
      process.standardError = errors.pipe
      process.standardInput = FileHandle.nullDevice
      try process.run()
    }

    deinit {
      kill(process.processIdentifier, SIGKILL)
      process.waitUntilExit()
    }

    /// The next line on standard output.
    func nextLine() throws -> String {
      try wait { output.takeLine() }
    }

    func wait(forError text: String) throws {
      _ = try wait { errors.takeLine().flatMap { $0.contains(text) ? $0 : nil } }
    }

    private func wait(_ line: () -> String?) throws -> String {
      let end = Date(timeIntervalSinceNow: 60)
      while Date() < end {
        if let line = line() { return line }
        if !output.hasLine, !errors.hasLine { usleep(10_000) }
      }
      throw Silence(description: "nothing came; it said: \(errors.all)")
    }

    /// Asks it to end; its exit status.
    func end() -> Int32 {
      process.terminate()
      process.waitUntilExit()
      return process.terminationStatus
    }
  }

  /// What a process says, line by line, without waiting for it.
  private final class Stream {
    let pipe = Pipe()
    private(set) var all = ""
    private var bytes: [UInt8] = []

    init() {
      let descriptor = pipe.fileHandleForReading.fileDescriptor
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }

    var hasLine: Bool { bytes.contains(UInt8(ascii: "\n")) }

    func takeLine() -> String? {
      var chunk = [UInt8](repeating: 0, count: 4096)
      while true {
        let count = read(pipe.fileHandleForReading.fileDescriptor, &chunk, chunk.count)
        guard count > 0 else { break }
        bytes += chunk[..<count]
        all += String(decoding: chunk[..<count], as: UTF8.self)
      }
      guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
      defer { bytes.removeFirst(end + 1) }
      return String(decoding: bytes[..<end], as: UTF8.self)
    }
  }
}
