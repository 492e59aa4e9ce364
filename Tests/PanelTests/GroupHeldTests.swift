import Gesture
import Knobs
import Layout
import LayoutFile
import Testing

@testable import Panel

/// Members that change by other means while a finger holds their master: rows 9 to 9b of
/// `GroupProportions`.
@Suite struct GroupHeldTests {
  /// Another change of a member.
  enum Change: String, CaseIterable, Sendable {
    case ownFinger, program, preset, comesBack, unlocked
  }

  /// Members at 60, 30 and 20; a change moves `b` to 50 while a finger holds the master at 6.
  private func house(_ change: Change) throws -> House {
    let house = House(values: [60, change == .unlocked ? 50 : 30, 20], isConnected: true) { knob in
      if change == .unlocked, knob.id == "b" { knob.guards.lock = .tap }
    }
    house.grab(0)
    house.turn(0, to: 0.06)
    switch change {
    case .ownFinger: house.set(2, to: 0.5)
    case .program:
      try house.panel.setRemotely(50, ofKnob: 2, at: house.panel.now)
    case .preset: house.panel.knobs[2].go(to: 50, as: .preset)
    case .comesBack:
      house.lose(2)
      house.remote(0.5, 2)
    case .unlocked: house.tap(2)
    }
    return house
  }

  @Test(
    "9a: A member above its master does not rise with it until the next grab",
    arguments: Change.allCases)
  func above(change: Change) throws {
    let house = try house(change)
    #expect(house.text == "6: 6 50 2")
    house.turn(0, to: 0.12)
    #expect(house.text == "12: 12 50 4")
    house.turn(0, to: 0.03)
    #expect(house.text == "3: 3 50 1")
    house.lift(0)
    // The master now shows the loudest member, and all follow.
    #expect(house.text == "50: 3 50 1")
    house.set(0, to: 0.25)
    #expect(house.text == "25: 2 25 1")
  }

  @Test("9: A member that its finger moves below the master follows in the new ratio")
  func below() {
    let house = House(values: [60, 30, 20])
    house.grab(0)
    house.turn(0, to: 0.4)
    house.set(1, to: 0.2)
    #expect(house.text == "40: 20 20 13")
    house.turn(0, to: 0.2)
    #expect(house.text == "20: 10 10 7")
  }

  @Test("9: Only the position where a member's finger leaves it counts")
  func onlyLastPositionCounts() {
    let house = House(values: [60, 30, 20])
    house.grab(0)
    house.turn(0, to: 0.4)
    house.grab(2)
    house.turn(2, to: 0.9)
    house.turn(2, to: 0.1)
    house.lift(2)
    #expect(house.text == "40: 40 10 13")
    house.turn(0, to: 0.2)
    #expect(house.text == "20: 20 5 7")
  }

  @Test("9a: A member held in place while the master goes down stays there")
  func heldInPlace() {
    let house = House(values: [60, 50, 20])
    house.grab(0)
    house.grab(2)
    house.turn(0, to: 0.06)
    house.lift(2)
    house.turn(0, to: 0.12)
    #expect(house.text == "12: 12 50 4")
  }

  @Test("9, 9a: Members above the mean keep their ratio, without exceeding it")
  func mean() {
    let house = House(shows: .mean, values: [60, 30, 0])
    house.grab(0)
    house.set(1, to: 0.3)
    house.turn(0, to: 0.15)
    #expect(house.text == "15: 15 15 0")
    house.set(2, to: 0.5)
    house.turn(0, to: 0.2)
    #expect(house.text == "20: 20 50 0")
  }

  @Test("9a: A reload preserves this") func reloaded() throws {
    let house = try house(.ownFinger)
    let layout = house.panel.layout
    let viewport = house.panel.viewport
    let next = house.panel.successor(layout: layout, viewport: viewport, at: house.panel.now)
    #expect(!next.groups[0].moves(memberAt: 1))
    #expect(next.groups[0].moves(memberAt: 0))
  }
}
