import Glibc
import Testing

@testable import Gesture

/// The rows of the case table in `TurnTrail+Prediction`, tested through the recognizer: the
/// predicted turn, in degrees, of a finger that is reported every 10 ms, after its last report.
@Suite struct TurnPredictionTests {
  private static let finger = ContactID(device: 0, slot: 0)

  /// A knob held by a finger, given its angle in degrees at each report.
  private static func knob(
    _ degrees: [Double], noise: Double = 0, change: (inout TurnRules) -> Void = { _ in }
  ) -> TurnRecognizer {
    var rules = TurnRules(
      center: DesignPoint(x: 0, y: 0), radius: 100, sweep: Angle.radians(fromDegrees: 270))
    change(&rules)
    var knob = TurnRecognizer(rules: rules)
    for (report, degrees) in degrees.enumerated() {
      let radians = Angle.radians(fromDegrees: degrees)
      // Alternating sides, the roughest possible noise.
      let radius = 80 + (report % 2 == 0 ? noise : -noise)
      let point = DesignPoint(x: radius * sin(radians), y: -radius * cos(radians))
      let time = Timestamp(microseconds: Int64(report) * 10_000)
      if report == 0 {
        _ = knob.down(finger, at: point, time: time)
      } else {
        _ = knob.moved(finger, to: point, time: time)
      }
    }
    return knob
  }

  private static func ahead(_ knob: TurnRecognizer, reports: Int, _ milliseconds: Int64) -> Double {
    let time = Timestamp(microseconds: Int64(reports - 1) * 10_000 + milliseconds * 1000)
    return Angle.degrees(fromRadians: knob.turnAhead(to: time))
  }

  /// The predicted turn within so many milliseconds of the last report, in degrees.
  private static func ahead(_ degrees: [Double], _ milliseconds: Int64) -> Double {
    ahead(knob(degrees), reports: degrees.count, milliseconds)
  }

  @Test(
    "Row 1: Nothing is predicted at the start of a turn, also after a rest",
    arguments: [0, 1, 2, 30])
  func turnStart(rests: Int) {
    #expect(Self.ahead(Array(repeating: 0, count: rests + 1) + [9], 10) == 0)
  }

  @Test("Row 2: A steady or accelerating turn is predicted by the speed of the last 10 ms")
  func steadyTurn() {
    #expect(abs(Self.ahead([0, 3, 6, 9, 12, 15], 10) - 3) < 0.01)
    #expect(abs(Self.ahead([0, 3, 6, 9, 12, 15], 20) - 6) < 0.02)
    #expect(abs(Self.ahead([0, -3, -6, -9, -12], 5) + 1.5) < 0.01)
    #expect(abs(Self.ahead([0, 1, 3, 6, 10, 15], 10) - 5) < 0.03)
  }

  @Test("Row 3: A turn that slows down is predicted less far, and not back")
  func slowingTurn() {
    // 6 degrees, then 5, then 4 a report: 3.5 at the last report, 2.5 after 10 ms.
    #expect(abs(Self.ahead([0, 6, 12, 18, 23, 27], 10) - 3) < 0.03)
    // 6, then 2: it stops within 10 ms, here already at the last report.
    #expect(abs(Self.ahead([0, 6, 12, 18, 20], 10)) < 0.01)
    let braked = Self.ahead([0, 6, 12, 18, 21], 20)
    #expect(braked > 0 && braked < 1.5)
  }

  @Test("Row 4: Nothing is predicted just after a reversal") func reversal() {
    #expect(Self.ahead([0, 3, 6, 9, 6], 10) == 0)
    #expect(Self.ahead([0, 3, 6, 9, 6, 3, 0], 10) < 0)
  }

  @Test("Row 5: Movement within the noise is not predicted, clearly larger movement is")
  func noise() {
    let slow = Self.knob((0..<40).map { 0.3 * Double($0) }, noise: 1.5)
    #expect(slow.turned > 0)
    #expect(Self.ahead(slow, reports: 40, 10) == 0)
    let fast = Self.knob((0..<20).map { 6 * Double($0) }, noise: 1.5)
    let ahead = Self.ahead(fast, reports: 20, 10)
    #expect(ahead > 4 && ahead < 7)
  }

  @Test(
    "Row 6: Without another report, the prediction returns to zero",
    arguments: [(20, 6.0), (25, 4.5), (30, 3), (40, 0), (41, 0), (1000, 0), (-5, 0), (0, 0)]
      as [(Int64, Double)])
  func afterLastReport(milliseconds: Int64, degrees: Double) {
    #expect(abs(Self.ahead([0, 3, 6, 9, 12, 15], milliseconds) - degrees) < 0.02)
  }

  @Test("Row 6: The prediction ends at its reported end") func end() throws {
    let knob = Self.knob([0, 3, 6, 9, 12, 15])
    let end = try #require(knob.predictionEnd)
    #expect(knob.turnAhead(to: end) == 0)
    #expect(knob.turnAhead(to: end.advanced(byMicroseconds: -5000)) != 0)
  }

  @Test("Nothing is predicted for a finger at rest, in the inner radius, or lifted")
  func notTurning() {
    #expect(Self.ahead(Array(repeating: 0, count: 20), 10) == 0)
    let turns = (0..<20).map { 3 * Double($0) }
    let inside = Self.knob(turns) { $0.feel.innerRadius = 90 }
    #expect(Self.ahead(inside, reports: 20, 10) == 0)
    var left = Self.knob(turns)
    _ = left.up(Self.finger, time: Timestamp(microseconds: 195_000))
    #expect(Self.ahead(left, reports: 20, 10) == 0)
  }

  @Test("`auto` predicts nothing from the movement that selects the mode") func modeSelection() {
    let knob = (2...20).map { count in
      Self.ahead(
        Self.knob((0..<count).map { 2 * Double($0) }) { $0.mode = .auto }, reports: count, 10)
    }
    #expect(knob.allSatisfy { $0 < 2.5 })
    #expect(abs((knob.last ?? 0) - 2) < 0.05)
  }

  @Test("Times that stand still or run backwards do not disturb the prediction")
  func timeBackwards() {
    for times in [[0, 10, 10, 10], [0, 10, 20, 5], [100, 50, 20, 0]] as [[Int64]] {
      var knob = Self.knob([0])
      for (report, time) in times.enumerated() {
        let radians = 0.1 * Double(report)
        _ = knob.moved(
          Self.finger, to: DesignPoint(x: 80 * sin(radians), y: -80 * cos(radians)),
          time: Timestamp(microseconds: time * 1000))
        for lead in [.min, -1, 0, 10_000, .max] as [Int64] {
          #expect(abs(knob.turnAhead(to: Timestamp(microseconds: lead))) < 1)
        }
      }
    }
  }
}
