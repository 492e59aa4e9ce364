import Randomness
import Testing

@testable import Controls

@Suite struct LateAnswersTests {
  /// Levels in percent, times in milliseconds.
  enum Step: Sendable {
    case command(Int, at: Int64)
    case reports(Int, at: Int64, change: Int?)
    case due(at: Int64, change: Int?)
    case deadline(Int64?)
  }

  static let cases: [(String, [Step])] = [
    (
      "the first level is a change",
      [.reports(20, at: 0, change: 20), .reports(20, at: 1, change: nil), .deadline(nil)]
    ),
    (
      "changes by others are reported",
      [
        .reports(20, at: 0, change: 20), .reports(30, at: 1, change: 30),
        .reports(20, at: 2, change: 20),
      ]
    ),
    (
      "the answer is not a change",
      [
        .reports(20, at: 0, change: 20), .command(50, at: 10), .deadline(1510),
        .reports(50, at: 20, change: nil), .deadline(nil), .reports(50, at: 21, change: nil),
        .reports(60, at: 22, change: 60),
      ]
    ),
    (
      "late answers to older commands are not changes",
      [
        .reports(20, at: 0, change: 20), .command(30, at: 10), .command(40, at: 110),
        .command(30, at: 210), .reports(30, at: 310, change: nil),
        .reports(40, at: 410, change: nil),
        .reports(30, at: 510, change: nil), .deadline(nil), .due(at: 1710, change: nil),
      ]
    ),
    (
      "some answers may be missing",
      [
        .reports(20, at: 0, change: 20), .command(30, at: 10), .command(40, at: 110),
        .command(50, at: 210), .reports(50, at: 310, change: nil), .deadline(nil),
      ]
    ),
    (
      "a lamp that dims slowly reports levels on the way",
      [
        .reports(20, at: 0, change: 20), .command(50, at: 10), .reports(30, at: 100, change: nil),
        .reports(40, at: 200, change: nil), .reports(50, at: 300, change: nil),
        .due(at: 1510, change: nil),
      ]
    ),
    (
      "the device's rounded level is adopted after a while",
      [
        .reports(20, at: 0, change: 20), .command(57, at: 10), .reports(50, at: 100, change: nil),
        .deadline(750), .due(at: 749, change: nil), .due(at: 750, change: 50), .deadline(nil),
      ]
    ),
    (
      "a simultaneous change by another client is delayed, not lost",
      [
        .reports(20, at: 0, change: 20), .command(50, at: 10), .reports(90, at: 20, change: nil),
        .deadline(670), .due(at: 669, change: nil), .due(at: 670, change: 90),
      ]
    ),
    (
      "a repeated report from before the command is not a change",
      [
        .reports(20, at: 0, change: 20), .command(50, at: 10), .reports(20, at: 100, change: nil),
        .deadline(1510), .reports(50, at: 1400, change: nil), .deadline(nil),
      ]
    ),
    (
      "each step of a slow device extends the wait, by 1.5 s at most",
      [
        .reports(20, at: 0, change: 20), .command(50, at: 10), .reports(30, at: 300, change: nil),
        .deadline(950), .reports(40, at: 800, change: nil), .deadline(1450),
        .reports(45, at: 1300, change: nil), .deadline(1510), .due(at: 1510, change: 45),
      ]
    ),
    (
      "a command replaces an earlier change by another client",
      [
        .reports(20, at: 0, change: 20), .command(50, at: 10), .reports(90, at: 20, change: nil),
        .command(60, at: 100), .deadline(1600), .reports(60, at: 200, change: nil), .deadline(nil),
      ]
    ),
    (
      "a device that does not follow keeps its reported level",
      [.reports(20, at: 0, change: 20), .command(50, at: 10), .due(at: 1510, change: 20)]
    ),
    (
      "a device that reports nothing is assumed to follow",
      [.reports(20, at: 0, change: 20), .command(50, at: 0), .reports(50, at: 1, change: nil)]
    ),
    (
      "long after the command, an unsolicited report is a change",
      [.reports(20, at: 0, change: 20), .command(50, at: 10), .reports(30, at: 3000, change: 30)]
    ),
    (
      "each command restarts the wait",
      [
        .reports(20, at: 0, change: 20), .command(50, at: 10), .command(60, at: 1400),
        .reports(20, at: 1600, change: nil), .due(at: 1600, change: nil),
        .due(at: 2899, change: nil),
        .due(at: 2900, change: 20),
      ]
    ),
  ]

  @Test(arguments: cases) func follows(_ name: String, _ steps: [Step]) {
    var answers = EchoFilter(tolerance: 0.005)
    for (index, step) in steps.enumerated() {
      switch step {
      case .command(let percent, let at):
        answers.didCommand(Double(percent) / 100, atMicroseconds: at * 1000)
      case .reports(let percent, let at, let change):
        let observed = answers.observe(Double(percent) / 100, atMicroseconds: at * 1000)
        #expect(observed == change.map { Double($0) / 100 }, "step \(index)")
      case .due(let at, let change):
        let due = answers.due(atMicroseconds: at * 1000)
        #expect(due == change.map { Double($0) / 100 }, "step \(index)")
      case .deadline(let at):
        #expect(answers.deadlineMicroseconds == at.map { $0 * 1000 }, "step \(index)")
      }
    }
  }

  @Test("A difference below the tolerance counts as equal") func tolerance() {
    var answers = EchoFilter(tolerance: 0.005)
    #expect(answers.observe(0.5, atMicroseconds: 0) == 0.5)
    #expect(answers.observe(0.504, atMicroseconds: 1) == nil)
    #expect(answers.isShown(0.496) && !answers.isShown(0.49))
    answers.reset()
    #expect(!answers.isShown(0.5))
    #expect(answers.observe(0.504, atMicroseconds: 2) == 0.504)
  }

  /// A turn, and a device that answers late, each answer twice, in steps of its own.
  @Test(
    "A knob never swings, and ends at the last value that the device took", arguments: 0..<20
  )
  func noOscillation(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    let coarse = [0.01, 0.05][seed % 2]
    var answers = EchoFilter(tolerance: 0.005)
    _ = answers.observe(0.2, atMicroseconds: 0)
    var underway: [(level: Double, at: Int64)] = []
    var changes: [Double] = []
    var hand = 0.2
    var now: Int64 = 0
    func receive(until end: Int64) {
      while let next = underway.first, next.at <= end {
        underway.removeFirst()
        let taken = (next.level / coarse).rounded() * coarse
        for _ in 0..<2 {
          if let change = answers.observe(taken, atMicroseconds: next.at) { changes.append(change) }
        }
      }
    }
    for _ in 0..<40 {
      now += 100_000
      receive(until: now)
      hand = (min(1, hand + Double.random(in: 0.005...0.02, using: &random)) * 100).rounded() / 100
      answers.didCommand(hand, atMicroseconds: now)
      underway.append((hand, now + Int64.random(in: 290_000...310_000, using: &random)))
      underway.sort { $0.at < $1.at }
    }
    receive(until: .max)
    if let change = answers.due(atMicroseconds: now + EchoFilter.patienceMicroseconds) {
      changes.append(change)
    }
    // At most the final correction to the device's value.
    #expect(changes.count <= 1)
    #expect(abs((answers.shown ?? 0) - hand) <= coarse / 2 + 1e-9)
    #expect(abs((answers.shown ?? 0) - (hand / coarse).rounded() * coarse) < 0.0051)
  }
}
