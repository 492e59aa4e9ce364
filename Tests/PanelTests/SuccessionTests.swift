import Gesture
import JSON
import Knobs
import Layout
import LayoutFile
import Testing

@testable import Panel

private typealias Rig = SuccessionRig

/// The rows of the case table of `PanelController.successor` about which knobs remain and their
/// values; `TurningSuccessionTests` covers the others.
@Suite struct SuccessionTests {
  @Test("Row 1: Reloading the same layout changes nothing, also during a turn")
  func unchanged() {
    let (plain, reloaded) = (Rig(level: 0.2), Rig(level: 0.2))
    for rig in [plain, reloaded] {
      rig.touch(0, .down(Rig.thumb, Rig.at(0)))
      for step in 1...40 {
        rig.touch(Int64(step) * 10, .moved(Rig.thumb, Rig.at(Double(step) * 3)))
        if rig === reloaded, step % 7 == 0 { rig.reload(Int64(step) * 10 + 3) }
      }
      rig.touch(900, .up(Rig.thumb))
    }
    #expect(reloaded.happened.filter { $0 != "reloaded" } == plain.happened)
    #expect(reloaded.requested == plain.requested)
    #expect(plain.happened.count > 20)
  }

  @Test("Row 1: Knobs are identified by id, whatever their order in the file")
  func order() {
    let rig = Rig()
    rig.touch(0, .down(Rig.thumb, Rig.at(0, x: 150)))
    rig.touch(10, .moved(Rig.thumb, Rig.at(27, x: 150)))
    rig.reload(20, Rig.layout(Rig.knobs().reversed()))
    rig.touch(30, .moved(Rig.thumb, Rig.at(54, x: 150)))
    rig.touch(900, .up(Rig.thumb))
    #expect(rig.sinceReload == ["right changed 40", "right ended 40"])
    #expect(rig.panel.value(ofKnob: 1) == 20)
  }

  @Test(
    "Row 2: A held knob that is removed is cancelled, and its final value sent")
  func removed() {
    let rig = Rig(level: 0.2)
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    rig.touch(10, .moved(Rig.thumb, Rig.at(27)))
    rig.reload(20, Rig.layout([Rig.knobs()[1]]))
    #expect(rig.sinceReload == ["left cancelled 30"])
    #expect(
      rig.requested.last == ControlRequest(knob: 0, level: 0.3, isFinal: true))
    // The finger that is still down has no knob, and can take another later.
    rig.touch(30, .moved(Rig.thumb, Rig.at(90)))
    rig.touch(40, .up(Rig.thumb), .down(Rig.thumb, Rig.at(0, x: 150)))
    #expect(rig.sinceReload == ["left cancelled 30", "right began 20"])
  }

  @Test(
    "Row 3: A finger does not continue to turn a different target",
    arguments: [ControlLayout.backEnd(TestSettings(name: "Other")), nil])
  func differentControl(control: ControlLayout?) {
    let rig = Rig(level: 0.2)
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    rig.touch(10, .moved(Rig.thumb, Rig.at(27)))
    rig.reload(20) { $0.control = control }
    #expect(rig.sinceReload == ["left cancelled 30"])
    #expect(
      rig.requested.last == ControlRequest(knob: 0, level: 0.3, isFinal: true))
    if control != nil { rig.panel.connect(.knob(0)) }
    rig.touch(30, .moved(Rig.thumb, Rig.at(90)))
    #expect(rig.sinceReload.count == 1)
    #expect(rig.panel.viewState(ofKnob: 0).state == (control == nil ? .normal : .unknown))
    if control != nil {
      rig.remote(0.5, 40)
      #expect(rig.sinceReload.last == "left remote 50")
    }
  }

  struct Edit: Sendable, CustomTestStringConvertible {
    var name: String
    var isConnected = false
    var change: @Sendable (inout KnobLayout) -> Void
    var value: Double
    var testDescription: String { name }
  }

  @Test(
    "Rows 4 to 7: The value keeps the level or the position, or is set by the layout",
    arguments: [
      Edit(
        name: "half the range", isConnected: true, change: { $0.scale.range = 0...50 }, value: 10),
      Edit(
        name: "decibels", isConnected: true, change: { $0.scale = Scale(range: -60...0) },
        value: -48),
      Edit(name: "coarser steps", isConnected: true, change: { $0.scale.step = 15 }, value: 15),
      Edit(name: "a taper", isConnected: true, change: { $0.scale.taper = .cubic }, value: 20),
      Edit(
        name: "sectors", isConnected: true,
        change: { $0.travel = .sectors(["A", "B", "C", "D", "E", "F"]) },
        value: 1),
      Edit(name: "no control, still there", change: { $0.scale.range = 10...50 }, value: 20),
      Edit(name: "no control, out of reach", change: { $0.scale.range = 0...10 }, value: 2),
      Edit(name: "no control, far above", change: { $0.scale.range = 50...100 }, value: 60),
      Edit(
        name: "no control, a wheel of six",
        change: {
          $0.travel = .sectors(["A", "B", "C", "D", "E", "F"])
          $0.value = 20
        }, value: 1),
      Edit(name: "another value", change: { $0.value = 70 }, value: 70),
      Edit(
        name: "another value in another range",
        change: {
          $0.scale.range = 0...10
          $0.value = 7
        }, value: 7),
    ])
  func values(_ edit: Edit) {
    let rig = edit.isConnected ? Rig(level: 0.2) : Rig()
    rig.reload(10, edit.change)
    #expect(rig.panel.value(ofKnob: 0) == edit.value)
    let isAnother = edit.value != 20
    #expect(
      rig.sinceReload
        == (isAnother
          ? ["left", "right"].map { "\($0) remote \(JSONText.number(edit.value))" } : []))
    // No finger turned anything.
    #expect(rig.requested.isEmpty)
    rig.tick(500)
    #expect(rig.panel.nextWake == nil)
  }

  @Test("Row 4: The level is the control's, not the one rounded to coarse steps")
  func knownLevel() {
    let rig = Rig(level: 0.43) { $0.scale.step = 10 }
    #expect(rig.panel.value(ofKnob: 0) == 40)
    rig.reload(10) { $0.scale.step = 1 }
    #expect(rig.panel.value(ofKnob: 0) == 43)
  }

  @Test("Row 6: A new value in the layout does not apply to a held or connected knob")
  func changedLayoutValue() {
    let rig = Rig()
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    rig.reload(10) { $0.value = 70 }
    #expect(rig.sinceReload == ["right remote 70"])
    let connected = Rig(level: 0.2)
    connected.reload(10) { $0.value = 70 }
    #expect(connected.sinceReload.isEmpty && connected.panel.value(ofKnob: 0) == 20)
  }

  @Test("Row 6: The pointer glides to the new value in the layout")
  func glides() {
    let rig = Rig()
    rig.reload(10) { $0.value = 70 }
    #expect(abs(rig.panel.viewState(ofKnob: 0).position - 0.2) < 1e-6)
    rig.tick(110)
    let half = rig.panel.viewState(ofKnob: 0).position
    #expect(half > 0.3 && half < 0.6)
    rig.tick(300)
    #expect(abs(rig.panel.viewState(ofKnob: 0).position - 0.7) < 1e-6)
  }

  @Test("Row 16: A new knob starts with the layout's value")
  func newKnob() {
    let rig = Rig()
    var knob = Rig.knobs()[0]
    knob.id = "third"
    knob.value = 55
    rig.reload(10, Rig.layout(Rig.knobs() + [knob]))
    #expect(rig.panel.value(ofKnob: 2) == 55)
    #expect(rig.sinceReload.isEmpty)
  }
}
