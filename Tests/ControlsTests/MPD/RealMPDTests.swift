import Layout
import Linux
import Testing

@testable import Controls

/// Controls of a real mpd.
@Suite struct RealMPDTests {
  @Test("The volume is read, set, muted and followed, and never set at a start or after a loss")
  func volume() throws {
    let server = try MPDProcess()
    let client = try MPDClient(port: server.port)
    try client.ask("setvol 55")
    let rig = try MPDRig(server.settings, .volume, .label(nil))
    try rig.run { rig.events.allSatisfy { $0 == [.muted(false), .level(0.55)] } }
    rig.control.set(level: 0.37, isFinal: true)
    try rig.run { try client.status("volume") == "37" }
    try rig.finish()
    rig.control.set(isMuted: true)
    try rig.run { try client.status("volume") == "0" }
    try rig.finish()
    #expect(rig.reported == [.muted(false), .level(0.55)])
    #expect(rig.events[1].suffix(2) == [.level(0.37), .muted(true)])
    rig.control.set(isMuted: false)
    try rig.run { try client.status("volume") == "37" }
    try rig.finish()
    try client.ask("setvol 80")
    try rig.runWhileTimePasses { rig.reported.last == .level(0.8) }
    #expect(rig.reported == [.muted(false), .level(0.55), .level(0.8)])

    server.kill()
    try rig.run { rig.reason.hasSuffix("the server no longer answers") }
    try server.start()
    let next = try MPDClient(port: server.port)
    let restored = try next.status("volume")
    try rig.runWhileTimePasses { if case .level? = rig.reported.last { true } else { false } }
    try rig.finish()
    #expect(try next.status("volume") == restored)
  }

  @Test("Labels show the song and the state, and buttons play, pause and stop") func player() throws
  {
    let server = try MPDProcess()
    let client = try MPDClient(port: server.port)
    try server.queueSilence(client)
    let rig = try MPDRig(
      server.settings, .label(.state), .label(.title), .button(.toggle, .toggle), .button(.stop))
    try rig.run { rig.events.allSatisfy { !$0.isEmpty } }
    #expect(rig.events[0] == [.text("stop")])
    #expect(rig.events[2] == [.level(0)])
    rig.controls[2].set(level: 1, isFinal: true)
    try rig.runWhileTimePasses { rig.events[0].last == .text("play") }
    #expect(rig.events[1].last == .text("silence.wav"))
    rig.controls[2].set(level: 0, isFinal: true)
    try rig.runWhileTimePasses { rig.events[0].last == .text("pause") }
    rig.controls[2].set(level: 1, isFinal: true)
    try rig.runWhileTimePasses { rig.events[0].last == .text("play") }
    rig.controls[3].set(level: 1, isFinal: true)
    try rig.runWhileTimePasses { rig.events[0].last == .text("stop") }
    try rig.runWhileTimePasses { rig.events[2].last == .level(0) }
  }

  @Test("Without a mixer there is no volume, but the player can be used") func noMixer() throws {
    let server = try MPDProcess(mixer: "none")
    let rig = try MPDRig(server.settings, .volume, .label(.state))
    try rig.run { rig.reason.contains("has no volume now") && rig.events[1] == [.text("stop")] }
    rig.control.set(level: 0.5, isFinal: true)
    try rig.finish()
    #expect(rig.reported.count == 1)
  }

  @Test("A password that is wrong, missing or unreadable is one reason") func passwords() throws {
    let server = try MPDProcess()
    var settings = server.settings
    settings.password = .environment("PATH")
    let wrong = try MPDRig(settings, .volume)
    try wrong.run { wrong.reason.hasSuffix("it refuses the password") }
    settings.password = nil
    let missing = try MPDRig(settings, .volume)
    try missing.run { missing.reason.contains("you don't have permission") }
    #expect(missing.reason.hasSuffix("check `password`"))
    settings.password = .file("/nonexistent/password")
    let unreadable = try MPDRig(settings, .volume)
    try unreadable.run { unreadable.reason.contains("its password cannot be read: ") }
    for rig in [wrong, missing, unreadable] { #expect(rig.reported.count == 1) }
  }
}
