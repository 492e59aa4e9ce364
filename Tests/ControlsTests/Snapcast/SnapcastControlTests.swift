import JSON
import Testing

@testable import Controls

/// Controls with a real server and real players.
@Suite struct SnapcastControlTests {
  @Test("A client's volume and mute are read, set and followed; nothing is sent at the start")
  func client() throws {
    let server = try SnapServer()
    let controller = try SnapController(port: server.controlPort)
    try controller.setVolume("kitchen", percent: 37)
    let rig = try SnapcastRig(server.settings, .client("kitchen"))
    rig.start()
    try rig.run { rig.reported == [.muted(false), .level(0.37)] }
    try rig.advance(milliseconds: 10_000)
    #expect(try controller.heardVolumes(of: "kitchen") == [])

    // One percent is reachable, and the echo is not reported.
    for percent in (1...36).reversed() {
      rig.control.set(level: Double(percent) / 100 + 0.002, isFinal: false)
    }
    rig.control.set(level: 0.012, isFinal: true)
    try rig.run { try controller.heardVolumes(of: "kitchen").last == 1 }
    #expect(try controller.heardVolumes(of: "kitchen") == [36, 1])
    try rig.finish()
    #expect(rig.reported.count == 2)

    try controller.setVolume("kitchen", percent: 80)
    try rig.run { rig.reported.last == .level(0.8) }
    rig.control.set(isMuted: true)
    try rig.run { try controller.status().clients["kitchen"]?.volume.isMuted == true }
    rig.control.set(level: 0.5, isFinal: true)
    try rig.run { try controller.status().clients["kitchen"]?.volume.percent == 50 }
    #expect(try controller.status().clients["kitchen"]?.volume.isMuted == true)
    try rig.finish()
    try controller.ask(
      "Client.SetVolume", ["id": "kitchen", "volume": ["muted": false, "percent": 50]])
    try rig.run { rig.reported.last == .muted(false) }
    #expect(rig.reported == [.muted(false), .level(0.37), .level(0.8), .muted(false)])
  }

  @Test("A group shows the mean of its clients, keeps their balance and has its own mute")
  func group() throws {
    let server = try SnapServer(clients: ["kitchen", "bath"])
    let controller = try SnapController(port: server.controlPort)
    let group = try #require(try controller.status().groups.first).id
    try controller.ask("Group.SetClients", ["id": .string(group), "clients": ["kitchen", "bath"]])
    try controller.ask("Group.SetName", ["id": .string(group), "name": "Downstairs"])
    try controller.setVolume("kitchen", percent: 20)
    try controller.setVolume("bath", percent: 60)
    let rig = try SnapcastRig(
      server.settings, .group("Downstairs"), .stream("Radio"), .client("bath"))
    rig.start()
    try rig.run {
      rig.reported == [.muted(false), .level(0.4)] && rig.levels(1) == [0.4]
        && rig.levels(2) == [0.6]
    }
    func percents() throws -> [Int] {
      let status = try controller.status()
      return ["kitchen", "bath"].map { status.clients[$0]?.volume.percent ?? -1 }
    }
    rig.control.set(level: 0.2, isFinal: true)
    try rig.run { try percents() == [10, 30] }
    rig.control.set(level: 0, isFinal: true)
    try rig.run { try percents() == [0, 0] }
    rig.control.set(level: 0.4, isFinal: true)
    try rig.run { try percents() == [20, 60] }
    rig.control.set(level: 0.7, isFinal: true)
    try rig.run { try percents() == [60, 80] }
    try rig.finish()
    // The other knobs follow, and the first gets no report of its own change.
    #expect(rig.levels(1).last == 0.7 && rig.levels(2).last == 0.8)
    #expect(rig.levels() == [0.4])

    rig.control.set(isMuted: true)
    try rig.run { try controller.status().groups.allSatisfy(\.isMuted) }
    #expect(try percents() == [60, 80])
    try rig.finish()
    try controller.ask("Group.SetMute", ["id": .string(group), "mute": false])
    try rig.run { rig.reported.last == .muted(false) }

    // Other controllers change a client, or its stream.
    try controller.setVolume("kitchen", percent: 20)
    try rig.runWhileTimePasses { rig.levels().last == 0.5 }
    try controller.ask("Group.SetStream", ["id": .string(group), "stream_id": "TV"])
    try rig.runWhileTimePasses {
      rig.lastReason(1)?.contains("no group plays stream \"Radio\"") == true
    }
    server.stopPlaying("kitchen")
    try rig.runWhileTimePasses { rig.levels().last == 0.8 }
    server.stopPlaying("bath")
    try rig.runWhileTimePasses {
      rig.lastReason()?.contains("no client of group \"Downstairs\" is connected") == true
        && rig.lastReason(2)?.contains("client \"bath\" is not connected to the server") == true
    }
    try server.play("bath")
    try rig.runWhileTimePasses { rig.levels().last == 0.8 && rig.levels(2).last == 0.8 }
  }

  @Test("Renamed and new clients are followed; a missing one is reported with the existing ones")
  func names() throws {
    let server = try SnapServer()
    let controller = try SnapController(port: server.controlPort)
    let rig = try SnapcastRig(server.settings, .client("Stove"), .group("None"), .stream("Tape"))
    rig.start()
    try rig.run { rig.events.allSatisfy { !$0.isEmpty } }
    #expect(rig.lastReason()?.contains("the server has no client \"Stove\"; it has: ") == true)
    #expect(rig.lastReason(1)?.contains("the server has no group \"None\"; it has: ") == true)
    #expect(rig.lastReason(2)?.hasSuffix("it has: `Radio`, `TV`") == true, "\(rig.events)")
    try controller.ask("Client.SetName", ["id": "kitchen", "name": "Stove"])
    try rig.run { rig.levels().last == 1 }
    try server.play("bath")
    rig.add(.client("bath"))
    rig.controls[3].start()
    try rig.runWhileTimePasses { rig.levels(3) == [1] }
    try controller.ask("Server.DeleteClient", ["id": "kitchen"])
    try rig.runWhileTimePasses { rig.lastReason()?.contains("no client \"Stove\"") == true }
  }

  @Test("A server killed in mid-turn comes back with its own volume, and nothing is sent")
  func restart() throws {
    let server = try SnapServer()
    let rig = try SnapcastRig(server.settings, .client("kitchen"))
    rig.start()
    try rig.run { rig.levels() == [1] }
    rig.control.set(level: 0.9, isFinal: true)
    try rig.run {
      try SnapController(port: server.controlPort).status().clients["kitchen"]?.volume.percent == 90
    }
    server.kill()
    for percent in 50..<90 { rig.control.set(level: Double(percent) / 100, isFinal: false) }
    try rig.run { rig.lastReason() != nil }
    rig.control.set(level: 0.1, isFinal: true)
    try server.start()
    let controller = try SnapController(port: server.controlPort)
    try rig.runWhileTimePasses {
      !rig.levels().isEmpty && rig.lastReason() == nil || rig.reported.count > 3
    }
    try rig.finish()
    #expect(try controller.heardVolumes(of: "kitchen").allSatisfy { $0 != 10 })
  }

  @Test("A frozen server is reported after the first volume that it does not confirm")
  func frozen() throws {
    let server = try SnapServer()
    let rig = try SnapcastRig(server.settings, .client("kitchen"))
    rig.start()
    try rig.run { rig.levels() == [1] }
    server.freeze(true)
    rig.control.set(level: 0.5, isFinal: true)
    try rig.advance(milliseconds: 4999)
    #expect(rig.lastReason() == nil)
    try rig.advance(milliseconds: 1)
    #expect(rig.lastReason()?.hasSuffix("the server no longer answers") == true)
    server.freeze(false)
    try rig.advance(milliseconds: 250)
    try rig.run { rig.levels().count == 2 }
  }

  @Test("The server is listed with text to paste into a layout") func listing() throws {
    let server = try SnapServer()
    let listing = SnapcastListing.listing(
      of: [server.settings], limitMicroseconds: Patience.seconds * 1_000_000)
    #expect(listing.lines.count == 4)
    #expect(
      listing.lines[0]
        == "connections: {house: {snapcast: {host: 127.0.0.1, port: \(server.controlPort)}}}")
    #expect(listing.lines[2].hasPrefix("  control: {snapcast: {stream: \"Radio\"}}"))
    #expect(listing.suggestions.count == 3)
  }
}
