import Gesture
import Glibc
import Knobs
import Layout
import Raster
import Testing

@testable import Panel

/// Effects that appear only at the next touch, attempt or reload, or together with another feature.
@Suite struct LaterEffectTests {
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

  @Test("A finger that moves every second keeps its knob without a time limit")
  func noTimeLimit() {
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

  @Test("A member raised while all were at zero follows at the next grab")
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

  @Test("Repeated nudges rise no faster than the guard allows")
  func guardedNudges() {
    let play = Self.play {
      $0.taps.action = .nudge(5)
      $0.taps.repeats = true
      $0.guards.maximumRisePerSecond = 20
    }
    play.down(300, 240, at: 0)
    // The first nudge uses up the quarter second's allowance; then 3 are allowed every 150 ms.
    for (time, value) in [(499, 20), (500, 25), (650, 28), (800, 31), (2000, 55)]
      as [(Int64, Double)]
    {
      play.run(until: time)
      #expect(play.values() == [value], "\(time) ms")
    }
  }

  @Test("A fast swipe longer than a page, on a wider display, moves by one page")
  func longSwipe() {
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

  @Test("The right PIN resets the count of wrong ones")
  func rightPINResetsCount() {
    let play = PINTests.play()
    for start in [0, 100_000] as [Int64] {
      play.tap(60, 40, at: start)
      for attempt in 1...4 {
        PINTests.enter("1111", at: start + Int64(attempt) * 1000, on: play)
      }
      PINTests.enter("0471", at: start + 5000, on: play)
      let events = play.happened().filter { $0.hasPrefix("PIN") }
      #expect(
        events == ["PIN asked"] + Array(repeating: "PIN refused", count: 4) + ["PIN unlocked"])
      play.run(until: start + 90_000)
      #expect(play.happened() == ["PIN locked"])
    }
  }

  @Test("A reload during a turn does not change how far the finger may raise the value")
  func reloadKeepsRiseLimit() {
    for (change, value) in [
      ({ $0.maximumRisePerGesture = 15 }, 35), ({ $0.ceiling = 33 }, 33),
      ({ $0.maximumRisePerSecond = 40 }, 30),
    ] as [((inout Guards) -> Void, Double)] {
      let rig = SuccessionRig { change(&$0.guards) }
      rig.touch(0, .down(SuccessionRig.thumb, SuccessionRig.at(0)))
      rig.touch(10, .moved(SuccessionRig.thumb, SuccessionRig.at(27)))
      #expect(rig.panel.value(ofKnob: 0) == 30)
      for save in 11...15 { rig.reload(Int64(save)) { $0.name = "\(save)" } }
      for time in [16, 24] as [Int64] {
        rig.touch(time, .moved(SuccessionRig.thumb, SuccessionRig.at(108)))
      }
      #expect(rig.panel.value(ofKnob: 0) == value)
    }
  }

  @Test("After a second finger's contact was lost, its tap elsewhere undoes nothing")
  func lostSecondFinger() {
    let play = Self.play { $0.guards.secondFingerCancels = true }
    play.down(240, 160, at: 0)
    Self.move(play, to: 27, at: 100)
    play.down(240, 320, at: 200, finger: 1)
    play.cancel(at: 220, finger: 1)
    play.down(20, 20, at: 240, finger: 1)
    play.up(at: 280, finger: 1)
    #expect(play.values() == [30])
    #expect(play.panel.viewState(ofKnob: 0).isHeld)
  }

  @Test("A repeated nudge continues across a reload") func reloadKeepsNudge() {
    let play = Self.play {
      $0.taps.action = .nudge(5)
      $0.taps.repeats = true
    }
    play.down(300, 240, at: 0)
    play.run(until: 500)
    #expect(play.values() == [25])
    let layout = play.panel.layout
    let next = PlayedPanel(
      play.panel.successor(
        layout: layout, viewport: PlayedPanel.viewport(of: layout), at: PlayedPanel.time(510)))
    next.run(until: 800)
    #expect(next.values() == [35])
  }

  @Test("A preset can be undone after a mute in between was undone")
  func nestedToggles() {
    let knob = KnobLayout(
      id: "knob", center: DesignPoint(x: 100, y: 100), diameter: 100, scale: Scale(step: 1),
      value: 50)
    let actions: [ButtonLayout.Action] = [.preset([.init(knob: 0, value: 30)]), .mute([0])]
    let buttons = zip(actions, [250.0, 350]).map { action, x in
      ButtonLayout(
        id: "\(x)", center: DesignPoint(x: x, y: 100), width: 60, height: 40, action: action,
        kind: .toggle)
    }
    let play = PlayedPanel(
      LayoutDocument(
        panel: PanelLayout(width: 480, height: 200), knobs: [knob], buttons: buttons))
    let presses = [(250.0, 30.0), (350, 0), (350, 30), (250, 50)]
    for (index, (x, value)) in presses.enumerated() {
      play.tap(x, 100, at: Int64(index) * 1000)
      #expect(play.values() == [value])
    }
  }

  @Test("A waiting level of a member that goes offline while its master is held is dropped")
  func lostLevel() {
    let house = House(isConnected: true)
    house.grab(0)
    house.remote(0.5, 2)
    house.lose(2)
    _ = house.happened()
    house.lift(0)
    #expect(!house.happened().contains { $0.hasPrefix("b") })
    #expect(house.panel.viewState(ofKnob: 2).ghost == nil)
  }

  @Test("A finger beside the keys of the PIN pad presses none, on any side")
  func besideKeys() {
    let pad = PINPadLayout(PanelLayout(width: 480, height: 320))
    let half = pad.pitch / 2
    for index in PINPadLayout.keys.indices {
      let center = pad.center(ofKey: index)
      let (column, row) = (index % 3, index / 3)
      if column == 0 { #expect(pad.key(at: .init(x: center.x - half - 1, y: center.y)) == nil) }
      if column == 2 { #expect(pad.key(at: .init(x: center.x + half + 1, y: center.y)) == nil) }
      if row == 0 { #expect(pad.key(at: .init(x: center.x, y: center.y - half - 1)) == nil) }
      if row == 3 { #expect(pad.key(at: .init(x: center.x, y: center.y + half + 1)) == nil) }
    }
  }
}
