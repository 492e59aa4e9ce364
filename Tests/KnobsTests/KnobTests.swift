import Gesture
import Knobs
import Testing

private func radians(_ degrees: Double) -> Double { Angle.radians(fromDegrees: degrees) }

@Suite struct KnobTests {
  @Test("Row 1: Half the sweep is half the range, however many reports it takes")
  func halfTheSweep() {
    for reports in [1, 3, 1000] {
      var knob = Knob(scale: Scale(), value: 25)
      for _ in 0..<reports { knob.turn(byRadians: radians(135) / Double(reports)) }
      #expect(abs(knob.value - 75) < 1e-4)
    }
  }

  @Test("Row 2: Travel beyond an end is discarded")
  func discard() {
    var knob = Knob(scale: Scale(), value: 90)
    knob.turn(byRadians: radians(2000))
    #expect(knob.value == 100)
    knob.turn(byRadians: radians(-27))
    #expect(abs(knob.value - 90) < 1e-4)
  }

  @Test("Row 3: The pointer waits at the end for the finger to return")
  func hold() {
    var knob = Knob(scale: Scale(), value: 90, overTravel: .hold)
    knob.turn(byRadians: radians(57))
    knob.turn(byRadians: radians(-27))
    #expect(knob.value == 100)
    knob.turn(byRadians: radians(-30))
    #expect(abs(knob.value - 90) < 1e-4)
  }

  @Test("Row 4: An endless knob wraps around")
  func endless() {
    var knob = Knob(scale: Scale(range: 0...360, step: 1), travel: .endless, value: 350)
    knob.turn(byRadians: radians(20))
    #expect(knob.value == 10)
    knob.turn(byRadians: radians(-20))
    #expect(knob.value == 350)
    knob.turn(byRadians: radians(10))
    #expect(knob.value == 0)
  }

  @Test("Row 4: A wheel with any number of sectors wraps around", arguments: [1, 2, 3, 5, 7, 12])
  func sectors(count: Int) {
    var knob = Knob(
      scale: Scale(), travel: .sectors((0..<count).map { "\($0)" }), value: 0)
    for turn in 1...(3 * count) {
      knob.turn(byRadians: Angle.fullTurn / Double(count))
      #expect(knob.value == Double(turn % count))
    }
  }

  @Test("Rows 5 and 6: A finger that trembles between two steps stays on one")
  func hysteresis() {
    var knob = Knob(scale: Scale(step: 10), value: 50)
    knob.turn(byRadians: radians(13.6))
    #expect(knob.value == 50)
    knob.turn(byRadians: radians(3))
    #expect(knob.value == 60)
    for _ in 0..<50 {
      knob.turn(byRadians: radians(-4))
      #expect(knob.value == 60)
      knob.turn(byRadians: radians(4))
      #expect(knob.value == 60)
    }
  }

  @Test("Rows 4, 5 and 6: A finger that trembles at the seam of an endless knob stays on a step")
  func hysteresisAcrossTheSeam() {
    var knob = Knob(scale: Scale(range: 0...360, step: 10), travel: .endless, value: 0)
    knob.turn(byRadians: radians(-5.5))
    #expect(knob.value == 0)
    knob.turn(byRadians: radians(-1))
    #expect(knob.value == 350)
    knob.turn(byRadians: radians(2))
    #expect(knob.value == 350)
    knob.turn(byRadians: radians(3))
    #expect(knob.value == 0)
  }

  @Test("The ends are reachable whatever the step")
  func endsWithSteps() {
    var knob = Knob(scale: Scale(step: 30), value: 0)
    knob.turn(byRadians: radians(270))
    #expect(knob.value == 100)
    knob.turn(byRadians: radians(-270))
    #expect(knob.value == 0)
  }

  @Test("A counter-clockwise knob increases counter-clockwise")
  func counterClockwise() {
    var knob = Knob(scale: Scale(), travel: .arc(from: 135, to: -135), value: 0)
    #expect(knob.angle == 135)
    knob.turn(byRadians: radians(-27))
    #expect(abs(knob.value - 10) < 1e-4)
  }

  @Test("A travel of several turns covers the range")
  func turns() {
    var knob = Knob(scale: Scale(), travel: .arc(from: 0, to: 1080), value: 0)
    knob.turn(byRadians: radians(540))
    #expect(abs(knob.value - 50) < 1e-4)
  }

  @Test(
    "Pointing moves to the finger, and from the gap to the nearer end",
    arguments: [(0.0, 50.0), (-135, 0), (135, 100), (67.5, 75), (150, 100), (-150, 0)])
  func pointing(degrees: Double, value: Double) {
    var knob = Knob(scale: Scale(), value: 20, overTravel: .hold)
    knob.point(atRadians: radians(degrees))
    #expect(abs(knob.value - value) < 1e-4)
  }

  @Test("Pointing and then turning through the gap stays at the end it came from")
  func pointingThroughTheGap() {
    var knob = Knob(scale: Scale(), value: 20, overTravel: .hold)
    knob.point(atRadians: radians(130))
    for _ in 0..<100 {
      knob.turn(byRadians: radians(1))
      #expect(knob.value > 98)
    }
  }

  @Test("Turns that are not finite are ignored")
  func nonFiniteTurns() {
    var knob = Knob(scale: Scale(), value: 20)
    for turn in [Double.nan, .infinity, -.infinity] { knob.turn(byRadians: turn) }
    knob.point(atRadians: .nan)
    #expect(knob.value == 20)
  }

  @Test("A knob with an empty sweep does not turn")
  func noSweep() {
    var knob = Knob(scale: Scale(), travel: .arc(from: 10, to: 10), value: 20)
    knob.turn(byRadians: 1)
    #expect(knob.value == 20)
  }
}

@Suite struct GlideTests {
  private let start = Timestamp(microseconds: 1_000_000)

  @Test func arrivesAfter200Milliseconds() {
    let glide = Glide(from: 0, to: 1, travel: .standard, start: start)
    #expect(glide.position(at: start) == 0)
    #expect(glide.position(at: start.advanced(byMicroseconds: 100_000)) == 0.5)
    #expect(glide.position(at: start.advanced(byMicroseconds: 200_000)) == nil)
    // Another device's clock may be slightly behind; a clock set back must not delay the glide.
    #expect(glide.position(at: start.advanced(byMicroseconds: -200_000)) == 0)
    #expect(glide.position(at: start.advanced(byMicroseconds: -200_001)) == nil)
  }

  @Test func endlessKnobsGlideTheShorterWay() {
    let glide = Glide(from: 0.9, to: 0.1, travel: .endless, start: start)
    let half = glide.position(at: start.advanced(byMicroseconds: 100_000)) ?? 0.5
    #expect(half < 1e-9 || half > 1 - 1e-9)
  }
}
