import JSON
import Testing

@testable import Controls

@Suite struct SnapcastValueTests {
  struct Case: Sendable {
    var volumes: [Int]
    var level: Double
    var expected: [Int]
  }

  @Test(
    "Volumes follow a level and keep their balance",
    arguments: [
      Case(volumes: [37], level: 0.01, expected: [1]),
      Case(volumes: [0], level: 0.5, expected: [50]),
      Case(volumes: [100], level: 0.5, expected: [50]),
      Case(volumes: [20, 60], level: 0.4, expected: [20, 60]),
      Case(volumes: [20, 60], level: 0.2, expected: [10, 30]),
      Case(volumes: [20, 60], level: 0, expected: [0, 0]),
      Case(volumes: [20, 60], level: 1, expected: [100, 100]),
      Case(volumes: [20, 60], level: 0.7, expected: [60, 80]),
      Case(volumes: [0, 0], level: 0.3, expected: [30, 30]),
      Case(volumes: [100, 100], level: 0.3, expected: [30, 30]),
      Case(volumes: [10, 90], level: 0.01, expected: [0, 2]),
      Case(volumes: [10, 90], level: -5, expected: [0, 0]),
      Case(volumes: [10, 90], level: 7, expected: [100, 100]),
    ]) func balance(_ row: Case)
  {
    let balance = VolumeBalance(row.volumes)
    #expect(row.volumes.indices.map { balance.percent($0, at: row.level) } == row.expected)
  }

  @Test("The mean of the volumes equals the level, to half a percent") func mean() {
    for volumes in [[3, 50, 97], [0, 100], [1, 1, 1, 90], [100, 99]] {
      let balance = VolumeBalance(volumes)
      for percent in 0...100 {
        let sum = volumes.indices.reduce(0) {
          $0 + balance.percent($1, at: Double(percent) / 100)
        }
        #expect(abs(Double(sum) / Double(volumes.count) - Double(percent)) <= 0.5)
      }
    }
  }

  private static func status(_ clients: [(id: String, name: String, host: String, is: Bool)])
    throws -> SnapcastStatus
  {
    let members: [JSONValue] = clients.map { client in
      [
        "id": .string(client.id), "connected": .bool(client.is),
        "host": ["name": .string(client.host)],
        "config": ["name": .string(client.name), "volume": ["percent": 10, "muted": false]],
      ]
    }
    return try #require(
      SnapcastStatus(["server": ["groups": [["id": "1", "clients": .array(members)]]]]))
  }

  @Test(
    "A client is found by its id, its name or its host name",
    arguments: [
      ("aa", "aa"), ("Stove", "bb"), ("attic", "cc"), ("twin", "dd"), ("both", nil),
      ("nobody", nil),
    ] as [(String, String?)]) func finding(_ name: String, _ expected: String?) throws
  {
    let status = try Self.status([
      ("aa", "Stove2", "pc", true), ("bb", "Stove", "aa", true), ("cc", "", "attic", true),
      ("dd", "twin", "x", true), ("ee", "twin", "y", false), ("ff", "both", "", true),
      ("gg", "both", "", true),
    ])
    #expect((try? status.members(of: .client(name)))?.clients.first?.id == expected)
  }

  @Test("Two clients of one name are reported with their ids") func ambiguous() throws {
    let status = try Self.status([("ff", "both", "", true), ("gg", "both", "", true)])
    let error = #expect(throws: SnapcastAbsence.self) {
      try status.members(of: .client("both"))
    }
    #expect(error?.reason.contains("2 clients are called \"both\"; write the id of one") == true)
  }

  @Test("Lines do not depend on how the bytes are split, and long ones are skipped") func lines() {
    let text = Array("one\r\n\ntwo\n1234567890123\nthree\npart".utf8)
    for size in 1...text.count {
      var reader = LineReader(byteLimit: 10)
      var found: [ReceivedMessage] = []
      for start in stride(from: 0, to: text.count, by: size) {
        text[start..<min(start + size, text.count)].withUnsafeBytes { reader.append($0) }
        while let line = reader.next() { found.append(line) }
      }
      #expect(
        found == [
          .text(Array("one".utf8)), .text([]), .text(Array("two".utf8)), .long(byteCount: 13),
          .text(Array("three".utf8)),
        ])
    }
  }
}
