@testable import Gesture
import Glibc
import Testing

/// Rows 10 to 19 of the case table in `TurnRecognizer`.
@Suite struct TurnRecognizerGuardTests: RingTouches {
  @Test("Rows 10, 11: A finger that rests for the hold time begins at its position")
  func holds() {
    var knob = recognizer { $0.holdMicroseconds = 300_000 }
    #expect(knob.down(finger, at: ring(0), time: at(0)) == nil)
    #expect(!knob.isHeld)
    #expect(knob.wake == at(300))
    #expect(knob.tick(at: at(299)) == nil)
    #expect(knob.tick(at: at(300)) == .began(direction: 0))
    knob.turn(from: 0, to: 90, at: 310, until: 600)
    #expect(abs(knob.degrees - 90) < 0.01)
  }

  @Test("Row 12: A finger that moves before the hold time is ignored")
  func movesBeforeHold() {
    var knob = recognizer { $0.holdMicroseconds = 300_000 }
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 90, at: 10, until: 200)
    #expect(knob.owner == nil)
    #expect(knob.tick(at: at(400)) == nil)
    #expect(knob.turned == 0)
  }

  @Test("Row 13: A tap shorter than the hold time is still a tap")
  func tapBeforeHold() {
    var knob = recognizer { $0.holdMicroseconds = 300_000 }
    _ = knob.down(finger, at: ring(0), time: at(0))
    #expect(knob.up(finger, time: at(100)) == .ended(taps: 1))
  }

  @Test("Row 14: Within the inner radius a finger taps but does not turn")
  func inner() {
    var knob = recognizer { $0.innerRadius = 50 }
    #expect(knob.down(finger, at: DesignPoint(x: 30, y: 0), time: at(0)) != nil)
    knob.turn(from: 0, to: 90, at: 10, until: 300)
    #expect(knob.turned == 0)
    _ = knob.up(finger, time: at(400))
    _ = knob.down(finger, at: DesignPoint(x: 30, y: 0), time: at(600))
    #expect(knob.up(finger, time: at(650)) == .ended(taps: 1))
  }

  @Test(
    "Row 15: A finger that leaves the ring releases the knob, if configured",
    arguments: Feel.Leave.allCases)
  func leaving(_ leave: Feel.Leave) {
    var knob = recognizer { $0.leave = leave }
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 30, at: 10, until: 200)
    // Leaving takes two reports.
    _ = knob.moved(finger, to: ring(30, 105), time: at(205))
    knob.turn(from: 30, to: 60, at: 210, until: 400, radius: 130)
    knob.turn(from: 60, to: 90, at: 410, until: 600)
    switch leave {
    case .keep: #expect(abs(knob.degrees - 90) < 0.01)
    case .stop:
      #expect(abs(knob.degrees - 30) < 0.01)
      #expect(knob.owner == nil)
    }
  }

  @Test("Row 16: A finger that slides away is reported once")
  func slidesAway() {
    var knob = recognizer { $0.slideAwayRadius = 300 }
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 30, at: 10, until: 200)
    #expect(knob.moved(finger, to: ring(30, 250), time: at(300)) != .slidAway)
    #expect(knob.moved(finger, to: ring(30, 310), time: at(400)) == .slidAway)
    #expect(knob.moved(finger, to: ring(90), time: at(500)) == nil)
  }

  @Test("Row 17: A contact lost for a moment continues, with the turn in between")
  func bridges() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 90, at: 10, until: 500)
    _ = knob.up(finger, time: at(510))
    let back = ring(99)
    #expect(knob.down(again, at: back, time: at(560)) != nil)
    #expect(knob.isResumed)
    knob.turn(again, from: 99, to: 180, at: 560, until: 1000)
    #expect(abs(knob.degrees - 180) < 0.05)
  }

  struct Landing: Sendable, CustomTestStringConvertible {
    var degrees: Double
    var milliseconds: Int64
    var device: Int32 = 0
    var testDescription: String
  }

  @Test(
    "Row 17: Another finger is a new contact",
    arguments: [
      Landing(degrees: 92, milliseconds: 100, testDescription: "too late"),
      Landing(degrees: -90, milliseconds: 50, testDescription: "too far"),
      Landing(degrees: 92, milliseconds: 50, device: 1, testDescription: "another screen"),
    ])
  func doesNotBridge(_ landing: Landing) {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 90, at: 10, until: 500)
    _ = knob.up(finger, time: at(510))
    let contact = ContactID(device: landing.device, slot: 3)
    _ = knob.down(contact, at: ring(landing.degrees), time: at(510 + landing.milliseconds))
    #expect(!knob.isResumed)
    #expect(knob.turned == 0)
  }

  @Test("Row 17: A resumed contact that is cancelled is not resumed again")
  func cancelledAfterResuming() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 90, at: 10, until: 500)
    _ = knob.up(finger, time: at(510))
    _ = knob.down(again, at: ring(93), time: at(530))
    #expect(knob.isResumed)
    _ = knob.cancelled(again)
    _ = knob.down(finger, at: ring(94), time: at(550))
    #expect(!knob.isResumed && knob.turned == 0)
  }

  @Test("Row 18: A contact without reports for a minute is stuck")
  func stuck() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    #expect(knob.tick(at: at(59_999)) == nil)
    #expect(knob.tick(at: at(60_000)) == .cancelled)
    #expect(knob.owner == nil)
    #expect(knob.wake == nil)
  }

  @Test(
    "Row 18: A contact that moves every second is not stuck, wherever it landed",
    arguments: [80.0, 20])
  func moving(radius: Double) {
    var knob = recognizer { $0.innerRadius = 50 }
    _ = knob.down(finger, at: ring(0, radius), time: at(0))
    for second in 1...90 {
      #expect(knob.tick(at: at(Int64(second) * 1000)) == nil)
      _ = knob.moved(
        finger, to: ring(Double(second % 2) * 20, radius), time: at(Int64(second) * 1000))
    }
    #expect(knob.wake == at(150_000))
    #expect(knob.up(finger, time: at(91_000)) == .ended(taps: 0))
  }

  @Test("Time that runs backwards neither traps nor ends a hold early")
  func holdWithTimeBackwards() {
    var knob = recognizer { $0.holdMicroseconds = 300_000 }
    _ = knob.down(finger, at: ring(0), time: Timestamp(microseconds: .max))
    #expect(knob.tick(at: Timestamp(microseconds: .min)) == nil)
  }
}

/// The rows of the case table in `TurnTrail.rollBegan`, tested through the recognizer.
@Suite struct LiftOffGuardTests: RingTouches {
  private func rolled(
    turn: (Double, Int64), rest: Int64, roll: Double, within milliseconds: Int64 = 40
  ) -> Bool {
    var knob = recognizer { $0.isFiltered = false }
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: turn.0, at: 10, until: turn.1)
    let end = turn.1 + rest
    for time in stride(from: turn.1 + 10, to: end, by: 10) {
      _ = knob.moved(finger, to: ring(turn.0), time: at(time))
    }
    knob.turn(from: turn.0, to: turn.0 + roll, at: end, until: end + milliseconds)
    guard case .ended(_, let since)? = knob.up(finger, time: at(end + milliseconds)) else {
      return false
    }
    return since != nil
  }

  @Test("Row 1: A large movement is a turn") func far() {
    #expect(!rolled(turn: (90, 500), rest: 200, roll: 30))
  }
  @Test("Row 2: A small movement after a rest is a roll") func afterRest() {
    #expect(rolled(turn: (90, 500), rest: 200, roll: 4))
    #expect(rolled(turn: (90, 500), rest: 200, roll: -4))
  }
  @Test("Row 3: A movement without a rest is a turn") func withoutRest() {
    #expect(!rolled(turn: (60, 600), rest: 0, roll: 4))
    #expect(!rolled(turn: (60, 600), rest: 0, roll: 2))
    #expect(!rolled(turn: (90, 500), rest: 0, roll: -4))
    #expect(!rolled(turn: (30, 1000), rest: 0, roll: 4))
  }
  @Test("Row 4: A short contact is a turn") func short() {
    #expect(!rolled(turn: (3, 20), rest: 0, roll: 4, within: 20))
  }

  @Test("Row 3: A steady turn that is reported in bursts is a turn")
  func bursts() {
    var knob = recognizer { $0.isFiltered = false }
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 60, at: 10, until: 600)
    _ = knob.moved(finger, to: ring(65), time: at(650))
    #expect(knob.up(finger, time: at(655)) == .ended(taps: 0))
  }

  @Test("Row 2: A small movement after a fast turn and a rest is a roll")
  func afterFastTurn() {
    #expect(rolled(turn: (180, 300), rest: 160, roll: 4))
  }
}

/// Row 10 of the case table in `DragTracker`.
@Suite struct GearTests: RingTouches {
  private func turned(mode: TurnMode, at start: DesignPoint, by movement: DesignPoint) -> Double {
    var feel = Feel()
    feel.fine = 4
    feel.isFiltered = false
    var knob = TurnRecognizer(
      rules: TurnRules(
        center: DesignPoint(x: 0, y: 0), radius: 100, mode: mode,
        sweep: Angle.radians(fromDegrees: 270), feel: feel))
    _ = knob.down(finger, at: DesignPoint(x: 60, y: 20), time: at(0))
    _ = knob.moved(finger, to: DesignPoint(x: 60, y: 20), time: at(2000))
    _ = knob.moved(finger, to: start, time: at(4000))
    let before = knob.turned
    _ = knob.moved(finger, to: start + movement, time: at(6000))
    return knob.turned - before
  }

  @Test("The gear is at most four times finer far away")
  func ratio() {
    let near = turned(mode: .vertical, at: DesignPoint(x: 60, y: 0), by: DesignPoint(x: 0, y: -24))
    let far = turned(mode: .vertical, at: DesignPoint(x: 400, y: 0), by: DesignPoint(x: 0, y: -24))
    let furthest = turned(
      mode: .vertical, at: DesignPoint(x: 4000, y: 0), by: DesignPoint(x: 0, y: -24))
    #expect(abs(near / far - 4) < 1e-9)
    #expect(abs(far - furthest) < 1e-12)
  }

  @Test("Circular turns are finer far away, too")
  func circular() {
    let near = turned(mode: .relative, at: ring(0, 100), by: ring(10, 100) - ring(0, 100))
    let far = turned(mode: .relative, at: ring(0, 400), by: ring(10, 400) - ring(0, 400))
    #expect(abs(near / far - 4) < 1e-6)
  }

  @Test(
    "A change of gear alone does not turn the knob",
    arguments: [TurnMode.relative, .vertical, .horizontal, .both])
  func gearChange(mode: TurnMode) {
    let movement =
      switch mode {
      case .horizontal: DesignPoint(x: 0, y: 300)
      case .both: DesignPoint(x: 300, y: 300)
      default: DesignPoint(x: 300, y: 0)
      }
    let start = mode == .horizontal ? DesignPoint(x: 0, y: 90) : DesignPoint(x: 90, y: 0)
    #expect(abs(turned(mode: mode, at: start, by: movement)) < 1e-12)
  }

  /// Movements up and to the right add up, so only the distance along the other diagonal counts.
  @Test(
    "With both directions, the gear depends on the distance across the diagonal",
    arguments: [
      (DesignPoint(x: 0, y: 0), 1.0), (DesignPoint(x: 400, y: -400), 1),
      (DesignPoint(x: -400, y: 400), 1), (DesignPoint(x: 400, y: 400), 4),
      (DesignPoint(x: -400, y: -400), 4), (DesignPoint(x: 600, y: 0), 4),
      (DesignPoint(x: 0, y: -600), 4),
    ] as [(DesignPoint, Double)])
  func both(start: DesignPoint, ratio: Double) {
    let movement = DesignPoint(x: 12, y: -12)
    let near = turned(mode: .both, at: DesignPoint(x: 0, y: 0), by: movement)
    #expect(near > 0)
    #expect(abs(near / turned(mode: .both, at: start, by: movement) - ratio) < 1e-9)
  }

  @Test("The recognizer reports its gear")
  func reportedGear() {
    var feel = Feel()
    feel.fine = 4
    var knob = TurnRecognizer(
      rules: TurnRules(center: DesignPoint(x: 0, y: 0), radius: 100, sweep: 1, feel: feel))
    _ = knob.down(finger, at: ring(0), time: at(0))
    #expect(knob.gear == 1)
    knob.turn(from: 0, to: 20, at: 10, until: 500, radius: 400)
    #expect(knob.gear == 0.25)
  }
}
