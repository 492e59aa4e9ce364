import Gesture
import Glibc
import Knobs
import Layout
import Randomness
import Testing

@testable import Panel

/// Touchscreens that sometimes report a finger far from its actual position.
@Suite struct SpikeTests {
  /// Two knobs side by side, for a finger on each.
  private static func panel(_ change: (inout KnobLayout) -> Void = { _ in }) -> PlayedPanel {
    let knobs = [200.0, 600].enumerated().map { index, x in
      var knob = KnobLayout(
        id: "knob\(index)", center: DesignPoint(x: x, y: 240), diameter: 300,
        scale: Scale(step: 1), value: 40)
      change(&knob)
      return knob
    }
    return PlayedPanel(
      LayoutDocument(panel: PanelLayout(width: 800, height: 480), knobs: knobs))
  }

  private static func ring(_ knob: Int, _ degrees: Double) -> DesignPoint {
    let radians = Angle.radians(fromDegrees: degrees)
    return DesignPoint(
      x: 200 + 400 * Double(knob) + 120 * sin(radians), y: 240 - 120 * cos(radians))
  }

  /// A finger's turn at a report rate, as reported positions.
  private struct Turn {
    var interval: Int64
    var degrees: Double
    var reports: Int
    /// The reports that are elsewhere, and their positions.
    var spikes: [Int: DesignPoint] = [:]

    func degrees(at report: Int) -> Double {
      let t = Double(report) / Double(reports)
      return -30 + degrees * t * t * (3 - 2 * t)
    }

    /// Plays the turn on a knob; returns the value after each report, and the final one.
    func values(on play: PlayedPanel, knob: Int = 0) -> (path: [Double], end: Double) {
      var path: [Double] = []
      let start = ring(knob, degrees(at: 0))
      play.down(start.x, start.y, at: 0, finger: knob)
      for report in 1...reports {
        let point = spikes[report] ?? ring(knob, degrees(at: report))
        play.run(until: Int64(report) * interval)
        play.move(point.x, point.y, at: Int64(report) * interval, finger: knob)
        path.append(play.values()[knob])
      }
      play.up(at: Int64(reports) * interval + 8, finger: knob)
      return (path, play.values()[knob])
    }
  }

  /// Turns of 60 to 120 degrees up or down, with one to three implausible reports.
  private static func turn(_ random: inout SeededGenerator) -> Turn {
    let interval = [8, 10, 12, 16].randomElement(using: &random) ?? 10
    var turn = Turn(
      interval: Int64(interval),
      degrees: (60 + 60 * random.fraction()) * (random.below(2) == 0 ? 1 : -1),
      reports: 700 / interval)
    for _ in 0...random.below(3) {
      // Also as the last report before the finger lifts.
      let report = random.below(8) == 0 ? turn.reports : 8 + random.below(turn.reports - 8)
      // Two adjacent spikes at the same position would count as a real movement.
      guard turn.spikes[report - 1] == nil, turn.spikes[report + 1] == nil else { continue }
      let finger = ring(0, turn.degrees(at: report))
      var spike = finger
      while spike.distance(to: finger) < 90 {
        spike =
          random.below(2) == 0
          ? ring(0, 360 * random.fraction())
          : DesignPoint(x: 800 * random.fraction(), y: 480 * random.fraction())
      }
      turn.spikes[report] = spike
    }
    return turn
  }

  @Test(
    "The knob follows the finger despite spikes, which delay no other report",
    arguments: [1.0, 40, 95])
  func followsFinger(value: Double) {
    var random = SeededGenerator(seed: 1001)
    for round in 0..<200 {
      var turn = Self.turn(&random)
      let (path, end) = turn.values(on: Self.panel { $0.value = value })
      let spikes = turn.spikes
      turn.spikes = [:]
      let (truePath, trueEnd) = turn.values(on: Self.panel { $0.value = value })
      for report in path.indices where spikes[report + 1] == nil {
        #expect(abs(path[report] - truePath[report]) <= 2, "round \(round), report \(report)")
      }
      // A report that is held back is at most one report behind.
      let furthest = abs(turn.degrees) / 270 * 100 * 2 / Double(turn.reports) + 1
      for report in path.indices where spikes[report + 1] != nil {
        #expect(abs(path[report] - truePath[report]) <= furthest, "round \(round)")
      }
      let isLast = spikes[turn.reports] != nil
      #expect(abs(end - trueEnd) <= (isLast ? furthest : 1), "round \(round)")
    }
  }

  @Test("A spike does not lower a knob with a rise limit")
  func riseGuard() {
    var random = SeededGenerator(seed: 1002)
    for round in 0..<50 {
      var turn = Self.turn(&random)
      let slow = { Self.panel { $0.guards.maximumRisePerSecond = 32 } }
      let end = turn.values(on: slow()).end
      turn.spikes = [:]
      #expect(abs(end - turn.values(on: slow()).end) <= 4, "round \(round)")
    }
  }

  @Test(
    "A spike too small to be held back loses no travel at an end",
    arguments: [8, 10, 16] as [Int64])
  func nearEnd(interval: Int64) {
    for (value, spike) in [(98.0, 15.0), (2, -15)] {
      var turn = Turn(interval: interval, degrees: 0, reports: 60)
      for report in [20, 40] { turn.spikes[report] = Self.ring(0, -30 + spike) }
      #expect(turn.values(on: Self.panel { $0.value = value }).end == value)
    }
  }

  @Test("Two fingers whose positions are swapped for one report turn nothing")
  func swapped() {
    let play = Self.panel()
    for knob in 0...1 {
      let start = Self.ring(knob, 0)
      play.down(start.x, start.y, at: 0, finger: knob)
    }
    for report in 1...60 {
      for finger in 0...1 {
        let isSwapped = report == 25 || report == 60
        let point = Self.ring(isSwapped ? 1 - finger : finger, Double(report))
        play.move(point.x, point.y, at: Int64(report) * 10, finger: finger)
        let value = play.values()[finger]
        #expect(abs(value - (40 + Double(report) / 2.7)) < 1.2, "report \(report): \(value)")
      }
    }
    for finger in 0...1 { play.up(at: 605, finger: finger) }
    #expect(play.values() == [62, 62])
  }

  @Test("A finger that stays at an implausible position is followed without another report")
  func silence() {
    let play = Self.panel()
    let (start, end) = (Self.ring(0, 0), Self.ring(0, 108))
    play.down(start.x, start.y, at: 0)
    play.move(start.x, start.y + 0.1, at: 10)
    play.move(end.x, end.y, at: 100)
    play.run(until: 139)
    #expect(play.values()[0] == 40)
    play.run(until: 140)
    #expect(play.values()[0] == 80)
    play.up(at: 200)
    play.run(until: 1000)
    #expect(play.values()[0] == 80)
    #expect(play.panel.nextWake == nil)
  }
}
