import Testing

@testable import Linux

/// The rows of the case table in `RoundDurations`, with made-up times.
@Suite struct RoundDurationsTests {
  /// Start, end, excluded time, and the number of long rounds reported then.
  typealias Round = (from: Int64, to: Int64, excluded: Int64, reported: Int)

  struct Case: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rounds: [Round]
    var longCount = 0
    var longest: Int64
  }

  @Test(arguments: [
    Case(
      testDescription: "row 1: up to the limit", rounds: [(0, 5000, 0, 0), (6000, 6100, 0, 0)],
      longest: 5000),
    Case(
      testDescription: "row 2: longer", rounds: [(0, 5001, 0, 1)], longCount: 1, longest: 5001),
    Case(
      testDescription: "row 3: a second between two reports",
      rounds: [
        (0, 6000, 0, 1), (10_000, 20_000, 0, 0), (995_000, 1_005_999, 0, 0),
        (1_000_000, 1_006_000, 0, 3), (2_000_000, 2_005_999, 0, 0), (3_000_000, 3_006_000, 0, 2),
      ], longCount: 6, longest: 10_999),
    Case(
      testDescription: "row 4: drawing", rounds: [(0, 20_000, 15_000, 0), (0, 20_000, 14_999, 1)],
      longCount: 1, longest: 5001),
    Case(
      testDescription: "row 5: no time", rounds: [(9000, 0, 0, 0), (0, 10_000, 90_000, 0)],
      longest: 0),
    Case(testDescription: "no round", rounds: [], longest: 0),
  ])
  func rounds(_ scenario: Case) {
    var durations = RoundDurations()
    for round in scenario.rounds {
      let reported = durations.note(from: round.from, to: round.to, excluding: round.excluded)
      #expect(reported == round.reported, "\(round)")
    }
    #expect(durations.count == scenario.rounds.count)
    #expect(durations.longCount == scenario.longCount)
    #expect(durations.longestMicroseconds == scenario.longest)
  }
}
