import Linux
import Testing

/// When a save counts as finished.
@Suite struct SettlingTimeTests {
  @Test(
    arguments: [
      // The times of changes, and when they are over, in milliseconds.
      ([0], 100), ([0, 20, 60], 160), ([0, 99, 198], 298),
      // Changes without a pause.
      (Array(stride(from: 0, through: 490, by: 10)), 500),
    ] as [([Int64], Int64)])
  func isOver(changes: [Int64], end: Int64) {
    var settling = SettlingTime()
    var over: Int64 = 0
    for change in changes { over = settling.change(at: 7_000_000 + change * 1000) }
    #expect(over == 7_000_000 + end * 1000)
    settling.end()
    #expect(settling.change(at: 9_000_000) == 9_100_000)
  }
}
