import Linux
import MQTTBench
import Testing

@testable import Benchmarks

/// Panels that control the same target through a real broker end with the same value.
struct FleetTests {
  @Test(
    "After fingers on many panels at once, all panels agree with the target",
    arguments: [FleetTopics.device, .mirrored])
  func agrees(_ topics: FleetTopics) throws {
    let broker = try MosquittoBroker()
    let loop = try EventLoop()
    let fleet = try Fleet(of: 24, driving: topics, port: broker.port, loop: loop)
    try fleet.start()
    let result = try fleet.burst(hands: 6, seed: 7)
    #expect(result.handCount == 6)
    #expect(result.commandCount > 6)
    #expect(result.values == [result.target], "\(result.text)")
    // Commands of several hands arrive in any order, but panels that answered each other would
    // never settle.
    #expect(result.mostReversals < result.handCount, "\(result.text)")
    #expect(fleet.areOnline)
  }

  @Test("Panels at one Home Assistant agree, with one connection and one subscription each")
  func house() throws {
    let house = try FleetHouse(otherEntities: 5000)
    let loop = try EventLoop()
    let fleet = try Fleet(of: 24, driving: house, loop: loop)
    try fleet.start()
    let before = house.counts
    #expect(before.connections == 24 && before.tokens == 24 && before.subscriptions == 24)
    // Only the panel with the misspelt entity has asked for the names, once.
    #expect(before.registryQueries == 1 && before.others == 0)
    // Nothing is written at the start.
    #expect(before.calls == 0 && before.events == 24)
    let result = try fleet.burst(hands: 6, seed: 7)
    #expect(result.values == [result.target], "\(result.text)")
    #expect(result.mostReversals < result.handCount, "\(result.text)")
    #expect(fleet.areOnline)
    let after = house.counts
    // At most ten calls a second for each finger, which turns for less than 2.5 s, and its last one.
    #expect(after.calls == result.commandCount && (7...6 * 26).contains(after.calls))
    // An event reaches each panel, ten times a second.
    #expect((after.events - before.events) % 24 == 0)
    #expect((24...30 * 24).contains(after.events - before.events))
    #expect(after.connections == 24 && after.registryQueries == 1 && after.others == 0)
  }

  @Test("A fleet without a broker reports how many panels have no value") func noBroker() throws {
    let loop = try EventLoop()
    let port = try MosquittoBroker.freePort()
    let fleet = try Fleet(of: 2, driving: .device, port: port, loop: loop)
    fleet.patienceMicroseconds = 200_000
    let error = #expect(throws: FleetError.self) { try fleet.start() }
    #expect(error?.description.hasPrefix("2 of 2 panels have no value") == true)
  }
}

/// When a fleet counts as settled and what counts as a reversal, one row a test.
struct FleetResultTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var testDescription: String
    /// Milliseconds from the end of the burst, and the first panel's value.
    var changes: [(Int64, Double)]
    var settled: Int64
    var reversals: Int
  }

  @Test(arguments: [
    Row(testDescription: "nothing moved", changes: [], settled: 0, reversals: 0),
    Row(testDescription: "only before the end", changes: [(-5, 3)], settled: 0, reversals: 0),
    Row(testDescription: "one change", changes: [(-5, 3), (80, 9)], settled: 80, reversals: 0),
    Row(
      testDescription: "up and up", changes: [(-5, 3), (80, 9), (90, 12)], settled: 90,
      reversals: 0),
    Row(
      testDescription: "up and down", changes: [(-5, 3), (80, 9), (90, 4)], settled: 90,
      reversals: 1),
    Row(
      testDescription: "a swing", changes: [(-5, 3), (1, 9), (2, 4), (3, 9), (4, 4)], settled: 4,
      reversals: 3),
    Row(
      testDescription: "reversals before the end do not count",
      changes: [(-9, 3), (-8, 1), (-7, 3), (1, 4)], settled: 1, reversals: 0),
  ])
  func counts(_ row: Row) {
    let result = FleetResult(
      panelCount: 2, handCount: 1, endMicroseconds: 1_000_000, target: 4, values: [4, 4],
      changes: row.changes.map {
        FleetChange(microseconds: 1_000_000 + $0.0 * 1000, panel: 0, value: $0.1)
      }, commandCount: 5)
    #expect(result.settledMicroseconds == row.settled * 1000)
    #expect(result.reversalCounts == [row.reversals, 0])
    #expect(result.values == [4])
  }
}
