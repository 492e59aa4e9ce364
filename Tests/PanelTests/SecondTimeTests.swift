import Gesture
import Glibc
import Knobs
import Layout
import Raster
import Testing

@testable import Panel

/// What shows only at the next touch, attempt or save, or only with another feature.
@Suite struct SecondTimeTests {
  /// A knob of radius 100 at (240, 240), at 20 of 0…100 in whole steps.
  private static func play(_ change: (inout KnobLayout) -> Void = { _ in }) -> PlayedPanel {
    var knob = KnobLayout(
      id: "knob", center: DesignPoint(x: 240, y: 240), diameter: 200, scale: Scale(step: 1),
      value: 20)
    change(&knob)
    return PlayedPanel(
      LayoutDocument(panel: PanelLayout(width: 480, height: 480), knobs: [knob]))
  }

  private static func move(_ play: PlayedPanel, to degrees: Double, at time: Int64) {
    let radians = Angle.radians(fromDegrees: degrees)
    play.move(240 + 80 * sin(radians), 240 - 80 * cos(radians), at: time)
  }

  @Test("a finger that moves every second keeps the knob for as long as it likes")
  func patientFinger() {
    let play = Self.play()
    play.down(240, 160, at: 0)
    for second in 1...90 {
      play.run(until: Int64(second) * 1000)
      Self.move(play, to: Double(second % 2) * 27, at: Int64(second) * 1000)
    }
    Self.move(play, to: 54, at: 91_000)
    play.up(at: 92_000)
    #expect(play.happened().first == "knob began 20")
    #expect(play.values() == [40])
    #expect(!play.panel.knobEvents.contains { $0.kind == .cancelled })
  }

  @Test("a member that its own finger raised while all were at zero follows at the next grab")
  func raisedAtZero() {
    let house = House(values: [60, 30, 0])
    house.grab(0)
    house.turn(0, to: 0)
    house.set(2, to: 0.5)
    house.turn(0, to: 0.1)
    house.lift(0)
    #expect(house.text == "50: 10 50 0")
    house.set(0, to: 0.25)
    #expect(house.text == "25: 5 25 0")
  }

  @Test("nudges that repeat rise no faster than the guard lets them, one after the other")
  func guardedNudges() {
    let play = Self.play {
      $0.taps.action = .nudge(5)
      $0.taps.repeats = true
      $0.guards.maximumRisePerSecond = 20
    }
    play.down(300, 240, at: 0)
    // The first uses up what a quarter of a second allows; then there are 3 in each 150 ms.
    for (time, value) in [(499, 20), (500, 25), (650, 28), (800, 31), (2000, 55)]
      as [(Int64, Double)]
    {
      play.run(until: time)
      #expect(play.values() == [value], "\(time) ms")
    }
  }

  @Test("a quick push over more than a page, on a display wider than the design, goes one page")
  func longPush() {
    var paging = Paging()
    paging.tabs = nil
    let layout = PageTests.layout(paging)
    let panel = PanelController(
      layout: layout,
      viewport: Viewport(
        panel: layout.panel, displaySize: PixelSize(width: 1200, height: 200)))
    let play = PlayedPanel(panel)
    for (index, (page, way)) in [(1, -1.0), (2, -1), (1, 1), (0, 1)].enumerated() {
      let start = Int64(index) * 10_000
      play.down(200 - way * 390, 160, at: start)
      for step in 1...10 {
        play.move(200 - way * (390 - Double(step) * 78), 160, at: start + Int64(step) * 10)
      }
      let origin = Double(page) + way
      #expect(abs(panel.pagePosition - origin) <= 1, "to \(page)")
      play.up(at: start + 110)
      #expect(panel.shownPage == page)
      play.run(until: start + 5000)
      #expect(panel.pagePosition == Double(page))
    }
  }

  @Test("the right PIN forgives the wrong ones before it")
  func forgivingPIN() {
    let play = PINTests.play()
    for start in [0, 100_000] as [Int64] {
      play.tap(60, 40, at: start)
      for attempt in 1...4 {
        PINTests.enter("1111", at: start + Int64(attempt) * 1000, on: play)
      }
      PINTests.enter("0471", at: start + 5000, on: play)
      let told = play.happened().filter { $0.hasPrefix("PIN") }
      #expect(
        told == ["PIN asked"] + Array(repeating: "PIN refused", count: 4) + ["PIN unlocked"])
      play.run(until: start + 90_000)
      #expect(play.happened() == ["PIN locked"])
    }
  }

  @Test("a save in mid-turn that changes no guard leaves how far the finger may rise")
  func savedRise() {
    for (change, value) in [
      ({ $0.maximumRisePerGesture = 15 }, 35), ({ $0.ceiling = 33 }, 33),
      ({ $0.maximumRisePerSecond = 40 }, 30),
    ] as [((inout Guards) -> Void, Double)] {
      let rig = SuccessionRig { change(&$0.guards) }
      rig.touch(0, .down(SuccessionRig.thumb, SuccessionRig.at(0)))
      rig.touch(10, .moved(SuccessionRig.thumb, SuccessionRig.at(27)))
      #expect(rig.panel.value(ofKnob: 0) == 30)
      for save in 11...15 { rig.save(Int64(save)) { $0.name = "\(save)" } }
      rig.touch(16, .moved(SuccessionRig.thumb, SuccessionRig.at(108)))
      #expect(rig.panel.value(ofKnob: 0) == value)
    }
  }
}
