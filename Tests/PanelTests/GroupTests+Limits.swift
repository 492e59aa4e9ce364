import Gesture
import Knobs
import Layout
import LayoutFile
import Testing

@testable import Panel

/// How the guards of members limit their master.
extension GroupTests {
  @Test("Levels 3: The master stops at a member's ceiling") func ceiling() {
    let house = House { knob in if knob.id == "b" { knob.guards.ceiling = 40 } }
    house.set(0, to: 1)
    #expect(house.text == "80: 80 40 0")
    house.set(0, to: 1)
    #expect(house.text == "100: 100 50 0")
  }

  @Test("Levels 3: One grab of the master raises a member no further than its own finger")
  func rise() {
    let house = House { knob in if knob.id == "a" { knob.guards.maximumRisePerGesture = 10 } }
    house.set(0, to: 1)
    #expect(house.text == "70: 70 35 0")
    house.grab(0)
    house.turn(0, to: 0.2)
    house.turn(0, to: 1)
    #expect(house.text == "80: 80 40 0")
  }

  @Test("Levels 3: A member's rise limit per second applies to the master") func risePerSecond() {
    let house = House { knob in if knob.id == "b" { knob.guards.maximumRisePerSecond = 8 } }
    house.grab(0)
    // A quarter second's rise of 2 is saved up, and 70 ms more follow; `a` rises twice as far.
    house.turn(0, to: 1)
    #expect(house.text == "65: 65 32 0")
  }

  @Test("A reset raises no member above a ceiling, but a mute can be undone") func guardedTaps() {
    let house = House(isConnected: true) { knob in
      if knob.id == "home" { (knob.defaultValue, knob.taps.action) = (90, .mute) }
      if knob.id == "a" { knob.guards.ceiling = 70 }
    }
    house.tap(0, times: 2)
    #expect(house.text == "70: 70 35 0")
    #expect(
      house.happened().suffix(4) == [
        "home reset 90", "home remote 70", "a remote 70", "b remote 35",
      ])
    house.set(1, to: 1)
    house.set(1, to: 0.9)
    house.tap(0)
    #expect(house.text == "0: 0 0 0")
    house.wait()
    house.tap(0)
    #expect(house.text == "90: 90 35 0")
  }
}
