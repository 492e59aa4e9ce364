import Gesture
import Glibc
import Knobs
import Layout
import Testing

@testable import Panel

/// Knobs whose pointer moves to the finger, which may land where the pointer cannot be.
@Suite struct AbsoluteTests {
  private static func play(_ change: (inout KnobLayout) -> Void = { _ in }) -> PlayedPanel {
    var knob = KnobLayout(
      id: "volume", center: DesignPoint(x: 400, y: 240), diameter: 300, scale: Scale(step: 1),
      value: 10, turn: .absolute)
    change(&knob)
    return PlayedPanel(
      LayoutDocument(panel: PanelLayout(width: 800, height: 480), knobs: [knob]))
  }

  private static func ring(_ degrees: Double) -> DesignPoint {
    let radians = Angle.radians(fromDegrees: degrees)
    return DesignPoint(x: 400 + 110 * sin(radians), y: 240 - 110 * cos(radians))
  }

  /// Lands and moves evenly, and returns the values on the way.
  private static func drag(_ play: PlayedPanel, from start: Double, to end: Double) -> [Double] {
    let point = ring(start)
    play.down(point.x, point.y, at: 0)
    var values = play.values()
    for step in 1...50 {
      let point = ring(start + (end - start) * Double(step) / 50)
      play.move(point.x, point.y, at: Int64(step) * 10)
      values += play.values()
    }
    return values
  }

  @Test(
    "A finger that lands in the gap changes nothing there",
    arguments: [(140.0, 180.0), (180, 140), (180, 220), (220, 180), (175, 176)])
  func gap(start: Double, end: Double) {
    for value in [10.0, 50, 95] {
      let play = Self.play { $0.value = value }
      #expect(Set(Self.drag(play, from: start, to: end)) == [value])
      play.up(at: 900)
      play.run(until: 2000)
      #expect(play.values() == [value])
      #expect(play.panel.nextWake == nil)
    }
  }

  @Test("When the finger enters the sweep, the pointer moves to it and follows it")
  func entersSweep() {
    let play = Self.play()
    let values = Self.drag(play, from: 200, to: 270)
    #expect(Set(values.prefix(15)) == [10])
    #expect(values.contains(0))
    #expect(abs((values.last ?? 0) - 16.7) < 1)
    #expect(zip(values, values.dropFirst()).allSatisfy { abs($0 - $1) <= 10 })
  }

  @Test("From the other side of the gap, the pointer moves the long way round")
  func fromOtherSide() {
    let play = Self.play()
    let values = Self.drag(play, from: 160, to: 90)
    #expect(Set(values.prefix(15)) == [10])
    #expect(abs((values.last ?? 0) - 83.3) < 1)
    let slow = Self.play { $0.guards.maximumRisePerSecond = 20 }
    #expect((Self.drag(slow, from: 160, to: 90).max() ?? 0) < 26)
  }

  @Test("A finger that leaves the sweep stops at the end it passed")
  func leavesSweep() {
    let play = Self.play()
    let values = Self.drag(play, from: 90, to: 200)
    #expect(values.first == 83)
    #expect(values.last == 100)
  }

  @Test("A knob without a gap moves to any finger")
  func endless() {
    let play = Self.play { $0.travel = .endless }
    #expect(Self.drag(play, from: 180, to: 181).first == 50)
  }

  @Test("A reload while the finger is in the gap changes nothing")
  func reload() {
    let play = Self.play()
    let point = Self.ring(175)
    play.down(point.x, point.y, at: 0)
    var layout = play.panel.layout
    layout.knobs[0].name = "Bath"
    let next = play.panel.successor(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), at: PlayedPanel.time(10))
    let reloaded = PlayedPanel(next)
    let other = Self.ring(178)
    reloaded.move(other.x, other.y, at: 20)
    #expect(reloaded.values() == [10])
  }
}
