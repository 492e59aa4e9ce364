import Randomness
import Testing

@testable import Controls

@Suite struct LateAnswersTests {
  /// Levels in percent, times in milliseconds.
  enum Step: Sendable {
    case command(Int, at: Int64)
    case says(Int, at: Int64, news: Int?)
    case due(at: Int64, news: Int?)
    case deadline(Int64?)
  }

  static let cases: [(String, [Step])] = [
    (
      "the first is news",
      [.says(20, at: 0, news: 20), .says(20, at: 1, news: nil), .deadline(nil)]
    ),
    (
      "others' changes are news",
      [.says(20, at: 0, news: 20), .says(30, at: 1, news: 30), .says(20, at: 2, news: 20)]
    ),
    (
      "the answer is none",
      [
        .says(20, at: 0, news: 20), .command(50, at: 10), .deadline(1510),
        .says(50, at: 20, news: nil), .deadline(nil), .says(50, at: 21, news: nil),
        .says(60, at: 22, news: 60),
      ]
    ),
    (
      "late answers to older commands are none",
      [
        .says(20, at: 0, news: 20), .command(30, at: 10), .command(40, at: 110),
        .command(30, at: 210), .says(30, at: 310, news: nil), .says(40, at: 410, news: nil),
        .says(30, at: 510, news: nil), .deadline(nil), .due(at: 1710, news: nil),
      ]
    ),
    (
      "answers may be left out",
      [
        .says(20, at: 0, news: 20), .command(30, at: 10), .command(40, at: 110),
        .command(50, at: 210), .says(50, at: 310, news: nil), .deadline(nil),
      ]
    ),
    (
      "a lamp that dims slowly tells where it is on the way",
      [
        .says(20, at: 0, news: 20), .command(50, at: 10), .says(30, at: 100, news: nil),
        .says(40, at: 200, news: nil), .says(50, at: 300, news: nil), .due(at: 1510, news: nil),
      ]
    ),
    (
      "what it makes of a command is the truth, after a while",
      [
        .says(20, at: 0, news: 20), .command(57, at: 10), .says(50, at: 100, news: nil),
        .deadline(750), .due(at: 749, news: nil), .due(at: 750, news: 50), .deadline(nil),
      ]
    ),
    (
      "somebody else's change at the same time is late, and not lost",
      [
        .says(20, at: 0, news: 20), .command(50, at: 10), .says(90, at: 20, news: nil),
        .deadline(670), .due(at: 669, news: nil), .due(at: 670, news: 90),
      ]
    ),
    (
      "what it told before the command is no news when it tells it again",
      [
        .says(20, at: 0, news: 20), .command(50, at: 10), .says(20, at: 100, news: nil),
        .deadline(1510), .says(50, at: 1400, news: nil), .deadline(nil),
      ]
    ),
    (
      "each step of one that moves slowly gives it time anew, a second and a half at most",
      [
        .says(20, at: 0, news: 20), .command(50, at: 10), .says(30, at: 300, news: nil),
        .deadline(950), .says(40, at: 800, news: nil), .deadline(1450),
        .says(45, at: 1300, news: nil), .deadline(1510), .due(at: 1510, news: 45),
      ]
    ),
    (
      "a command after somebody else's change takes its place",
      [
        .says(20, at: 0, news: 20), .command(50, at: 10), .says(90, at: 20, news: nil),
        .command(60, at: 100), .deadline(1600), .says(60, at: 200, news: nil), .deadline(nil),
      ]
    ),
    (
      "one that does not obey stays where it says it is",
      [.says(20, at: 0, news: 20), .command(50, at: 10), .due(at: 1510, news: 20)]
    ),
    (
      "one that says nothing is believed",
      [.says(20, at: 0, news: 20), .command(50, at: 0), .says(50, at: 1, news: nil)]
    ),
    (
      "long after the command it is news without being asked",
      [.says(20, at: 0, news: 20), .command(50, at: 10), .says(30, at: 3000, news: 30)]
    ),
    (
      "each command gives it time anew",
      [
        .says(20, at: 0, news: 20), .command(50, at: 10), .command(60, at: 1400),
        .says(20, at: 1600, news: nil), .due(at: 1600, news: nil), .due(at: 2899, news: nil),
        .due(at: 2900, news: 20),
      ]
    ),
  ]

  @Test(arguments: cases) func follows(_ name: String, _ steps: [Step]) {
    var answers = EchoFilter(tolerance: 0.005)
    for (index, step) in steps.enumerated() {
      switch step {
      case .command(let percent, let at):
        answers.didCommand(Double(percent) / 100, atMicroseconds: at * 1000)
      case .says(let percent, let at, let news):
        let told = answers.observe(Double(percent) / 100, atMicroseconds: at * 1000)
        #expect(told == news.map { Double($0) / 100 }, "step \(index)")
      case .due(let at, let news):
        #expect(
          answers.due(atMicroseconds: at * 1000) == news.map { Double($0) / 100 }, "step \(index)")
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
    var told: [Double] = []
    var hand = 0.2
    var now: Int64 = 0
    func hear(until end: Int64) {
      while let next = underway.first, next.at <= end {
        underway.removeFirst()
        let taken = (next.level / coarse).rounded() * coarse
        for _ in 0..<2 {
          if let news = answers.observe(taken, atMicroseconds: next.at) { told.append(news) }
        }
      }
    }
    for _ in 0..<40 {
      now += 100_000
      hear(until: now)
      hand = (min(1, hand + Double.random(in: 0.005...0.02, using: &random)) * 100).rounded() / 100
      answers.didCommand(hand, atMicroseconds: now)
      underway.append((hand, now + Int64.random(in: 290_000...310_000, using: &random)))
      underway.sort { $0.at < $1.at }
    }
    hear(until: .max)
    if let news = answers.due(atMicroseconds: now + EchoFilter.patienceMicroseconds) {
      told.append(news)
    }
    // At most the final correction to the device's value.
    #expect(told.count <= 1)
    #expect(abs((answers.shown ?? 0) - hand) <= coarse / 2 + 1e-9)
    #expect(abs((answers.shown ?? 0) - (hand / coarse).rounded() * coarse) < 0.0051)
  }
}
