import Gesture
import Knobs
import Layout
import LayoutFile
import Randomness
import Testing

@testable import Panel

/// What no case table can list: any turns in any order.
@Suite struct GroupPropertyTests {
  @Test(
    "members are in their ratio after any number of turns, within the rounding of their steps",
    arguments: GroupProportions.Shown.allCases, [1.0, 5, 0])
  func ratios(shows: GroupProportions.Shown, step: Double) {
    var dice = SeededGenerator(seed: 4711)
    for _ in 0..<12 {
      let values = (0..<3).map { _ in Double.random(in: 10...100, using: &dice).rounded() }
      let house = House(shows: shows, values: values) { knob in
        if knob.id != "home" { knob.scale.step = step }
        if knob.id == "home" { knob.scale.step = 0 }
      }
      let start = house.values
      for _ in 0..<12 {
        house.set(0, to: Double.random(in: 0...1, using: &dice))
        let values = house.values
        // What the master says holds exactly; a member is at most a step's hysteresis off.
        let factor = values[0] / start[0]
        for member in 1...3 {
          #expect(abs(values[member] - start[member] * factor) <= 0.6 * step + 1e-3)
        }
      }
    }
  }

  @Test("nothing ever raises a member but its own finger, its own control, or a rising master")
  func noJumps() {
    var dice = SeededGenerator(seed: 1789)
    let house = House(values: [50, 30, 10], isConnected: true)
    var held: Set<Int> = []
    for _ in 0..<4000 {
      let knob = Int.random(in: 0...3, using: &dice)
      let before = house.values
      var moved = knob
      var didLeave = false
      if Int.random(in: 0..<20, using: &dice) == 0, knob > 0 {
        house.remote(Double.random(in: 0...1, using: &dice), knob)
      } else if !held.contains(knob) {
        house.grab(knob)
        held.insert(knob)
        moved = house.panel.knobs[knob].recognizer.isHeld ? moved : -1
      } else if Int.random(in: 0..<4, using: &dice) == 0 {
        house.lift(knob)
        held.remove(knob)
        didLeave = true
      } else {
        house.turn(knob, to: Double.random(in: 0...1, using: &dice))
      }
      let after = house.values
      // Where a value is on a step, up to 0.6 more or less were meant.
      let rise = before[0] > 0.6 ? (after[0] + 0.6) / (before[0] - 0.6) : .infinity
      for member in 1...3 where member != moved && after[member] > before[member] {
        // What waited for a member while the master was held comes in when it is left.
        if didLeave, knob == 0 { continue }
        #expect(moved == 0 && after[0] > before[0], "\(before) to \(after), knob \(knob)")
        #expect(after[member] <= (before[member] + 0.6) * rise + 0.6, "\(before) to \(after)")
        // The master shows the loudest, so that nobody goes further than it does.
        let most = after[0] - before[0] + 1.2
        #expect(after[member] - before[member] <= most, "\(before) to \(after)")
      }
      for value in after { #expect((0...100).contains(value)) }
    }
  }
}
