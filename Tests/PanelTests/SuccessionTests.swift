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
    let (plain, saved) = (Rig(level: 0.2), Rig(level: 0.2))
    for rig in [plain, saved] {
      rig.touch(0, .down(Rig.thumb, Rig.at(0)))
      for step in 1...40 {
        rig.touch(Int64(step) * 10, .moved(Rig.thumb, Rig.at(Double(step) * 3)))
        if rig === saved, step % 7 == 0 { rig.save(Int64(step) * 10 + 3) }
      }
      rig.touch(900, .up(Rig.thumb))
    }
    #expect(saved.happened.filter { $0 != "saved" } == plain.happened)
    #expect(saved.requested == plain.requested)
    #expect(plain.happened.count > 20)
  }

  @Test("Row 1: Knobs are identified by id, whatever their order in the file")
  func order() {
    let rig = Rig()
    rig.touch(0, .down(Rig.thumb, Rig.at(0, x: 150)))
    rig.touch(10, .moved(Rig.thumb, Rig.at(27, x: 150)))
    rig.save(20, Rig.layout(Rig.knobs().reversed()))
    rig.touch(30, .moved(Rig.thumb, Rig.at(54, x: 150)))
    rig.touch(900, .up(Rig.thumb))
    #expect(rig.since == ["right changed 40", "right ended 40"])
    #expect(rig.panel.value(ofKnob: 1) == 20)
  }

  @Test(
    "Row 2: A held knob that is removed is cancelled, and its final value sent")
  func removed() {
    let rig = Rig(level: 0.2)
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    rig.touch(10, .moved(Rig.thumb, Rig.at(27)))
    rig.save(20, Rig.layout([Rig.knobs()[1]]))
    #expect(rig.since == ["left cancelled 30"])
    #expect(
      rig.requested.last == ControlRequest(knob: 0, level: 0.3, isFinal: true))
    // The finger that is still down has no knob, and can take another later.
    rig.touch(30, .moved(Rig.thumb, Rig.at(90)))
    rig.touch(40, .up(Rig.thumb), .down(Rig.thumb, Rig.at(0, x: 150)))
    #expect(rig.since == ["left cancelled 30", "right began 20"])
  }

  @Test(
    "Row 3: A finger does not continue to turn a different target",
    arguments: [ControlLayout.backEnd(TestSettings(name: "Other")), nil])
  func otherControl(control: ControlLayout?) {
    let rig = Rig(level: 0.2)
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    rig.touch(10, .moved(Rig.thumb, Rig.at(27)))
    rig.save(20) { $0.control = control }
    #expect(rig.since == ["left cancelled 30"])
    #expect(
      rig.requested.last == ControlRequest(knob: 0, level: 0.3, isFinal: true))
    if control != nil { rig.panel.connect(knob: 0) }
    rig.touch(30, .moved(Rig.thumb, Rig.at(90)))
    #expect(rig.since.count == 1)
    #expect(rig.panel.viewState(ofKnob: 0).state == (control == nil ? .normal : .unknown))
    if control != nil {
      rig.remote(0.5, 40)
      #expect(rig.since.last == "left remote 50")
    }
  }

  struct Other: Sendable, CustomTestStringConvertible {
    var name: String
    var isConnected = false
    var after: @Sendable (inout KnobLayout) -> Void
    var value: Double
    var testDescription: String { name }
  }

  @Test(
    "Rows 4 to 7: The value keeps the level or the position, or is set by the layout",
    arguments: [
      Other(
        name: "half the range", isConnected: true, after: { $0.scale.range = 0...50 }, value: 10),
      Other(
        name: "decibels", isConnected: true, after: { $0.scale = Scale(range: -60...0) },
        value: -48),
      Other(name: "coarser steps", isConnected: true, after: { $0.scale.step = 15 }, value: 15),
      Other(name: "a taper", isConnected: true, after: { $0.scale.taper = .cubic }, value: 20),
      Other(
        name: "sectors", isConnected: true,
        after: { $0.travel = .sectors(["A", "B", "C", "D", "E", "F"]) },
        value: 1),
      Other(name: "nothing behind it, still there", after: { $0.scale.range = 10...50 }, value: 20),
      Other(name: "nothing behind it, out of reach", after: { $0.scale.range = 0...10 }, value: 2),
      Other(name: "nothing behind it, far above", after: { $0.scale.range = 50...100 }, value: 60),
      Other(
        name: "nothing behind it, a wheel of six",
        after: {
          $0.travel = .sectors(["A", "B", "C", "D", "E", "F"])
          $0.value = 20
        }, value: 1),
      Other(name: "another value", after: { $0.value = 70 }, value: 70),
      Other(
        name: "another value in another range",
        after: {
          $0.scale.range = 0...10
          $0.value = 7
        }, value: 7),
    ])
  func values(_ other: Other) {
    let rig = other.isConnected ? Rig(level: 0.2) : Rig()
    rig.save(10, other.after)
    #expect(rig.panel.value(ofKnob: 0) == other.value)
    let isAnother = other.value != 20
    #expect(
      rig.since
        == (isAnother
          ? ["left", "right"].map { "\($0) remote \(JSONText.number(other.value))" } : []))
    // No finger turned anything.
    #expect(rig.requested.isEmpty)
    rig.tick(500)
    #expect(rig.panel.nextWake == nil)
  }

  @Test("Row 4: The level is the control's, not the one rounded to coarse steps")
  func knownLevel() {
    let rig = Rig(level: 0.43) { $0.scale.step = 10 }
    #expect(rig.panel.value(ofKnob: 0) == 40)
    rig.save(10) { $0.scale.step = 1 }
    #expect(rig.panel.value(ofKnob: 0) == 43)
  }

  @Test("Row 6: A new value in the layout does not apply to a held or connected knob")
  func writtenValue() {
    let rig = Rig()
    rig.touch(0, .down(Rig.thumb, Rig.at(0)))
    rig.save(10) { $0.value = 70 }
    #expect(rig.since == ["right remote 70"])
    let connected = Rig(level: 0.2)
    connected.save(10) { $0.value = 70 }
    #expect(connected.since.isEmpty && connected.panel.value(ofKnob: 0) == 20)
  }

  @Test("Row 6: The pointer glides to the new value in the layout")
  func glides() {
    let rig = Rig()
    rig.save(10) { $0.value = 70 }
    #expect(abs(rig.panel.viewState(ofKnob: 0).position - 0.2) < 1e-6)
    rig.tick(110)
    let half = rig.panel.viewState(ofKnob: 0).position
    #expect(half > 0.3 && half < 0.6)
    rig.tick(300)
    #expect(abs(rig.panel.viewState(ofKnob: 0).position - 0.7) < 1e-6)
  }

  @Test("Row 16: A new knob starts with the layout's value")
  func new() {
    let rig = Rig()
    var knob = Rig.knobs()[0]
    knob.id = "third"
    knob.value = 55
    rig.save(10, Rig.layout(Rig.knobs() + [knob]))
    #expect(rig.panel.value(ofKnob: 2) == 55)
    #expect(rig.since.isEmpty)
  }
}
