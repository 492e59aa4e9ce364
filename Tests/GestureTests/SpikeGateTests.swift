@testable import Gesture
import Glibc
import Testing

/// The rows of the case table in `SpikeGate`, through the recognizer.
@Suite struct SpikeGateTests: RingTouches {
  private let corner = DesignPoint(x: 700, y: 500)

  @Test("rows 2, 3: a spike and back is nothing")
  func spike() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 90, at: 10, until: 500)
    #expect(knob.moved(finger, to: corner, time: at(510)) == nil)
    knob.turn(from: 92, to: 180, at: 520, until: 1000)
    #expect(abs(knob.degrees - 180) < 0.05)
    // Nothing is left of it: another one is held back, too, and none comes at the lift.
    #expect(knob.moved(finger, to: corner, time: at(1010)) == nil)
    knob.turn(from: 182, to: 190, at: 1020, until: 1100)
    #expect(knob.settle(finger, time: at(1200)) == nil)
    #expect(abs(knob.degrees - 190) < 0.05)
  }

  @Test("row 4: a finger that really went there is followed, one report late")
  func leap() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 45, at: 10, until: 500)
    _ = knob.moved(finger, to: ring(90, 700), time: at(510))
    _ = knob.moved(finger, to: ring(91, 700), time: at(520))
    #expect(abs(knob.degrees - 91) < 0.05)
  }

  @Test("row 7: a leap in the moment of lifting is none")
  func leapAtLift() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 45, at: 10, until: 500)
    _ = knob.moved(finger, to: corner, time: at(510))
    #expect(knob.settle(finger, time: at(515)) == nil)
    #expect(abs(knob.degrees - 45) < 0.05)
  }

  @Test("rows 1, 4: along the circle nothing is too fast", arguments: [36.0, 90, 150, 179])
  func flicks(degrees: Double) {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    for report in 1...20 {
      _ = knob.moved(finger, to: ring(degrees * Double(report)), time: at(Int64(report) * 5))
    }
    // Chords that cross the hub turn less; the others turn in full.
    if degrees < 160 { #expect(abs(knob.degrees - 20 * degrees) < 0.5) }
  }

  @Test(
    "rows 2, 3: whatever its angle, at any report rate, once it is off the finger's way",
    arguments: [8, 10, 12, 16] as [Int64], [-170.0, -120, -60, -40, 40, 60, 90, 135, 179])
  func alongTheCircle(interval: Int64, degrees: Double) {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    for report in 1...60 {
      let way = Double(report) * 1.5
      let isSpike = report == 20 || report == 40
      let output = knob.moved(
        finger, to: ring(way + (isSpike ? degrees : 0), isSpike ? 95 : 80),
        time: at(Int64(report) * interval))
      // The others pass at once.
      #expect((output == nil) == isSpike, "report \(report)")
      if report > 5 { #expect(abs(knob.degrees - way) < 2, "report \(report)") }
    }
    #expect(abs(knob.degrees - 90) < 0.05)
  }

  @Test("row 2: also after a finger has rested")
  func afterRest() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 45, at: 10, until: 500)
    #expect(knob.moved(finger, to: ring(160), time: at(1500)) == nil)
    _ = knob.moved(finger, to: ring(45.1), time: at(1510))
    #expect(abs(knob.degrees - 45) < 0.2)
  }

  @Test("row 2: also as the first report, of a finger that landed long ago")
  func firstReport() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    #expect(knob.moved(finger, to: ring(110), time: at(700)) == nil)
    knob.turn(from: 1, to: 45, at: 710, until: 1200)
    #expect(abs(knob.degrees - 45) < 0.2)
  }

  @Test("row 1: of a source that reports seldom, steps may be longer")
  func seldom() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    for report in 1...6 {
      #expect(
        knob.moved(finger, to: ring(35 * Double(report)), time: at(100 * Int64(report))) != nil)
    }
    #expect(knob.moved(finger, to: ring(330), time: at(700)) != nil)
    #expect(abs(knob.degrees - 330) < 0.5)
  }

  @Test("row 5: several spikes one after the other, each elsewhere")
  func several() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 45, at: 10, until: 500)
    for (index, degrees) in [-60.0, 170, 110].enumerated() {
      #expect(knob.moved(finger, to: ring(degrees, 90), time: at(510 + 10 * Int64(index))) == nil)
    }
    _ = knob.moved(finger, to: ring(48), time: at(540))
    #expect(abs(knob.degrees - 48) < 0.05)
  }

  @Test("row 6: a finger that stays there is followed once it has been silent for 40 ms")
  func silence() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 45, at: 10, until: 500)
    #expect(knob.moved(finger, to: ring(135), time: at(510)) == nil)
    #expect(knob.wake == at(550))
    #expect(knob.tick(at: at(549)) == nil)
    guard case .turned? = knob.tick(at: at(550)) else { Issue.record("not followed"); return }
    #expect(abs(knob.degrees - 135) < 0.05)
    #expect(knob.wake.map { $0 > at(1000) } == true)
    // Without a tick, the next report says so, too.
    _ = knob.moved(finger, to: ring(20), time: at(1000))
    _ = knob.moved(finger, to: ring(22), time: at(1060))
    #expect(abs(knob.degrees - 22) < 0.05)
  }

  @Test("row 7: a finger that is lost meanwhile and comes back goes on from where it was")
  func lost() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 45, at: 10, until: 500)
    _ = knob.moved(finger, to: corner, time: at(510))
    #expect(knob.settle(finger, time: at(515)) == nil)
    _ = knob.up(finger, time: at(515))
    _ = knob.down(again, at: ring(46), time: at(535))
    #expect(knob.isResumed)
    knob.turn(again, from: 46, to: 60, at: 545, until: 700)
    #expect(abs(knob.degrees - 60) < 1)
  }

  @Test("row 8: a spike within reach is refuted by the next report")
  func smallSpike() {
    var knob = recognizer { $0.isFiltered = false }
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 45, at: 10, until: 500)
    guard case .turned? = knob.moved(finger, to: ring(63), time: at(510)) else {
      Issue.record("held back")
      return
    }
    let output = knob.moved(finger, to: ring(47), time: at(520))
    guard case .corrected(let turn, let since)? = output else {
      Issue.record("not refuted")
      return
    }
    #expect(since == at(500))
    #expect(abs(Angle.degrees(fromRadians: turn) - 2) < 0.05)
    #expect(abs(knob.degrees - 47) < 0.05)
    // A finger that turns back is none.
    guard case .turned? = knob.moved(finger, to: ring(46), time: at(530)) else {
      Issue.record("refuted")
      return
    }
  }
}
