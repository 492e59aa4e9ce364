import Testing

@testable import Wayland

struct EventClockTests {
  struct Row: CustomTestStringConvertible {
    var testDescription: String
    var milliseconds: UInt32
    var now: Int64
    var expected: Int64
  }

  private static let turn: Int64 = 1 << 32

  @Test(
    "Milliseconds become the time nearest to now",
    arguments: [
      Row(
        testDescription: "a little ago", milliseconds: 4_990, now: 5_000_700, expected: 4_990_000),
      Row(
        testDescription: "after the counter wrapped around", milliseconds: 5,
        now: (turn + 20) * 1000, expected: (turn + 5) * 1000),
      Row(
        testDescription: "from before it wrapped around", milliseconds: .max,
        now: (turn + 3) * 1000, expected: (turn - 1) * 1000),
      Row(
        testDescription: "a compositor's clock that runs a little ahead", milliseconds: 5_100,
        now: 5_000_000, expected: 5_100_000),
      Row(
        testDescription: "another clock: now", milliseconds: 3_000_000_000, now: 5_000_123,
        expected: 5_000_123),
      Row(
        testDescription: "no time at all: now", milliseconds: 0, now: 90_000_001,
        expected: 90_000_001),
    ])
  func moments(_ row: Row) {
    let moment = EventClock.microseconds(fromMilliseconds: row.milliseconds, now: row.now)
    #expect(moment == row.expected)
  }
}
