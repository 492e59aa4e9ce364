import Foundation
import Layout
import Linux
import Testing

@testable import Controls

/// A PulseAudio server of the test's own with null sinks, and `pactl` as the other person.
private final class SoundServer {
  let folder: URL
  private var process: Process?

  init() throws {
    folder = URL(filePath: "/tmp/knobpanel-\(UUID().uuidString.prefix(8))")
    try FileManager.default.createDirectory(
      at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    try start()
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(at: folder)
  }

  var address: String { "unix:\(folder.path)/native" }

  func start() throws {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/pulseaudio")
    process.arguments = [
      "-n", "--daemonize=no", "--exit-idle-time=-1", "--use-pid-file=no", "--disable-shm",
      "-L", "module-null-sink sink_name=one", "-L", "module-null-sink sink_name=two",
      "-L", "module-native-protocol-unix socket=\(folder.path)/native auth-anonymous=1",
    ]
    process.environment = environment
    process.standardError = FileHandle.nullDevice
    process.standardInput = FileHandle.nullDevice
    try process.run()
    self.process = process
    for _ in 0..<500 where try !pactl("info").contains("Server Name") { usleep(20_000) }
  }

  func stop() {
    process?.terminate()
    process?.waitUntilExit()
    process = nil
  }

  func send(_ signal: Int32) {
    if let process { kill(process.processIdentifier, signal) }
  }

  private var environment: [String: String] {
    ["PATH": "/usr/bin:/bin", "HOME": folder.path, "XDG_RUNTIME_DIR": folder.path]
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
}

/// Controls of a real PulseAudio server.
@Suite(.serialized) struct PulseServerTests {
  private final class Rig {
    let loop: EventLoop
    let factory: PulseControlFactory
    let server: SoundServer
    var events: [ControlEvent] = []
    private var controls: [any Control] = []

    init() throws {
      loop = try EventLoop()
      factory = PulseControlFactory(loop: loop)
      server = try SoundServer()
    }

    deinit {
      for control in controls { control.stop() }
    }

    func start(_ target: PulseTarget) -> any Control {
      let control = factory.makeControl(PulseSettings(target, server: server.address))
      control.onEvent = { [unowned self] in events.append($0) }
      controls.append(control)
      control.start()
      return control
    }

    /// Runs the loop until it is so; a limit, not a measurement.
    func run(_ what: String, until isDone: () throws -> Bool) throws {
      let end = MonotonicClock.microseconds + 20_000_000
      while try !isDone() {
        try #require(MonotonicClock.microseconds < end, "\(what): \(events)")
        try loop.runOnce(timeoutMilliseconds: 50)
      }
    }

    /// The last reported level in percent.
    var percent: Int? {
      for case .level(let level) in events.reversed() { return Int((level * 100).rounded()) }
      return nil
    }
  }

  @Test("The sink is read and not written at the start; what is set is what pactl reads")
  func sink() throws {
    let rig = try Rig()
    try rig.server.pactl("set-sink-volume", "one", "40%", "60%")
    let control = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 60 }
    #expect(rig.events.first == .muted(false))
    #expect(try rig.server.pactl("get-sink-volume", "one").contains("40%"))
    control.set(level: 0.3, isFinal: true)
    // The balance stays: the left channel has two thirds of the right one.
    try rig.run("the volume") {
      let text = try rig.server.pactl("get-sink-volume", "one")
      return text.contains("20%") && text.contains("30%")
    }
    rig.events.removeAll()
    try rig.server.pactl("set-sink-volume", "one", "80%")
    try rig.run("the other's level") { rig.percent == 80 }
  }

  @Test("A mute is apart from the level, both ways")
  func mute() throws {
    let rig = try Rig()
    let control = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 100 }
    control.set(isMuted: true)
    try rig.run("the mute") { try rig.server.pactl("get-sink-mute", "one").contains("yes") }
    rig.events.removeAll()
    try rig.server.pactl("set-sink-mute", "one", "0")
    try rig.run("the other's unmute") { rig.events.contains(.muted(false)) }
    #expect(rig.percent == nil || rig.percent == 100)
  }

  @Test("default follows the default sink")
  func defaultSink() throws {
    let rig = try Rig()
    try rig.server.pactl("set-default-sink", "one")
    try rig.server.pactl("set-sink-volume", "one", "50%")
    try rig.server.pactl("set-sink-volume", "two", "25%")
    _ = rig.start(.sink("default"))
    try rig.run("the first level") { rig.percent == 50 }
    try rig.server.pactl("set-default-sink", "two")
    try rig.run("the other sink") { rig.percent == 25 }
  }

  @Test("More than 100 % is shown as the end and never pushed back")
  func loud() throws {
    let rig = try Rig()
    try rig.server.pactl("set-sink-volume", "one", "130%")
    _ = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 100 }
    for _ in 0..<10 { try rig.loop.runOnce(timeoutMilliseconds: 20) }
    #expect(try rig.server.pactl("get-sink-volume", "one").contains("130%"))
  }

  @Test("A server that restarts is lost and read again; what was set meanwhile is not written")
  func restart() throws {
    let rig = try Rig()
    let control = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 100 }
    rig.server.stop()
    try rig.run("the loss") {
      rig.events.contains { if case .offline = $0 { true } else { false } }
    }
    control.set(level: 0.1, isFinal: true)
    rig.events.removeAll()
    try rig.server.start()
    try rig.server.pactl("set-sink-volume", "one", "70%")
    try rig.run("the level after it") { rig.percent == 70 }
    let reasons = rig.events.count { if case .offline = $0 { true } else { false } }
    #expect(reasons <= 1)
  }

  @Test("A server that stops answering never blocks the loop")
  func hanging() throws {
    let rig = try Rig()
    let control = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 100 }
    rig.server.send(SIGSTOP)
    for step in 0..<100 {
      control.set(level: Double(step) / 100, isFinal: step == 99)
      try rig.loop.runOnce(timeoutMilliseconds: 5)
    }
    rig.server.send(SIGCONT)
    try rig.run("the last level") {
      let isLost = rig.events.contains { if case .offline = $0 { true } else { false } }
      return try isLost || rig.server.pactl("get-sink-volume", "one").contains("99%")
    }
  }

  @Test("A sink that is not there is told with those that are")
  func unknownSink() throws {
    let rig = try Rig()
    _ = rig.start(.sink("three"))
    try rig.run("the reason") {
      rig.events.contains {
        if case .offline(let reason) = $0 { reason.contains("three") } else { false }
      }
    }
  }
}
