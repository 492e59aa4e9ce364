import Foundation
import Layout
import Linux
import Testing

@testable import Controls

/// Controls of real sound servers.
@Suite(.serialized) struct PulseServerTests {
  private final class Rig {
    let loop: EventLoop
    let factory: PulseControlFactory
    let server: SoundServer
    var events: [ControlEvent] = []
    private var controls: [any Control] = []

    init(_ kind: SoundServer.Kind) throws {
      loop = try EventLoop()
      factory = PulseControlFactory(loop: loop)
      server = try SoundServer(kind)
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

  @Test(
    "The sink is read and not written at the start; what is set is what pactl reads",
    arguments: SoundServer.Kind.allCases)
  func sink(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
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

  @Test("A mute is apart from the level, both ways", arguments: SoundServer.Kind.allCases)
  func mute(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    let control = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 100 }
    control.set(isMuted: true)
    try rig.run("the mute") { try rig.server.pactl("get-sink-mute", "one").contains("yes") }
    rig.events.removeAll()
    try rig.server.pactl("set-sink-mute", "one", "0")
    try rig.run("the other's unmute") { rig.events.contains(.muted(false)) }
    #expect(rig.percent == nil || rig.percent == 100)
  }

  @Test("default follows the default sink", arguments: SoundServer.Kind.allCases)
  func defaultSink(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    try rig.server.makeDefault("one")
    try rig.server.pactl("set-sink-volume", "one", "50%")
    try rig.server.pactl("set-sink-volume", "two", "25%")
    _ = rig.start(.sink("default"))
    try rig.run("the first level") { rig.percent == 50 }
    try rig.server.makeDefault("two")
    try rig.run("the other sink") { rig.percent == 25 }
  }

  @Test(
    "More than 100 % is shown as the end and never pushed back",
    arguments: SoundServer.Kind.allCases)
  func loud(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    try rig.server.pactl("set-sink-volume", "one", "130%")
    _ = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 100 }
    for _ in 0..<10 { try rig.loop.runOnce(timeoutMilliseconds: 20) }
    #expect(try rig.server.pactl("get-sink-volume", "one").contains("130%"))
  }

  @Test(
    "A server that restarts is lost and read again; what was set meanwhile is not written",
    arguments: SoundServer.Kind.allCases)
  func restart(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
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

  @Test("A server that stops answering never blocks the loop", arguments: SoundServer.Kind.allCases)
  func hanging(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
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

  @Test(
    "A sink that is not there is told with those that are", arguments: SoundServer.Kind.allCases)
  func unknownSink(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    _ = rig.start(.sink("three"))
    try rig.run("the reason") {
      rig.events.contains {
        if case .offline(let reason) = $0 { reason.contains("three") } else { false }
      }
    }
  }

  @Test("An input is read, set and muted as an output is", arguments: SoundServer.Kind.allCases)
  func source(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    try rig.server.pactl("set-source-volume", "one.monitor", "40%")
    let control = rig.start(.source("one.monitor"))
    try rig.run("the first level") { rig.percent == 40 }
    control.set(level: 0.25, isFinal: true)
    try rig.run("the volume") {
      try rig.server.pactl("get-source-volume", "one.monitor").contains("25%")
    }
    control.set(isMuted: true)
    try rig.run("the mute") {
      try rig.server.pactl("get-source-mute", "one.monitor").contains("yes")
    }
    rig.events.removeAll()
    try rig.server.pactl("set-source-volume", "one.monitor", "60%")
    try rig.run("the other's level") { rig.percent == 60 }
  }

  @Test(
    "What an application plays comes and goes, and several of it move together",
    arguments: SoundServer.Kind.allCases)
  func stream(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    let control = rig.start(.stream(application: "Radio"))
    try rig.run("the reason") {
      rig.events.contains {
        if case .offline(let reason) = $0 {
          reason.contains("\"Radio\" does not play")
        } else {
          false
        }
      }
    }
    let other = try rig.server.play(as: "Film")
    let first = try rig.server.play(as: "Radio")
    defer { for process in [first, other] { SoundServer.end(process) } }
    try rig.run("the stream") { rig.percent == 100 }
    control.set(level: 0.5, isFinal: true)
    try rig.run("the volume") {
      try rig.server.pactl("list", "sink-inputs").split(separator: "\n").count {
        $0.contains("Volume:") && $0.contains(" 50%")
      } == 1
    }
    let second = try rig.server.play(as: "Radio")
    defer { SoundServer.end(second) }
    try rig.run("the second stream") {
      try rig.server.pactl("list", "short", "sink-inputs").split(separator: "\n").count == 3
    }
    try rig.run("both") {
      for level in [0.2, 0.3] {
        control.set(level: level, isFinal: true)
        for _ in 0..<10 { try rig.loop.runOnce(timeoutMilliseconds: 20) }
      }
      let volumes = try rig.server.pactl("list", "sink-inputs").split(separator: "\n").filter {
        $0.contains("Volume:")
      }
      // The loudest of them is at 30 %, the others keep their distance, and the film is left alone.
      return volumes.contains { $0.contains(" 30%") } && volumes.count { $0.contains(" 100%") } == 1
    }
    for process in [first, second] { SoundServer.end(process) }
    rig.events.removeAll()
    try rig.run("the end of both") {
      try rig.server.pactl("list", "short", "sink-inputs").split(separator: "\n").count == 1
    }
    try rig.run("the end") {
      rig.events.contains { if case .offline = $0 { true } else { false } }
    }
  }

  @Test(
    "Another program that sets the volume all the time does not make the knob swing after the turn",
    arguments: SoundServer.Kind.allCases)
  func fight(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    let control = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 100 }
    for step in 1...30 {
      try rig.server.pactl("set-sink-volume", "one", step % 2 == 0 ? "90%" : "10%")
      control.set(level: 0.2 + Double(step) / 100, isFinal: step == 30)
      try rig.loop.runOnce(timeoutMilliseconds: 10)
    }
    // Nobody else is left, and the hand was the last.
    rig.events.removeAll()
    for _ in 0..<50 { try rig.loop.runOnce(timeoutMilliseconds: 20) }
    #expect(try rig.server.pactl("get-sink-volume", "one").contains(" 50%"))
    let levels = rig.events.compactMap { event -> Int? in
      if case .level(let level) = event { Int((level * 100).rounded()) } else { nil }
    }
    // The knob stands at 50 %; if it was told of another's last, it was told of its own after that.
    #expect(levels.last ?? 50 == 50, "\(levels)")
    #expect(levels.count { $0 != 50 } <= 1, "\(levels)")
  }
}

/// Servers that are none.
struct HostilePulseServerTests {
  /// Takes connections at a Unix socket, says something to each, and then nothing or good-bye.
  private final class Impostor {
    let folder: TestFolder
    let descriptor: Int32
    private var accepted: [Int32] = []

    init() throws {
      folder = try TestFolder()
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
      let result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(result == 0 && listen(descriptor, 16) == 0)
    }

    deinit {
      for descriptor in accepted + [descriptor] { close(descriptor) }
    }

    var path: String { folder.file("native") }

    /// Returns how many connections there were so far.
    func serve(_ words: [UInt8]?) -> Int {
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { return accepted.count }
        accepted.append(connection)
        guard let words else {
          shutdown(connection, Int32(SHUT_RDWR))
          continue
        }
        _ = send(connection, words, words.count, Int32(MSG_NOSIGNAL))
      }
    }
  }

  /// A frame of the native protocol: length, channel, offset of two words, flags.
  private static func frame(length: UInt32, _ body: [UInt8] = []) -> [UInt8] {
    [length, 0xFFFF_FFFF, 0, 0, 0].flatMap { word in
      stride(from: 24, through: 0, by: -8).map { UInt8(truncatingIfNeeded: word >> UInt32($0)) }
    } + body
  }

  @Test(
    "The knob stays offline with a reason, and turning it waits for nothing",
    arguments: [
      ("hangs up", nil), ("says nothing", []),
      ("speaks HTTP", Array("HTTP/1.1 400 Bad Request\r\n\r\n".utf8)),
      ("sends zeros", [UInt8](repeating: 0, count: 4096)),
      ("sends ones", [UInt8](repeating: 0xFF, count: 4096)),
      ("begins a frame of 4 GB", frame(length: .max)),
      ("sends a frame of garbage", frame(length: 64, [UInt8](repeating: 0x4C, count: 64))),
      ("ends in a frame", frame(length: 64, [0x4C, 0, 0])),
    ] as [(String, [UInt8]?)])
  func impostor(_ name: String, _ words: [UInt8]?) throws {
    let server = try Impostor()
    let loop = try EventLoop()
    let factory = PulseControlFactory(loop: loop)
    let control = factory.makeControl(
      PulseSettings(.sink("one"), server: "unix:\(server.path)"))
    var events: [ControlEvent] = []
    control.onEvent = { events.append($0) }
    control.start()
    let end = MonotonicClock.microseconds + 20_000_000
    var count = 0
    var longest: Int64 = 0
    while events.isEmpty || count == 0, MonotonicClock.microseconds < end {
      count = server.serve(words)
      let before = MonotonicClock.microseconds
      control.set(level: 0.5, isFinal: true)
      longest = max(longest, MonotonicClock.microseconds - before)
      try loop.runOnce(timeoutMilliseconds: 10)
    }
    #expect(count > 0 && !events.isEmpty)
    // Not a matter of speed: libpulse would wait for seconds.
    #expect(longest < 1_000_000)
    #expect(
      events.allSatisfy { if case .offline(let reason) = $0 { !reason.isEmpty } else { false } },
      "\(events)")
    control.stop()
  }
}
