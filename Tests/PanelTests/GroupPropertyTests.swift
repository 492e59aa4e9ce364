import Gesture
import Knobs
import Layout
import LayoutFile
import Randomness
import Testing

@testable import Panel

/// Properties that hold for any sequence of turns.
@Suite struct GroupPropertyTests {
  @Test(
    "Members keep their ratio after any number of turns, within step rounding",
    arguments: GroupProportions.Shown.allCases, [1.0, 5, 0])
  func ratios(shows: GroupProportions.Shown, step: Double) {
    var random = SeededGenerator(seed: 4711)
    for _ in 0..<12 {
      let values = (0..<3).map { _ in Double.random(in: 10...100, using: &random).rounded() }
      let house = House(shows: shows, values: values) { knob in
        if knob.id != "home" { knob.scale.step = step }
        if knob.id == "home" { knob.scale.step = 0 }
      }
      let start = house.values
      for _ in 0..<12 {
        house.set(0, to: Double.random(in: 0...1, using: &random))
        let values = house.values
        // The master's value is exact; a member differs by at most a step's hysteresis.
        let factor = values[0] / start[0]
        for member in 1...3 {
          #expect(abs(values[member] - start[member] * factor) <= 0.6 * step + 1e-3)
        }
      }
    }
  }

  @Test("A member rises only by its own finger, its control or a rising master")
  func noJumps() {
    var random = SeededGenerator(seed: 1789)
    let house = House(values: [50, 30, 10], isConnected: true)
    var held: Set<Int> = []
    for _ in 0..<4000 {
      let knob = Int.random(in: 0...3, using: &random)
      let before = house.values
      var moved = knob
      var didLeave = false
      if Int.random(in: 0..<20, using: &random) == 0, knob > 0 {
        house.remote(Double.random(in: 0...1, using: &random), knob)
      } else if !held.contains(knob) {
        house.grab(knob)
        held.insert(knob)
        moved = house.panel.knobs[knob].recognizer.isHeld ? moved : -1
      } else if Int.random(in: 0..<4, using: &random) == 0 {
        house.lift(knob)
        held.remove(knob)
        didLeave = true
      } else {
        house.turn(knob, to: Double.random(in: 0...1, using: &random))
      }
      let after = house.values
      // A stepped value may stand for a value that differs by up to 0.6.
      let rise = before[0] > 0.6 ? (after[0] + 0.6) / (before[0] - 0.6) : .infinity
      for member in 1...3 where member != moved && after[member] > before[member] {
        // A change of a member that waited while the master was held applies on release.
        if didLeave, knob == 0 { continue }
        #expect(moved == 0 && after[0] > before[0], "\(before) to \(after), knob \(knob)")
        #expect(after[member] <= (before[member] + 0.6) * rise + 0.6, "\(before) to \(after)")
        // The master shows the loudest member, so none moves further than the master.
        let most = after[0] - before[0] + 1.2
        #expect(after[member] - before[member] <= most, "\(before) to \(after)")
      }
      for value in after { #expect((0...100).contains(value)) }
    }
  }
}
