import Linux
import Testing

@testable import Controls

/// Rooms of a Raumfeld system, simulated from the descriptions of its renderers and host; no real
/// system was available.
@Suite struct RaumfeldTests {
  private static let zones =
    "<zoneConfig numRooms=\"3\"><zones><zone udn=\"uuid:Aa-1\">"
    + "<room udn=\"uuid:R1\" name=\"Kitchen\"><renderer udn=\"uuid:S1\" name=\"Speaker\"/></room>"
    + "<room udn=\"uuid:R2\" name=\"Bath\"><renderer udn=\"uuid:S2\" name=\"Speaker\"/></room>"
    + "</zone></zones><unassignedRooms><room udn=\"uuid:R3\" name=\"Attic\">"
    + "<renderer udn=\"uuid:S3\" name=\"Speaker\"/></room></unassignedRooms></zoneConfig>"

  @Test(
    "A room is found in its zone or on its own",
    arguments: [
      ("Kitchen", .init(renderer: "aa-1", room: "uuid:R1")),
      ("Bath", .init(renderer: "aa-1", room: "uuid:R2")),
      ("uuid:r2", .init(renderer: "aa-1", room: "uuid:R2")),
      ("Attic", .init(renderer: "s3", room: nil)), ("Cellar", nil),
    ] as [(String, RaumfeldRooms.Target?)]) func targets(
      _ name: String, _ expected: RaumfeldRooms.Target?
    ) throws
  {
    let rooms = try #require(RaumfeldRooms(Array(Self.zones.utf8)))
    #expect(rooms[name] == expected)
    #expect(rooms.names == ["Kitchen", "Bath", "Attic"])
    #expect(RaumfeldRooms(Array("<html/>".utf8)) == nil)
  }

  @Test("A room of a zone is read and set with room actions, and followed to another zone")
  func room() throws {
    let speaker = try ScriptedSpeaker()
    var volumes = ["uuid:R1": 26, "uuid:R2": 41]
    var zones = Self.zones
    var setBodies: [String] = []
    speaker.override = { [unowned speaker] message in
      func argument(_ name: String) -> String {
        RenderingControl.argument(name, of: message.body) ?? ""
      }
      if message.firstLine.contains("/getZones") {
        return ScriptedSpeaker.ok(zones, "updateId: 7\r\n")
      }
      let room = argument("Room")
      switch speaker.actions.last {
      case "GetRoomVolume":
        return ScriptedSpeaker.ok("<a><CurrentVolume>\(volumes[room] ?? -1)</CurrentVolume></a>")
      case "GetRoomMute": return ScriptedSpeaker.ok("<a><CurrentMute>0</CurrentMute></a>")
      case "SetRoomVolume":
        setBodies.append(String(decoding: message.body, as: UTF8.self))
        volumes[room] = Int(argument("DesiredVolume"))
        return ScriptedSpeaker.ok("<a/>")
      default: return nil
      }
    }
    let rig = try UPnPRig(UPnPSettings(room: "Bath"), with: speaker)
    rig.network.roomPort = speaker.port
    rig.control.start()
    try rig.announce(SSDPMessage.renderer, "Aa-1", of: speaker)
    try rig.announce(RaumfeldRooms.hostType, "Host", of: speaker)
    try rig.run { rig.reported == [.muted(false), .level(0.41)] }
    rig.control.set(level: 0.5, isFinal: true)
    try rig.run { volumes["uuid:R2"] == 50 }
    #expect(volumes["uuid:R1"] == 26)
    #expect(setBodies.count == 1)
    #expect(
      setBodies[0].contains(
        "<InstanceID>0</InstanceID><Room>uuid:R2</Room><DesiredVolume>50</DesiredVolume>"))
    #expect(speaker.volumesSet == [])

    // Another app sets this room, then the other one.
    try rig.run { rig.control.subscription != nil }
    volumes["uuid:R2"] = 60
    notify(speaker, "uuid:R1=26,uuid:R2=60")
    try rig.advance(milliseconds: 1000)
    #expect(rig.levels.last == 0.6)
    let count = speaker.actions.count
    notify(speaker, "uuid:R1=99,uuid:R2=60")
    try rig.advance(milliseconds: 1000)
    #expect(speaker.actions[count...].allSatisfy { !$0.hasPrefix("GetRoom") })

    // Another machine that claims to be the host is not queried.
    rig.network.didFindHost("10.0.0.66")
    #expect(rig.network.roomHost == "127.0.0.1")

    zones = "<zoneConfig><zones/><unassignedRooms/></zoneConfig>"
    try rig.advance(milliseconds: 5000)
    #expect(rig.lastReason?.contains("no longer has this room") == true)
  }

  private func notify(_ speaker: ScriptedSpeaker, _ volumes: String) {
    speaker.notify(
      "<e:propertyset xmlns:e=\"x\"><e:property><LastChange>&lt;Event&gt;&lt;InstanceID "
        + "val=&quot;0&quot;&gt;&lt;Volume channel=&quot;Master&quot; val=&quot;26&quot;/&gt;"
        + "&lt;RoomVolumes val=&quot;\(volumes)&quot;/&gt;&lt;/InstanceID&gt;&lt;/Event&gt;"
        + "</LastChange></e:property></e:propertyset>")
  }
}
