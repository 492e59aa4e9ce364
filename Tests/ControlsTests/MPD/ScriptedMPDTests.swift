import Layout
import Linux
import MQTTBench
import Testing

@testable import Controls

/// Controls of a good server, and of one that is slow or rounds.
@Suite struct ScriptedMPDTests {
  /// A rig whose control is at level 0.2.
  private func rig(_ server: ScriptedMPD) throws -> MPDRig {
    let rig = try MPDRig(server.settings, .volume, with: server)
    try rig.run { rig.reported == [.muted(false), .level(0.2)] }
    return rig
  }

  /// Turns the knob from 20 to 79 % in 600 ms, then releases it.
  private func turn(_ rig: MPDRig) throws {
    for percent in 20..<80 {
      rig.control.set(level: Double(percent) / 100, isFinal: false)
      try rig.advance(milliseconds: 10)
    }
    rig.control.set(level: 0.79, isFinal: true)
  }

  @Test("A turn is sent at most 20 times a second, ends at the last value, and others are followed")
  func turn() throws {
    let server = try ScriptedMPD()
    let rig = try rig(server)
    try rig.advance(milliseconds: 2000)
    #expect(server.written == [])
    try turn(rig)
    try rig.advance(milliseconds: 1000)
    #expect(server.written.last == "setvol 79")
    #expect(server.written.count <= 14)
    #expect(rig.reported.count == 2)
    server.change(volume: "5")
    try rig.run { rig.reported.last == .level(0.05) }
  }

  @Test("A delayed server gets one volume at a time, and the knob does not swing")
  func lateServer() throws {
    let server = try ScriptedMPD()
    let rig = try rig(server)
    server.delayMicroseconds = 300_000
    try turn(rig)
    try rig.advance(milliseconds: 2000)
    #expect(server.written.last == "setvol 79")
    #expect(server.written.count <= 5)
    #expect(rig.reported.count == 2)
  }

  @Test("A rounded volume is shown once the turn is over") func rounding() throws {
    let server = try ScriptedMPD()
    let rig = try rig(server)
    server.round = { $0 / 10 * 10 }
    rig.control.set(level: 0.57, isFinal: true)
    try rig.advance(milliseconds: 200)
    #expect(rig.reported.count == 2)
    try rig.advance(milliseconds: 200)
    #expect(rig.reported.last == .level(0.5))
    #expect(server.written == ["setvol 57"])
  }

  @Test("Nothing is written before the volume is known") func firstReading() throws {
    let server = try ScriptedMPD()
    server.isSilent = true
    let rig = try MPDRig(server.settings, .volume, with: server)
    try rig.run { server.queryCount == 1 }
    rig.control.set(level: 0.9, isFinal: true)
    rig.control.set(isMuted: true)
    try rig.advance(milliseconds: 1000)
    #expect(server.written == [])
    #expect(rig.reported == [])
  }

  @Test("A server that was restarted at another volume keeps it") func restart() throws {
    let server = try ScriptedMPD()
    let rig = try rig(server)
    rig.control.set(level: 0.3, isFinal: true)
    try rig.advance(milliseconds: 1000)
    server.volume = "90"
    server.server.hangUp()
    try rig.advance(milliseconds: 3000)
    #expect(rig.reported.last == .level(0.9))
    #expect(server.written == ["setvol 30"])
  }

  // MARK: Mute

  @Test("A mute writes 0 and keeps the level, also if another client reports 0")
  func mute() throws {
    let server = try ScriptedMPD()
    let rig = try rig(server)
    rig.control.set(isMuted: true)
    try rig.advance(milliseconds: 1000)
    server.report("mixer")
    try rig.advance(milliseconds: 1000)
    #expect(server.written == ["setvol 0"])
    rig.control.set(isMuted: false)
    try rig.advance(milliseconds: 1000)
    #expect(server.written == ["setvol 0", "setvol 20"])
    #expect(rig.reported.count == 2)
  }

  @Test("The level that is set while muted waits for the unmute") func turnWhileMuted() throws {
    let server = try ScriptedMPD()
    let rig = try rig(server)
    rig.control.set(isMuted: true)
    try rig.advance(milliseconds: 1000)
    rig.control.set(level: 0.1, isFinal: true)
    try rig.advance(milliseconds: 1000)
    #expect(server.written == ["setvol 0"])
    rig.control.set(isMuted: false)
    try rig.advance(milliseconds: 1000)
    #expect(server.written == ["setvol 0", "setvol 10"])
    #expect(rig.reported.count == 2)
  }

  @Test("A volume set by another client unmutes") func unmutedByOthers() throws {
    let server = try ScriptedMPD()
    let rig = try rig(server)
    rig.control.set(isMuted: true)
    try rig.advance(milliseconds: 1000)
    server.change(volume: "33")
    try rig.advance(milliseconds: 1000)
    #expect(rig.reported.suffix(2) == [.muted(false), .level(0.33)])
    rig.control.set(level: 0.34, isFinal: true)
    try rig.run { server.written.last == "setvol 34" }
  }

  @Test("A mute lasts through a loss, and all controls of the server share it")
  func sharedMute() throws {
    let server = try ScriptedMPD()
    let rig = try MPDRig(server.settings, .volume, .volume, with: server)
    try rig.run { rig.events.allSatisfy { $0 == [.muted(false), .level(0.2)] } }
    rig.control.set(isMuted: true)
    try rig.advance(milliseconds: 1000)
    #expect(rig.events[1].last == .muted(true))
    server.server.hangUp()
    try rig.advance(milliseconds: 2000)
    #expect(rig.reported.suffix(2) == [.muted(true), .level(0.2)])
    rig.controls[1].set(isMuted: false)
    try rig.advance(milliseconds: 1000)
    #expect(server.written == ["setvol 0", "setvol 20"])
    #expect(rig.reported.last == .muted(false))
  }

  @Test("A volume of 0 that was not muted here is a level") func zero() throws {
    let server = try ScriptedMPD()
    server.volume = "0"
    let rig = try MPDRig(server.settings, .volume, with: server)
    try rig.run { rig.reported == [.muted(false), .level(0)] }
  }

  // MARK: The player

  @Test("Labels show text, and buttons send commands") func player() throws {
    let server = try ScriptedMPD()
    let rig = try MPDRig(
      server.settings, .label(.title), .label(.artist), .label(.state), .button(.next),
      .button(.toggle), .button(.toggle, .toggle), with: server)
    try rig.run { rig.events.allSatisfy { !$0.isEmpty } }
    #expect(rig.events[0] == [.text("Song")])
    #expect(rig.events[1] == [.text("A")])
    #expect(rig.events[2] == [.text("play")])
    #expect(rig.events[5] == [.level(1)])
    rig.controls[3].set(level: 1, isFinal: true)
    rig.controls[4].set(level: 1, isFinal: true)
    try rig.advance(milliseconds: 500)
    #expect(server.written == ["next", "pause 1"])
    (server.state, server.title) = ("pause", "Other")
    server.report("player")
    try rig.advance(milliseconds: 500)
    #expect(rig.events[0] == [.text("Song"), .text("Other")])
    #expect(rig.events[5].last == .level(0))
    rig.controls[5].set(level: 1, isFinal: true)
    try rig.advance(milliseconds: 500)
    #expect(server.written.last == "pause 0")
    server.state = "stop"
    server.report("player")
    try rig.advance(milliseconds: 500)
    rig.controls[5].set(level: 1, isFinal: true)
    try rig.advance(milliseconds: 100)
    #expect(server.written.last == "play")
  }

  @Test("Each command has one request", arguments: MPDSettings.Command.allCases)
  func commands(_ command: MPDSettings.Command) throws {
    let server = try ScriptedMPD()
    let rig = try MPDRig(server.settings, .button(command), with: server)
    try rig.run { !rig.reported.isEmpty }
    for _ in 0..<2 {
      rig.control.set(level: 1, isFinal: true)
      try rig.advance(milliseconds: 500)
    }
    let request =
      switch command {
      case .play: "play"
      case .pause, .toggle: "pause 1"
      case .next, .previous, .stop: command.rawValue
      }
    #expect(server.written == [request, request])
  }
}
