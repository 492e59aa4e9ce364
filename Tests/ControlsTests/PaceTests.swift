import Randomness
import Testing

@testable import Controls

@Suite struct ThrottleTests {
  enum Step: Sendable {
    case offer(Int, at: Int64, gives: Int?)
    case final(Int, at: Int64, gives: Int?)
    case due(at: Int64, gives: Int?)
    case drop
    case deadline(Int64?)
  }

  /// An interval of 20; the rows of the type's case table, and combinations of them.
  static let cases: [(String, [Step])] = [
    ("the first is sent at once", [.offer(1, at: 5, gives: 1), .deadline(nil)]),
    (
      "after the interval, the next is sent at once",
      [.offer(1, at: 0, gives: 1), .offer(2, at: 20, gives: 2), .offer(3, at: 99, gives: 3)]
    ),
    (
      "held values: the latest wins",
      [
        .offer(1, at: 0, gives: 1), .offer(2, at: 5, gives: nil), .deadline(20),
        .offer(3, at: 19, gives: nil), .deadline(20), .due(at: 20, gives: 3), .deadline(nil),
        .due(at: 40, gives: nil),
      ]
    ),
    (
      "a held value also starts an interval when sent",
      [
        .offer(1, at: 0, gives: 1), .offer(2, at: 5, gives: nil), .due(at: 27, gives: 2),
        .offer(3, at: 30, gives: nil), .deadline(47), .due(at: 46, gives: nil),
        .due(at: 47, gives: 3),
      ]
    ),
    (
      "the final value is sent at once, and no older one after it",
      [
        .offer(1, at: 0, gives: 1), .offer(2, at: 5, gives: nil), .final(3, at: 6, gives: 3),
        .deadline(nil), .due(at: 20, gives: nil), .offer(4, at: 25, gives: nil), .deadline(26),
      ]
    ),
    ("a tap is one value", [.final(1, at: 0, gives: 1), .deadline(nil), .due(at: 9, gives: nil)]),
    (
      "a dropped value is not sent",
      [
        .offer(1, at: 0, gives: 1), .offer(2, at: 5, gives: nil), .drop, .deadline(nil),
        .due(at: 20, gives: nil),
      ]
    ),
    (
      "a clock that runs backwards holds no value forever",
      [.offer(1, at: 1000, gives: 1), .offer(2, at: 10, gives: 2), .offer(3, at: 30, gives: 3)]
    ),
  ]

  @Test(arguments: cases) func follows(_ name: String, _ steps: [Step]) {
    var throttle = Throttle<Int>(intervalMicroseconds: 20)
    for (index, step) in steps.enumerated() {
      switch step {
      case .offer(let value, let now, let gives):
        #expect(
          throttle.offer(value, isFinal: false, atMicroseconds: now) == gives, "step \(index)")
      case .final(let value, let now, let gives):
        #expect(throttle.offer(value, isFinal: true, atMicroseconds: now) == gives, "step \(index)")
      case .due(let now, let gives):
        #expect(throttle.due(atMicroseconds: now) == gives, "step \(index)")
      case .drop: throttle.dropHeld()
      case .deadline(let moment):
        #expect(throttle.deadlineMicroseconds == moment, "step \(index)")
      }
    }
  }

  /// At any timing, no two values go out within an interval, no old one after a newer, and the last
  /// always goes out.
  @Test(arguments: 0..<20) func valuesAreThrottledAndTheLastIsNeverLost(_ seed: Int) {
    var random = SeededGenerator(seed: UInt64(seed))
    var throttle = Throttle<Int>(intervalMicroseconds: 20)
    var now: Int64 = 0
    var sent: [(value: Int, at: Int64)] = []
    for value in 1...500 {
      now += Int64.random(in: 0...15, using: &random)
      while let deadline = throttle.deadlineMicroseconds, deadline <= now {
        if let due = throttle.due(atMicroseconds: deadline) { sent.append((due, deadline)) }
      }
      if let out = throttle.offer(value, isFinal: false, atMicroseconds: now) {
        sent.append((out, now))
      }
    }
    if let deadline = throttle.deadlineMicroseconds,
      let due = throttle.due(atMicroseconds: deadline)
    {
      sent.append((due, deadline))
    }
    #expect(sent.last?.value == 500)
    for (before, after) in zip(sent, sent.dropFirst()) {
      #expect(before.value < after.value)
      #expect(after.at - before.at >= 20)
    }
  }
}
