import Foundation
import Layout
import Testing

@testable import Controls
@testable import Linux

/// Controls of real sound servers.
@Suite(.serialized) struct PulseServerTests {
  /// Controls of a server on a manual clock, and the events that they reported.
  private final class Rig {
    let loop: EventLoop
    let server: SoundServer
    let connection: PulseConnection
    var events: [ControlEvent] = []
    private var controls: [PulseControl] = []

    init(_ kind: SoundServer.Kind) throws {
      loop = try EventLoop(clock: ManualClock())
      server = try SoundServer(kind)
      connection = PulseConnection(server: server.address, loop: loop)
    }

    deinit {
      for control in controls { control.stop() }
    }

    func start(_ target: PulseTarget) -> PulseControl {
      let settings = PulseSettings(target, server: server.address)
      let control = PulseControl(settings, at: connection, loop: loop)
      control.onEvent = { [unowned self] in events.append($0) }
      controls.append(control)
      control.start()
      return control
    }

    /// Runs the loop until a condition holds, because the server is another program.
    ///
    /// Manual time advances only by the pause between two queries.
    func run(
      _ what: String, sourceLocation: SourceLocation = #_sourceLocation,
      until isDone: () throws -> Bool
    ) throws {
      try Patience.run(loop, state: "\(what): \(events)", sourceLocation: sourceLocation) {
        if try isDone() { return true }
        if let next = loop.armedMicroseconds {
          let rest = next - loop.nowMicroseconds
          if rest <= PulseControl.readIntervalMicroseconds {
            try loop.advance(byMicroseconds: max(rest, 0))
          }
        }
        return false
      }
    }

    /// Advances the manual clock.
    func pass(milliseconds: Int64) throws {
      try loop.advance(byMicroseconds: milliseconds * 1000)
    }

    /// Lets the time pass within which a command may not have been carried out yet.
    func settle() throws {
      try pass(milliseconds: (PulseControl.pace.settleMicroseconds ?? 0) / 1000)
      try finishRequests()
    }

    /// Waits for the answer to a query that follows all earlier requests.
    func finishRequests() throws {
      let reader = PulseReader()
      var isAnswered = false
      reader.onAnswer = { _ in isAnswered = true }
      connection.read(.sink("one"), by: reader)
      try run("an answer") { isAnswered }
      reader.end()
    }

    /// The last reported level in percent.
    var percent: Int? {
      for case .level(let level) in events.reversed() { return Int((level * 100).rounded()) }
      return nil
    }

    var isLost: Bool { events.contains { if case .offline = $0 { true } else { false } } }
  }

  @Test(
    "The sink is read, not written, at the start; a set level is what pactl reads",
    arguments: SoundServer.Kind.allCases)
  func sink(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    try rig.server.pactl("set-sink-volume", "one", "40%", "60%")
    let control = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 60 }
    #expect(rig.events.first == .muted(false))
    #expect(try rig.server.pactl("get-sink-volume", "one").contains("40%"))
    control.set(level: 0.3, isFinal: true)
    // The balance stays: the left channel is at two thirds of the right one.
    try rig.run("the volume") {
      let text = try rig.server.pactl("get-sink-volume", "one")
      return text.contains("20%") && text.contains("30%")
    }
    try rig.settle()
    rig.events.removeAll()
    try rig.server.pactl("set-sink-volume", "one", "80%")
    try rig.run("the other's level") { rig.percent == 80 }
  }

  @Test("The mute is separate from the level, both ways", arguments: SoundServer.Kind.allCases)
  func mute(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    let control = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 100 }
    control.set(isMuted: true)
    try rig.run("the mute") { try rig.server.pactl("get-sink-mute", "one").contains("yes") }
    try rig.settle()
    rig.events.removeAll()
    try rig.server.pactl("set-sink-mute", "one", "0")
    try rig.run("the other's unmute") { rig.events.contains(.muted(false)) }
    #expect(rig.percent == nil || rig.percent == 100)
  }

  @Test("`default` follows the default sink", arguments: SoundServer.Kind.allCases)
  func defaultSink(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    try rig.server.makeDefault("one")
    try rig.server.pactl("set-sink-volume", "one", "50%")
    try rig.server.pactl("set-sink-volume", "two", "25%")
    _ = rig.start(.sink("default"))
    try rig.run("the first level") { rig.percent == 50 }
    try rig.run("the other sink") {
      // WirePlumber may forget the default sink again when it is busy.
      if rig.percent != 25 { try rig.server.makeDefault("two") }
      return rig.percent == 25
    }
  }

  @Test(
    "A volume over 100 % is shown as 100 % and not changed",
    arguments: SoundServer.Kind.allCases)
  func loud(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    try rig.server.pactl("set-sink-volume", "one", "130%")
    _ = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 100 }
    try rig.pass(milliseconds: 60_000)
    try rig.finishRequests()
    #expect(try rig.server.pactl("get-sink-volume", "one").contains("130%"))
  }

  @Test(
    "A restarted server is lost and read again; levels set meanwhile are not written",
    arguments: SoundServer.Kind.allCases)
  func restart(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    let control = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 100 }
    rig.server.stop()
    try rig.run("the loss") { rig.isLost }
    control.set(level: 0.1, isFinal: true)
    rig.events.removeAll()
    try rig.server.start()
    try rig.server.pactl("set-sink-volume", "one", "70%")
    try rig.pass(milliseconds: 250)
    try rig.run("the level after it") { rig.percent == 70 }
    let reasons = rig.events.count { if case .offline = $0 { true } else { false } }
    #expect(reasons <= 1)
  }

  @Test(
    "A server that stops responding never blocks the loop, and is lost after a timeout",
    arguments: SoundServer.Kind.allCases)
  func hanging(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    let control = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 100 }
    // Only this thread lets it continue.
    rig.server.send(SIGSTOP)
    for step in 0..<100 {
      control.set(level: Double(step) / 100, isFinal: step == 99)
      try rig.pass(milliseconds: 5)
    }
    #expect(!rig.isLost)
    try rig.pass(milliseconds: 3000)
    #expect(rig.isLost)
    rig.server.send(SIGCONT)
    try rig.pass(milliseconds: 250)
    try rig.run("the level after it") { if case .level? = rig.events.last { true } else { false } }
  }

  @Test(
    "A server that resumes in time gets the last level", arguments: SoundServer.Kind.allCases)
  func interrupted(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    let control = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 100 }
    rig.server.send(SIGSTOP)
    for step in 0..<100 {
      control.set(level: Double(step) / 100, isFinal: step == 99)
      try rig.pass(milliseconds: 5)
    }
    rig.server.send(SIGCONT)
    try rig.run("the last level") {
      try rig.server.pactl("get-sink-volume", "one").contains("99%")
    }
    #expect(!rig.isLost)
  }

  @Test(
    "A missing sink is reported with the existing ones", arguments: SoundServer.Kind.allCases)
  func unknownSink(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    _ = rig.start(.sink("three"))
    try rig.run("the reason") {
      rig.events.contains {
        if case .offline(let reason) = $0 { reason.contains("three") } else { false }
      }
    }
  }

  @Test("An input is read, set and muted like an output", arguments: SoundServer.Kind.allCases)
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
    try rig.settle()
    rig.events.removeAll()
    try rig.server.pactl("set-source-volume", "one.monitor", "60%")
    try rig.run("the other's level") { rig.percent == 60 }
  }

  @Test(
    "An application's streams come and go, and several of them move together",
    arguments: SoundServer.Kind.allCases)
  func stream(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    let control = rig.start(.stream(application: "Radio"))
    try rig.run("the reason") {
      rig.events.contains {
        if case .offline(let reason) = $0 {
          reason.contains("\"Radio\" is not playing")
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
    try rig.run("the second stream") { control.balance.entries.count == 2 }
    // It is queried again once the last command is certain.
    try rig.settle()
    control.set(level: 0.3, isFinal: true)
    try rig.run("both") {
      let volumes = try rig.server.pactl("list", "sink-inputs").split(separator: "\n").filter {
        $0.contains("Volume:")
      }
      // The loudest is at 30 %, the others keep their distance, and the film is unchanged.
      return volumes.contains { $0.contains(" 30%") } && volumes.count { $0.contains(" 100%") } == 1
    }
    for process in [first, second] { SoundServer.end(process) }
    rig.events.removeAll()
    try rig.run("the end of both") {
      try rig.server.pactl("list", "short", "sink-inputs").split(separator: "\n").count == 1
    }
    try rig.run("the end") { rig.isLost }
  }

  @Test("An application with two streams is muted as a whole", arguments: SoundServer.Kind.allCases)
  func mutedStreams(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    let processes = try ["Radio", "Film", "Radio"].map { try rig.server.play(as: $0) }
    defer { for process in processes { SoundServer.end(process) } }
    let control = rig.start(.stream(application: "Radio"))
    try rig.run("both streams") { control.balance.entries.count == 2 && rig.percent == 100 }
    #expect(rig.events.contains(.muted(false)))
    func mutes() throws -> [String: [Bool]] {
      // pactl prints the mute of each stream before its properties.
      var isMuted = false
      var mutes: [String: [Bool]] = [:]
      for line in try rig.server.pactl("list", "sink-inputs").split(separator: "\n") {
        if line.contains("Mute:") { isMuted = line.contains("yes") }
        for name in ["Radio", "Film"] where line.contains("application.name = \"\(name)\"") {
          mutes[name, default: []].append(isMuted)
        }
      }
      return mutes
    }
    control.set(isMuted: true)
    try rig.run("the mute of both") { try mutes() == ["Radio": [true, true], "Film": [false]] }
    control.set(isMuted: false)
    try rig.run("the end of it") { try mutes() == ["Radio": [false, false], "Film": [false]] }
    // While only one stream is muted, the application is not.
    #expect(!rig.events.contains(.muted(true)))
  }

  @Test(
    "A competing program does not make the knob swing after a turn",
    arguments: SoundServer.Kind.allCases)
  func competingProgram(_ kind: SoundServer.Kind) throws {
    let rig = try Rig(kind)
    let control = rig.start(.sink("one"))
    try rig.run("the first level") { rig.percent == 100 }
    for step in 1...30 {
      try rig.server.pactl("set-sink-volume", "one", step % 2 == 0 ? "90%" : "10%")
      control.set(level: 0.2 + Double(step) / 100, isFinal: step == 30)
      try rig.pass(milliseconds: 10)
    }
    // The other program is done, and the knob moved last.
    rig.events.removeAll()
    func levels() -> [Int] {
      rig.events.compactMap { event in
        if case .level(let level) = event { Int((level * 100).rounded()) } else { nil }
      }
    }
    try rig.settle()
    // The knob is at 50 %; if another program's last level was reported, its own follows.
    try rig.run("the knob's level") { levels().last ?? 50 == 50 }
    #expect(try rig.server.pactl("get-sink-volume", "one").contains(" 50%"))
    #expect(levels().count { $0 != 50 } <= 1, "\(levels())")
  }
}
