@testable import Gesture
import Glibc
import Testing

/// The rows of the case table in `SpikeGate`, tested through the recognizer.
@Suite struct SpikeGateTests: RingTouches {
  private let corner = DesignPoint(x: 700, y: 500)

  @Test("Rows 2, 3: A single spike has no effect")
  func spike() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 90, at: 10, until: 500)
    #expect(knob.moved(finger, to: corner, time: at(510)) == nil)
    knob.turn(from: 92, to: 180, at: 520, until: 1000)
    #expect(abs(knob.degrees - 180) < 0.05)
    // No state remains: another spike is held back, too, and none appears at the lift.
    #expect(knob.moved(finger, to: corner, time: at(1010)) == nil)
    knob.turn(from: 182, to: 190, at: 1020, until: 1100)
    #expect(knob.settle(finger, time: at(1200)) == nil)
    #expect(abs(knob.degrees - 190) < 0.05)
  }

  @Test("Row 4: A finger that has really moved there is followed, one report late")
  func realMovement() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 45, at: 10, until: 500)
    _ = knob.moved(finger, to: ring(90, 700), time: at(510))
    _ = knob.moved(finger, to: ring(91, 700), time: at(520))
    #expect(abs(knob.degrees - 91) < 0.05)
  }

  @Test("Row 7: A spike while lifting is ignored")
  func spikeAtLift() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 45, at: 10, until: 500)
    _ = knob.moved(finger, to: corner, time: at(510))
    #expect(knob.settle(finger, time: at(515)) == nil)
    #expect(abs(knob.degrees - 45) < 0.05)
  }

  @Test("Rows 1, 4: No movement along the circle is too fast", arguments: [36.0, 90, 150, 179])
  func flicks(degrees: Double) {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    for report in 1...20 {
      _ = knob.moved(finger, to: ring(degrees * Double(report)), time: at(Int64(report) * 5))
    }
    // Chords across the hub turn less; the others turn in full.
    if degrees < 160 { #expect(abs(knob.degrees - 20 * degrees) < 0.5) }
  }

  @Test(
    "Rows 2, 3: A spike off the finger's path is ignored at any angle and report rate",
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
      // Other reports pass at once.
      #expect((output == nil) == isSpike, "report \(report)")
      if report > 5 { #expect(abs(knob.degrees - way) < 2, "report \(report)") }
    }
    #expect(abs(knob.degrees - 90) < 0.05)
  }

  @Test("Row 2: A spike after a rest is ignored")
  func afterRest() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 45, at: 10, until: 500)
    #expect(knob.moved(finger, to: ring(160), time: at(1500)) == nil)
    _ = knob.moved(finger, to: ring(45.1), time: at(1510))
    #expect(abs(knob.degrees - 45) < 0.2)
  }

  @Test("Row 2: A spike as the first report, long after landing, is ignored")
  func firstReport() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    #expect(knob.moved(finger, to: ring(110), time: at(700)) == nil)
    knob.turn(from: 1, to: 45, at: 710, until: 1200)
    #expect(abs(knob.degrees - 45) < 0.2)
  }

  @Test("Row 1: A source with a low report rate may make longer steps")
  func lowReportRate() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    for report in 1...6 {
      #expect(
        knob.moved(finger, to: ring(35 * Double(report)), time: at(100 * Int64(report))) != nil)
    }
    #expect(knob.moved(finger, to: ring(330), time: at(700)) != nil)
    #expect(abs(knob.degrees - 330) < 0.5)
  }

  @Test("Row 5: Several different spikes in a row are ignored")
  func severalSpikes() {
    var knob = recognizer()
    _ = knob.down(finger, at: ring(0), time: at(0))
    knob.turn(from: 0, to: 45, at: 10, until: 500)
    for (index, degrees) in [-60.0, 170, 110].enumerated() {
      #expect(knob.moved(finger, to: ring(degrees, 90), time: at(510 + 10 * Int64(index))) == nil)
    }
    _ = knob.moved(finger, to: ring(48), time: at(540))
    #expect(abs(knob.degrees - 48) < 0.05)
  }

  @Test("Row 6: A finger that stays there is followed after 40 ms of silence")
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
    // Without a tick, the next report has the same effect.
    _ = knob.moved(finger, to: ring(20), time: at(1000))
    _ = knob.moved(finger, to: ring(22), time: at(1060))
    #expect(abs(knob.degrees - 22) < 0.05)
  }

  @Test("Row 7: A finger lost meanwhile continues from its last position when it returns")
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

  @Test("Row 8: A spike within reach is corrected by the next report")
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
    // A finger that turns back is not corrected.
    guard case .turned? = knob.moved(finger, to: ring(46), time: at(530)) else {
      Issue.record("refuted")
      return
    }
  }
}
