import Linux
import Testing

@testable import Controls

/// Which devices are listed and described, whatever is announced.
@Suite struct SpeakerTableTests {
  private func message(
    _ kind: String, _ id: String, from host: String = "10.0.0.7", at path: String = "d",
    age: Int = 1800
  ) throws -> SSDPMessage {
    let text =
      "NOTIFY * HTTP/1.1\r\nNTS: ssdp:\(kind)\r\nNT: \(SSDPMessage.renderer)\r\nUSN: uuid:\(id)::x\r\n"
      + "CACHE-CONTROL: max-age = \(age)\r\nLOCATION: http://\(host)/\(path)\r\n\r\n"
    return try #require(SSDPMessage(Array(text.utf8), from: host))
  }

  private func device(_ id: String, at host: String = "10.0.0.7") throws -> UPnPDevice {
    let text = ScriptedSpeaker.description.replacing("Aa-1", with: id)
    let location = try #require(HTTPAddress("http://\(host)/d"))
    return try #require(UPnPDevice(Array(text.utf8), at: location))
  }

  /// Returns a table with one described device.
  private func table(_ id: String, needed: Set<String> = []) throws -> SpeakerTable {
    var table = SpeakerTable()
    _ = table.receive(try message("alive", id), atMicroseconds: 0) { needed }
    table.didDescribe(.init(id: id, host: "10.0.0.7"), as: try device(id), atMicroseconds: 0)
    return table
  }

  @Test(
    "A thousand fake devices, silent or rejected, do not displace a real one",
    arguments: [false, true])
  func invented(answers: Bool) throws {
    var table = try table("used")
    for index in 0..<1000 {
      let now = Int64(index) * 1000
      let announcement = try message("alive", "fake-\(index)")
      let step = table.receive(announcement, atMicroseconds: now) { ["used"] }
      guard case .describe(let key, _, _) = step else {
        Issue.record("\(step)")
        continue
      }
      if answers { table.didDescribe(key, as: nil, atMicroseconds: now) }
      #expect(table.entries.count <= SpeakerTable.limit)
      #expect(table.entries.values.count(where: \.isPending) <= SpeakerTable.pendingLimit)
    }
    #expect(table.devices.map(\.device.id) == ["used"])
    let step = table.receive(try message("alive", "real"), atMicroseconds: 1_000_000) { ["used"] }
    guard case .describe(let key, _, _) = step else {
      Issue.record("\(step)")
      return
    }
    #expect(key.id == "real")
    table.didDescribe(key, as: try device("real"), atMicroseconds: 1_010_000)
    #expect(table.devices.map(\.device.id) == ["real", "used"])
  }

  @Test("A device that is no longer announced is removed before the others") func age() throws {
    var table = try table("old")
    for index in 0..<SpeakerTable.limit {
      let id = "d\(index)"
      _ = table.receive(
        try message("alive", id, age: index == 0 ? 40 : 3600), atMicroseconds: Int64(index)
      ) { [] }
      table.didDescribe(.init(id: id, host: "10.0.0.7"), as: try device(id), atMicroseconds: 0)
    }
    #expect(table.devices.count == SpeakerTable.limit)
    // "old" made room for the last one; now expired devices do.
    _ = table.receive(try message("alive", "new"), atMicroseconds: 41_000_000) { [] }
    #expect(table.entries[.init(id: "d0", host: "10.0.0.7")] == nil)
    #expect(table.entries[.init(id: "d1", host: "10.0.0.7")] != nil)
  }

  @Test("Messages from one machine do not affect the devices of another") func forged() throws {
    var table = try table("a")
    let before = table.devices.map(\.location)
    #expect(
      table.receive(try message("byebye", "a", from: "10.0.0.66"), atMicroseconds: 1) { [] }
        == .nothing)
    _ = table.receive(try message("alive", "a", from: "10.0.0.66"), atMicroseconds: 2) { [] }
    table.didDescribe(.init(id: "a", host: "10.0.0.66"), as: nil, atMicroseconds: 3)
    #expect(table.devices.map(\.location) == before)
    #expect(
      table.receive(try message("byebye", "a"), atMicroseconds: 4) { [] } == .left(try device("a")))
  }

  @Test("A device that flaps 33 times a second is described ever less often")
  func flapping() throws {
    var table = try table("a")
    let key = SpeakerTable.Key(id: "a", host: "10.0.0.7")
    var describeCount = 0
    var leaveCount = 0
    for step in 0..<2000 {
      let now = Int64(step) * 30_000
      let goodbye = try message("byebye", "a")
      if case .left = table.receive(goodbye, atMicroseconds: now, needed: { [] }) {
        leaveCount += 1
      }
      var isDue = !table.takeDue(atMicroseconds: now).isEmpty
      let announcement = try message("alive", "a")
      if case .describe = table.receive(announcement, atMicroseconds: now, needed: { [] }) {
        isDue = true
      }
      guard isDue else { continue }
      describeCount += 1
      table.didDescribe(key, as: try device("a"), atMicroseconds: now)
    }
    // In a minute: after 0.25, 0.5, 1, 2, 4, 8, 10, 10, … seconds.
    #expect((8...11).contains(describeCount))
    #expect(leaveCount <= 11)
    // It counts as present again in time, even after a single announcement.
    _ = table.receive(try message("byebye", "a"), atMicroseconds: 61_000_000) { [] }
    _ = table.receive(try message("alive", "a"), atMicroseconds: 61_000_001) { [] }
    let wake = try #require(table.wakeMicroseconds)
    #expect(wake <= 71_000_000)
    #expect(table.takeDue(atMicroseconds: wake).map(\.key) == [key])
  }

  @Test(
    "Ids are read with and without their scheme",
    arguments: [
      ("uuid:A-1::urn:x", "a-1"), ("UUID:a-1", "a-1"), ("uuid: a-1", "a-1"), ("A-1", "a-1"),
      ("a-1::urn:schemas-upnp-org:device:MediaRenderer:1", "a-1"), ("upnp:rootdevice", nil),
      ("urn:schemas-upnp-org:device:MediaRenderer:1", nil), ("uuid:", nil), ("", nil),
      (String(repeating: "a", count: 101), nil),
    ] as [(String, String?)]) func ids(_ text: String, _ expected: String?)
  {
    #expect(SSDPMessage.id(text) == expected)
  }

  @Test(
    "An announcement is valid for its max-age, within limits",
    arguments: [
      ("max-age=1800", 1800), ("MAX-AGE = 100", 100), ("max-age=0", 30), ("max-age=-5", 30),
      ("max-age=99999999999999999999", 1800), ("max-age=999999999", 86_400), ("no-cache", 1800),
      ("max-age", 1800), ("", 1800),
    ]) func ages(_ header: String, _ expected: Int64)
  {
    let text =
      "HTTP/1.1 200 OK\r\nST: x\r\nUSN: uuid:a\r\nCACHE-CONTROL: \(header)\r\n"
      + "SERVER: \u{FC}\r\nLOCATION: http://10.0.0.7/\r\n\r\n\0"
    // In ISO 8859-1, and with the trailing NUL that some devices send.
    let bytes = text.unicodeScalars.map { UInt8(truncatingIfNeeded: $0.value) }
    #expect(SSDPMessage(bytes, from: "10.0.0.7")?.ageSeconds == expected)
  }
}
