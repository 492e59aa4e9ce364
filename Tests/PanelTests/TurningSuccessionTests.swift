import Gesture
import JSON
import Knobs
import Layout
import LayoutFile
import Testing

@testable import Panel

private typealias Rig = SuccessionRig

/// The rows of the case table of `PanelController.successor` about turns, taps and glides.
@Suite struct TurningSuccessionTests {
  struct Edit: Sendable, CustomTestStringConvertible {
    var name: String
    var change: @Sendable (inout KnobLayout) -> Void
    /// The finger's next position, and the resulting value.
    var to: DisplayFraction
    var value: Double
    var testDescription: String { name }
  }

  @Test(
    "Row 8: A turn continues without a jump",
    arguments: [
      Edit(name: "smaller", change: { $0.diameter = 40 }, to: Rig.at(54), value: 40),
      Edit(name: "larger", change: { $0.diameter = 150 }, to: Rig.at(54), value: 40),
      // A quarter turn about the new centre, from (63.6, 23.3) to (76.7, 63.6).
      Edit(
        name: "moved by ten to the left", change: { $0.center.x -= 10 },
        to: DisplayFraction(x: 66.7 / 200, y: 73.6 / 100), value: 63),
      Edit(
        name: "half the sweep", change: { $0.travel = .arc(from: -67.5, to: 67.5) }, to: Rig.at(54),
        value: 50),
      Edit(
        name: "counter-clockwise", change: { $0.travel = .arc(from: 135, to: -135) },
        to: Rig.at(54), value: 20),
      Edit(
        name: "finer steps", change: { $0.scale.step = 0.1 }, to: Rig.at(54), value: 40),
      Edit(
        name: "half as fast", change: { $0.feel.sensitivity = 0.5 }, to: Rig.at(54), value: 35),
      Edit(
        name: "half the range", change: { $0.scale.range = 0...50 }, to: Rig.at(54), value: 20),
      // From (63.6, 23.3) up by a quarter of the 80 pixels that make a whole sweep.
      Edit(
        name: "upward",
        change: {
          $0.turn = .vertical
          $0.feel.dragTravel = 80
        }, to: DisplayFraction(x: 63.6 / 200, y: 3.27 / 100), value: 55),
      Edit(name: "pointed at", change: { $0.turn = .absolute }, to: Rig.at(54), value: 40),
      Edit(
        name: "unfiltered", change: { $0.feel.isFiltered = false }, to: Rig.at(54), value: 40),
    ])
  func midTurn(_ edit: Edit) {
    let rig = Rig(level: 0.2)
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    for step in 1...9 { rig.touch(Int64(step) * 10, .moved(Rig.thumb, Rig.at(Double(step) * 3))) }
    #expect(rig.panel.value(ofKnob: 0) == 30)
    let count = rig.requested.count
    rig.reload(100, edit.change)
    // Nothing moves while the finger rests, also when it is reported again.
    let value = rig.panel.value(ofKnob: 0)
    #expect(value == (edit.name == "half the range" ? 15 : 30))
    rig.touch(110, .moved(Rig.thumb, Rig.at(27)))
    #expect(rig.panel.value(ofKnob: 0) == value)
    #expect(rig.requested.count == count)
    for step in 1...10 {
      let part = Double(step) / 10
      let from = Rig.at(27)
      // On the circle for knobs that turn; straight for the others.
      let point =
        edit.to == Rig.at(54)
        ? Rig.at(27 + 27 * part)
        : DisplayFraction(
          x: from.x + (edit.to.x - from.x) * part, y: from.y + (edit.to.y - from.y) * part)
      rig.touch(110 + Int64(step) * 10, .moved(Rig.thumb, point))
    }
    #expect(abs(rig.panel.value(ofKnob: 0) - edit.value) <= 1.01, "\(rig.sinceReload)")
    rig.touch(900, .up(Rig.thumb))
    #expect(rig.requested.last?.isFinal == true)
  }

  @Test(
    "Row 8: A new panel size or rotation keeps the design under a resting finger",
    arguments: [(400.0, 200.0, 0, 1.0), (200, 100, 180, 1)])
  func differentPanel(width: Double, height: Double, rotate: Int, direction: Double) {
    let rig = Rig()
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    for step in 1...9 { rig.touch(Int64(step) * 10, .moved(Rig.thumb, Rig.at(Double(step) * 3))) }
    // The knob's position on the display stays the same.
    let knobs = Rig.knobs { knob in
      if rotate == 180 {
        knob.center = DesignPoint(x: 200 - knob.center.x, y: 100 - knob.center.y)
      } else {
        knob.center = DesignPoint(x: 2 * knob.center.x, y: 2 * knob.center.y)
        knob.diameter *= 2
      }
    }
    rig.reload(100, Rig.layout(knobs, width: width, height: height, rotate: rotate))
    for step in 10...18 {
      rig.touch(Int64(step) * 10 + 10, .moved(Rig.thumb, Rig.at(Double(step) * 3)))
    }
    #expect(rig.panel.value(ofKnob: 0) == 40)
    #expect(!rig.sinceReload.contains { $0.contains("cancelled") || $0.contains("ended") })
  }

  @Test("Row 9: A finger outside the new rules is cancelled and keeps its turn")
  func outsideNewRules() {
    for change: @Sendable (inout KnobLayout) -> Void in [
      {
        $0.center.x += 60
        $0.feel.leave = .stop
      },
      {
        $0.center.x += 60
        $0.feel.slideAwayRadius = 50
      },
    ] {
      let rig = Rig()
      rig.touch(0, .down(Rig.thumb, Rig.at(0)))
      for step in 1...9 { rig.touch(Int64(step) * 10, .moved(Rig.thumb, Rig.at(Double(step) * 3))) }
      rig.reload(100, change)
      #expect(rig.sinceReload == ["left cancelled 30"])
    }
  }

  @Test("Row 10: A new lock waits for a turning finger")
  func lock() {
    let rig = Rig()
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    rig.touch(10, .moved(Rig.thumb, Rig.at(27)))
    rig.reload(20) { $0.guards.lock = .tap }
    rig.touch(30, .moved(Rig.thumb, Rig.at(54)))
    #expect(rig.sinceReload == ["left changed 40"])
    rig.touch(900, .up(Rig.thumb))
    rig.tick(900 + 5_001)
    #expect(rig.panel.viewState(ofKnob: 0).isLocked)
    #expect(rig.panel.viewState(ofKnob: 1).isLocked)
    #expect(rig.panel.nextWake == nil)
  }

  @Test("Row 11: A reload grants no second allowance for rises")
  func rise() {
    let rig = Rig()
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    rig.touch(10, .moved(Rig.thumb, Rig.at(27)))
    rig.reload(20) { $0.guards.maximumRisePerGesture = 15 }
    rig.touch(30, .moved(Rig.thumb, Rig.at(108)))
    #expect(rig.sinceReload == ["left changed 35"])
  }

  @Test("Row 12: A waiting change is reported when the new layout says so")
  func report() {
    let rig = Rig { $0.report.occasion = .release }
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    rig.touch(10, .moved(Rig.thumb, Rig.at(27)))
    #expect(rig.happened == ["left began 20"])
    rig.reload(20) { $0.report.occasion = .always }
    #expect(rig.sinceReload == ["left changed 30"])
  }

  @Test("Row 13: A level that waits for the finger keeps waiting")
  func levelWaits() {
    let rig = Rig(level: 0.2)
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    rig.remote(0.7, 5)
    rig.reload(10) { $0.diameter = 90 }
    #expect(rig.sinceReload.isEmpty)
    #expect(rig.panel.viewState(ofKnob: 0).ghost != nil)
    rig.touch(900, .up(Rig.thumb))
    #expect(rig.sinceReload == ["left ended 20", "left remote 70"])
  }

  @Test("Row 14: A muted knob returns to its previous value", arguments: [100.0, 50])
  func muted(upper: Double) {
    let rig = Rig(level: 0.2) { $0.taps.action = .mute }
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    rig.touch(50, .up(Rig.thumb))
    #expect(rig.happened.last == "left tapped 0")
    rig.reload(100) { $0.scale.range = 0...upper }
    rig.touch(1000, .down(Rig.thumb, Rig.at(0)))
    rig.touch(1050, .up(Rig.thumb))
    #expect(rig.happened.last == "left tapped \(JSONText.number(upper / 5))")
  }

  @Test("Row 14: An unlocked knob stays unlocked for its time")
  func unlocked() {
    let rig = Rig { $0.guards.lock = .tap }
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    rig.touch(50, .up(Rig.thumb))
    rig.reload(100) { $0.name = "Other" }
    #expect(!rig.panel.viewState(ofKnob: 0).isLocked)
    rig.tick(5_051)
    #expect(rig.panel.viewState(ofKnob: 0).isLocked)
  }

  @Test("Row 15: A glide continues")
  func gliding() {
    let rig = Rig(level: 0.2)
    rig.remote(0.8, 100)
    rig.tick(200)
    let before = rig.panel.viewState(ofKnob: 0).position
    rig.reload(200) { $0.name = "Other" }
    #expect(rig.panel.viewState(ofKnob: 0).position == before)
    rig.tick(400)
    #expect(abs(rig.panel.viewState(ofKnob: 0).position - 0.8) < 1e-6)
  }

  @Test("Two fingers keep turning through ten reloads that reorder their knobs")
  func twoFingers() {
    let rig = Rig(level: 0.2)
    rig.touch(0, .down(Rig.thumb, Rig.at(0)), .down(Rig.index, Rig.at(0, x: 150)))
    for step in 1...10 {
      rig.touch(
        Int64(step) * 10, .moved(Rig.thumb, Rig.at(Double(step) * 5.4)),
        .moved(Rig.index, Rig.at(Double(step) * -2.7, x: 150)))
      rig.reload(Int64(step) * 10 + 5, Rig.layout(rig.panel.layout.knobs.reversed()))
    }
    rig.touch(900, .up(Rig.thumb), .up(Rig.index))
    #expect(rig.happened.suffix(2).sorted() == ["left ended 40", "right ended 10"])
  }

  @Test("A second finger's tap undoes the first one's turn, also across a reload")
  func secondFinger() {
    let rig = Rig { $0.guards.secondFingerCancels = true }
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    rig.touch(100, .moved(Rig.thumb, Rig.at(27)))
    rig.touch(200, .down(Rig.index, Rig.at(180)))
    rig.reload(250)
    rig.touch(300, .up(Rig.index))
    #expect(rig.sinceReload == ["left changed 20", "left cancelled 20"])
  }
}
