import Gesture
import Knobs
import Layout
import LayoutFile
import Testing

@testable import Panel

private typealias Rig = SuccessionRig

/// Masters and their members across a reload.
@Suite struct GroupSuccessionTests {
  /// `left` is the master of `right` and `third`, which are at 40 and 20.
  private func rig(_ change: (inout KnobLayout) -> Void = { _ in }) -> Rig {
    var knobs = Rig.knobs()
    knobs[0].control = .group(GroupLayout(members: ["right", "third"]))
    knobs[1].value = 40
    var third = knobs[1]
    third.id = "third"
    third.value = 20
    third.center = DesignPoint(x: 150, y: 500)
    knobs.append(third)
    let rig = Rig()
    rig.reload(0, Rig.layout(knobs))
    rig.happened.removeAll()
    return rig
  }

  private func values(_ rig: Rig) -> [Double] {
    rig.panel.layout.knobs.indices.map { rig.panel.value(ofKnob: $0) }
  }

  @Test("A master being turned continues, with its members in the same ratio")
  func midTurn() {
    let (plain, reloaded) = (rig(), rig())
    #expect(values(plain) == [40, 40, 20])
    for rig in [plain, reloaded] {
      rig.touch(10, .down(Rig.thumb, Rig.at(0)))
      for step in 1...30 {
        rig.touch(10 + Int64(step) * 10, .moved(Rig.thumb, Rig.at(Double(step) * 2.7)))
        if rig === reloaded, step % 10 == 5 {
          rig.reload(14 + Int64(step) * 10) { $0.name = "New" }
        }
      }
      rig.touch(900, .up(Rig.thumb))
    }
    #expect(values(reloaded) == [70, 70, 35])
    #expect(values(reloaded) == values(plain))
    #expect(reloaded.happened.filter { $0 != "reloaded" } == plain.happened)
  }

  @Test("Members at zero keep their ratio across a reload")
  func fromZero() {
    let rig = rig()
    rig.touch(10, .down(Rig.thumb, Rig.at(0)))
    for step in 1...60 {
      rig.touch(10 + Int64(step) * 10, .moved(Rig.thumb, Rig.at(Double(step) * -2.7)))
    }
    rig.touch(900, .up(Rig.thumb))
    rig.tick(1500)
    #expect(values(rig) == [0, 0, 0])
    rig.reload(2000) { $0.name = "New" }
    rig.touch(3000, .down(Rig.thumb, Rig.at(0)))
    for step in 1...20 {
      rig.touch(3000 + Int64(step) * 10, .moved(Rig.thumb, Rig.at(Double(step) * 2.7)))
    }
    rig.touch(3900, .up(Rig.thumb))
    #expect(values(rig) == [20, 20, 10])
  }

  @Test("A reload moves no member")
  func noMemberMoves() {
    let rig = rig()
    rig.reload(10)
    rig.reload(20) { $0.diameter = 70 }
    #expect(rig.sinceReload == ["reloaded"] && rig.requested.isEmpty)
    #expect(values(rig) == [40, 40, 20])
  }

  @Test("A master with different members shows these and releases its finger")
  func otherMembers() {
    let rig = rig()
    rig.touch(10, .down(Rig.thumb, Rig.at(0)))
    rig.touch(20, .moved(Rig.thumb, Rig.at(27)))
    rig.reload(30) { knob in
      if knob.id == "left" { knob.control = .group(GroupLayout(members: ["third"])) }
    }
    #expect(rig.sinceReload.first == "left cancelled 50")
    #expect(rig.sinceReload.last == "left remote 25")
    #expect(values(rig) == [25, 50, 25])
  }
}
