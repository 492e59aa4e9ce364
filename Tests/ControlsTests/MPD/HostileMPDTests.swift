import Layout
import Linux
import MQTTBench
import Testing

@testable import Controls

/// Servers that refuse, lie, hang or send too much, and programs that are no MPD.
@Suite struct HostileMPDTests {
  /// A rig whose control is at level 0.2.
  private func rig(_ server: ScriptedMPD) throws -> MPDRig {
    let rig = try MPDRig(server.settings, .volume, with: server)
    try rig.run { rig.reported == [.muted(false), .level(0.2)] }
    return rig
  }

  @Test(
    "A volume that is none is a reason and never a level, until a valid one is reported",
    arguments: [
      ("-1", "has no volume now"), (nil, "has no volume now"), ("101", "not 0 to 100"),
      ("300", "not 0 to 100"), ("-7", "not 0 to 100"), ("loud", "not 0 to 100"),
    ] as [(String?, String)])
  func badVolume(_ volume: String?, _ reason: String) throws {
    let server = try ScriptedMPD()
    server.volume = volume
    let rig = try MPDRig(server.settings, .volume, with: server)
    try rig.run { !rig.reported.isEmpty }
    #expect(rig.reason.contains(reason))
    rig.control.set(level: 0.5, isFinal: true)
    try rig.advance(milliseconds: 1000)
    #expect(server.written == [])
    server.change(volume: "30")
    try rig.advance(milliseconds: 2000)
    #expect(rig.reported.suffix(2) == [.muted(false), .level(0.3)])
    let count = rig.reported.count
    server.change(volume: volume)
    // Nonsense is reported once a minute.
    try rig.advance(milliseconds: 61_000)
    server.report("mixer")
    try rig.advance(milliseconds: 1000)
    #expect(rig.reason.contains(reason))
    let later = rig.reported.dropFirst(count)
    #expect(!later.contains { if case .level = $0 { true } else { false } })
  }

  struct Stranger: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var greeting: String
    var hangsUp = false
    var milliseconds: Int64 = 0
    var reason: String
  }

  @Test(
    "Other programs are rejected, and nothing is sent to them",
    arguments: [
      Stranger(
        testDescription: "HTTP", greeting: "HTTP/1.1 400 Bad Request\n",
        reason: "the answer is not MPD's protocol; its port is 6600 (`port` in mpd.conf)"),
      Stranger(
        testDescription: "OK without a version", greeting: "OK\n",
        reason: "the answer is not MPD's protocol"),
      Stranger(
        testDescription: "bytes", greeting: "\u{0}\u{1}\u{FFFD}\n",
        reason: "the answer is not MPD's protocol"),
      Stranger(
        testDescription: "a long line", greeting: String(repeating: "x", count: 2_000_000) + "\n",
        reason: "a message of 2000000 bytes is too long to be read"),
      Stranger(
        testDescription: "silence", greeting: "", milliseconds: 10_000,
        reason: "no answer in 10 seconds; check that this is the port of mpd"),
      Stranger(
        testDescription: "hang-up", greeting: "", hangsUp: true,
        reason: "the connection was closed without an answer"),
    ])
  func stranger(_ stranger: Stranger) throws {
    let server = try ScriptedMPD()
    server.greeting = ""
    server.server.queue(Array(stranger.greeting.utf8))
    let rig = try MPDRig(server.settings, .volume, with: server)
    try rig.run { server.server.count == 1 }
    if stranger.hangsUp { server.server.hangUp() }
    try rig.advance(milliseconds: stranger.milliseconds)
    try rig.run { !rig.reported.isEmpty }
    #expect(rig.reason.contains(stranger.reason))
    #expect(server.lines == [])
  }

  @Test("A greeting without answers is a silent server") func onlyGreeting() throws {
    let server = try ScriptedMPD()
    server.isSilent = true
    let rig = try MPDRig(server.settings, .volume, with: server)
    try rig.run { server.queryCount == 1 }
    try rig.advance(milliseconds: 9999)
    #expect(rig.reported == [])
    try rig.advance(milliseconds: 1)
    #expect(rig.reason.contains("no answer in 10 seconds"))
  }

  @Test("A refused volume or mute is one message, and the server's own values are shown")
  func refused() throws {
    let server = try ScriptedMPD()
    let rig = try rig(server)
    server.refusals["setvol"] = "problems setting volume"
    rig.control.set(level: 0.5, isFinal: true)
    try rig.advance(milliseconds: 1000)
    rig.control.set(isMuted: true)
    try rig.advance(milliseconds: 1000)
    let title = server.settings.title
    let refusal = ControlEvent.unreadable(
      reason: "\(title) refuses the command: problems setting volume")
    #expect(rig.reported.count { $0 == refusal } == 1)
    #expect(rig.reported.contains(.level(0.2)))
    #expect(rig.reported.last == .muted(false))
    server.refusals = [:]
    rig.control.set(level: 0.4, isFinal: true)
    try rig.run { server.written.last == "setvol 40" }
  }

  @Test("A refused query is a loss with its reason", arguments: ["status", "idle"])
  func refusedQuery(_ command: String) throws {
    let server = try ScriptedMPD()
    server.refusals[command] = "you don't have permission for \"\(command)\""
    let rig = try MPDRig(server.settings, .volume, with: server)
    try rig.run { rig.reason.contains("you don't have permission") }
    #expect(rig.reason.hasSuffix("check `password`"))
  }

  @Test("A password is sent before anything else, and its refusal does not repeat it")
  func password() throws {
    let server = try ScriptedMPD()
    server.refusals["password"] = "incorrect password: hunter2"
    var settings = server.settings
    settings.password = .environment("HOME")
    let rig = try MPDRig(settings, .volume, with: server)
    try rig.run { rig.reason.hasSuffix("it refuses the password") }
    #expect(server.lines.first?.hasPrefix("password \"") == true)
  }

  @Test("A server that freezes is lost after 5 seconds, and its return is noticed")
  func frozen() throws {
    let server = try ScriptedMPD()
    let rig = try rig(server)
    server.isSilent = true
    rig.control.set(level: 0.5, isFinal: false)
    try rig.advance(milliseconds: 4900)
    #expect(rig.reason == "")
    try rig.advance(milliseconds: 200)
    #expect(rig.reason.hasSuffix("the server no longer answers"))
    server.isSilent = false
    try rig.advance(milliseconds: 2000)
    #expect(rig.reported.last == .level(0.2))
    rig.control.set(level: 0.6, isFinal: false)
    try rig.run { server.written.last == "setvol 60" }
  }

  @Test("A loss during a turn drops what waits") func lossDuringTurn() throws {
    let server = try ScriptedMPD()
    let rig = try rig(server)
    rig.control.set(level: 0.3, isFinal: false)
    rig.control.set(level: 0.9, isFinal: false)
    server.server.hangUp()
    try rig.advance(milliseconds: 3000)
    #expect(!server.written.contains("setvol 90"))
    #expect(rig.reported.contains { if case .offline = $0 { true } else { false } })
  }

  @Test("A server that always reports changes is asked 20 times a second") func storm() throws {
    let server = try ScriptedMPD()
    let rig = try rig(server)
    server.isStorm = true
    server.report("mixer")
    try rig.advance(milliseconds: 100)
    let count = server.queryCount
    try rig.advance(milliseconds: 1000)
    #expect(server.queryCount - count <= 21)
    #expect(rig.reported.count == 2)
    rig.control.set(level: 0.4, isFinal: true)
    try rig.run { server.written == ["setvol 40"] }
  }

  @Test("Single bytes are read, nonsense is one message, and an endless answer is a loss")
  func pieces() throws {
    let server = try ScriptedMPD()
    server.isSlow = true
    let rig = try rig(server)
    for _ in 0..<3 { server.say("nonsense\n") }
    try rig.run { rig.reported.count == 3 }
    #expect(rig.reason == "the server sent a line that is not MPD's protocol")
    server.change(volume: "44")
    try rig.advance(milliseconds: 100)
    #expect(rig.reported.last == .level(0.44))
    server.isSlow = false
    server.say(String(repeating: "volume: 1\n", count: 1100))
    try rig.run { rig.reason.contains("more than 1000 lines") }
  }

  @Test("Answers that nobody asked for are messages") func unasked() throws {
    let server = try ScriptedMPD()
    let rig = try rig(server)
    server.say("OK MPD 0.23.12\n")
    try rig.run { rig.reported.count == 3 }
    // These end the `idle` in progress, and then answer queries that were not read yet.
    server.say(String(repeating: "volume: 99\nOK\n", count: 20))
    try rig.advance(milliseconds: 3000)
    server.change(volume: "31")
    try rig.advance(milliseconds: 61_000)
    server.report("mixer")
    try rig.advance(milliseconds: 1000)
    rig.control.set(level: 0.1, isFinal: true)
    try rig.run { server.written.last == "setvol 10" }
  }
}
