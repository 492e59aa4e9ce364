import Gesture
import Testing

/// A dial of radius 100 about the origin: hub 15, reach 110.
private let dial = Dial(center: DesignPoint(x: 0, y: 0), radius: 100)

private func point(_ degrees: Double, _ radius: Double = 80) -> DesignPoint {
  let radians = Angle.radians(fromDegrees: degrees)
  return DesignPoint(x: radius * sine(radians), y: -radius * sine(radians + .pi / 2))
}

/// The sine by its series: accurate enough for test points, and independent of the code under test.
private func sine(_ radians: Double) -> Double {
  let x = Angle.wrapped(radians)
  var term = x
  var sum = x
  for n in stride(from: 2.0, through: 40, by: 2) {
    term *= -x * x / (n * (n + 1))
    sum += term
  }
  return sum
}

@Suite struct DialTests {
  struct Move: Sendable, CustomTestStringConvertible {
    var from: DesignPoint
    var to: DesignPoint
    var degrees: Double
    var testDescription: String
  }

  @Test(arguments: [
    Move(from: point(0), to: point(30), degrees: 30, testDescription: "clockwise is positive"),
    Move(from: point(30), to: point(-30), degrees: -60, testDescription: "back is negative"),
    Move(from: point(170), to: point(-170), degrees: 20, testDescription: "across 6 o'clock"),
    Move(from: point(-10), to: point(10), degrees: 20, testDescription: "across 12 o'clock"),
    Move(from: point(0), to: point(120), degrees: 120, testDescription: "a flick of 120 degrees"),
    Move(from: point(0), to: point(155), degrees: 155, testDescription: "a flick of 155 degrees"),
    Move(from: point(40), to: point(40, 300), degrees: 0, testDescription: "straight outward"),
    Move(from: point(40), to: point(70, 500), degrees: 30, testDescription: "out of reach counts"),
    Move(from: point(0, 5), to: point(180, 5), degrees: 0, testDescription: "within the hub"),
    Move(from: point(0), to: point(180), degrees: 0, testDescription: "straight across the hub"),
    Move(from: point(0), to: point(0), degrees: 0, testDescription: "no movement"),
    Move(from: point(90), to: point(90, 0), degrees: 0, testDescription: "into the centre"),
    Move(from: point(0, 0), to: point(45), degrees: 0, testDescription: "out of the centre"),
  ])
  func turns(_ move: Move) {
    let turn = dial.turn(from: move.from, to: move.to)
    #expect(abs(Angle.degrees(fromRadians: turn) - move.degrees) < 1e-9)
  }

  @Test("A path through the hub turns as much as if reported in small pieces")
  func turnThroughHubIsIndependentOfReportRate() {
    for offset in stride(from: -60.0, through: 60, by: 4) {
      let (from, to) = (DesignPoint(x: -90, y: offset), DesignPoint(x: 90, y: -offset / 2))
      var sum = 0.0
      var last = from
      for piece in 1...1000 {
        let t = Double(piece) / 1000
        let next = DesignPoint(x: from.x + 180 * t, y: offset - 1.5 * offset * t)
        sum += dial.turn(from: last, to: next)
        last = next
      }
      #expect(abs(sum - dial.turn(from: from, to: to)) < 1e-6)
    }
  }

  @Test func directionIsUnknownInTheHub() {
    #expect(dial.direction(of: point(10, 14.9)) == nil)
    let direction = dial.direction(of: point(-90, 15.1)) ?? .nan
    #expect(abs(Angle.degrees(fromRadians: direction) + 90) < 1e-9)
  }

  @Test func nearnessIsOneAtTheReach() {
    #expect(abs(dial.nearness(of: point(33, 110)) - 1) < 1e-12)
    #expect(dial.nearness(of: point(33, 0)) == 0)
  }
}
