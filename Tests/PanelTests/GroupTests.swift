import Gesture
import Knobs
import Layout
import LayoutFile
import Testing

@testable import Panel

/// The rows of the case tables in `KnobGroup` and `GroupProportions`, tested by touches.
@Suite struct GroupTests {
  @Test("The master starts at its members' value, without sending requests")
  func beginning() {
    let house = House()
    #expect(house.text == "60: 60 30 0")
    #expect(House(shows: .mean).text == "30: 60 30 0")
    #expect(house.happened().isEmpty)
    #expect(house.requested().isEmpty)
  }

  @Test("Rows 1, 2: Members turn with their master in ratio, and all changes are reported")
  func turning() {
    let house = House(isConnected: true)
    house.grab(0)
    house.turn(0, to: 0.4)
    #expect(house.text == "40: 40 20 0")
    let turned = house.happened()
    #expect(turned.first == "home began 60")
    #expect(turned.contains("home changed 40"))
    #expect(turned.suffix(3) == ["home changed 40", "a remote 40", "b remote 20"])
    #expect(!turned.contains { $0.hasPrefix("c") })
    let requested = house.requested()
    #expect(requested.suffix(2) == ["a 0.4", "b 0.2"])
    #expect(!requested.contains { $0.hasSuffix(".") || $0.hasPrefix("home") })
    house.lift(0)
    #expect(house.happened() == ["home ended 40"])
    #expect(house.requested() == ["a 0.4.", "b 0.2."])
    #expect(house.panel.nextWake == nil)
  }

  @Test("Touching a master alone moves nothing and sends no requests")
  func touching() {
    let house = House(values: [61, 34, 7], isConnected: true)
    house.grab(0)
    house.lift(0)
    #expect(house.happened() == ["home began 61", "home ended 61"])
    #expect(house.requested().isEmpty)
    #expect(house.text == "61: 61 34 7")
  }

  @Test("A master that shows the mean ends where the loudest member does")
  func mean() {
    let house = House(shows: .mean, values: [80, 40, 0])
    house.set(0, to: 0.2)
    #expect(house.text == "20: 40 20 0")
    house.set(0, to: 0.9)
    #expect(house.text == "50: 100 50 0")
  }

  @Test("Levels 3: No member is clipped, so that ratios are preserved at the top")
  func top() {
    let house = House(values: [60, 30, 0])
    house.set(0, to: 1)
    #expect(house.text == "100: 100 50 0")
    house.set(0, to: 0.6)
    #expect(house.text == "60: 60 30 0")
  }

  @Test("Levels 4, 5: From zero, all members return in their ratio", arguments: [1, 2])
  func zero(times: Int) {
    let house = House(values: [60, 30, 6])
    for _ in 0..<times { house.set(0, to: 0) }
    #expect(house.text == "0: 0 0 0")
    house.set(0, to: 0.3)
    #expect(house.text == "30: 30 15 3")
  }

  @Test("Levels 4: A ratio survives members that round to zero on the way down")
  func roundedToZero() {
    let house = House(values: [60, 30, 2])
    house.set(0, to: 0.05)
    #expect(house.text == "5: 5 3 0")
    house.set(0, to: 0.02)
    house.set(0, to: 0.6)
    #expect(house.text == "60: 60 30 2")
  }

  @Test("Levels 6: Members without a known ratio rise equally")
  func equalRise() {
    let house = House(values: [0, 0, 0])
    house.set(0, to: 0.25)
    #expect(house.text == "25: 25 25 25")
  }

  @Test("Levels 7: A member that its own finger turned to zero stays there")
  func ownZero() {
    let house = House(values: [60, 30, 10])
    house.set(2, to: 0)
    house.set(0, to: 0.9)
    #expect(house.text == "90: 90 0 15")
    house.set(0, to: 0)
    house.set(0, to: 0.3)
    #expect(house.text == "30: 30 0 5")
  }

  @Test("Levels 7: Of members turned to zero one by one, the last returns")
  func allOwnZero() {
    let house = House(values: [60, 30, 0])
    house.set(1, to: 0)
    house.set(2, to: 0)
    #expect(house.text == "0: 0 0 0")
    house.set(0, to: 0.2)
    #expect(house.text == "20: 0 20 0")
  }

  @Test("Levels 1, row 4: A member's finger sets a new ratio, which the master shows")
  func ownFinger() {
    let house = House(isConnected: true)
    house.grab(2)
    house.turn(2, to: 0.8)
    #expect(house.text == "80: 60 80 0")
    let turned = house.happened()
    #expect(turned.suffix(2) == ["home remote 80", "b changed 80"])
    #expect(house.panel.knobs[0].pointer.glide == nil)
    house.lift(2)
    #expect(!house.requested().contains { $0.hasPrefix("a") })
    house.set(0, to: 0.4)
    #expect(house.text == "40: 30 40 0")
  }

  @Test("Row 4: The master glides to a remote change of a member")
  func remote() {
    let house = House(isConnected: true)
    house.remote(0.9, 3)
    #expect(house.text == "90: 60 30 90")
    #expect(house.happened() == ["c remote 90", "home remote 90"])
    #expect(house.panel.knobs[0].pointer.glide != nil)
    house.remote(0.1, 3)
    #expect(house.text == "60: 60 30 10")
    #expect(house.requested().isEmpty)
  }

  @Test("A change of a quieter member causes no event of the master")
  func quieterMember() {
    let house = House(isConnected: true)
    house.remote(0.2, 2)
    #expect(house.happened() == ["b remote 20"])
  }

  @Test("Levels 8, 9: A member's own finger wins over one on the master")
  func bothFingers() {
    let house = House(values: [60, 30, 20])
    house.grab(0)
    house.grab(2)
    house.turn(0, to: 0.3)
    #expect(house.text == "30: 30 30 10")
    house.turn(2, to: 0.15)
    house.turn(0, to: 0.4)
    #expect(house.text == "40: 40 15 13")
    house.lift(2)
    house.turn(0, to: 0.2)
    #expect(house.text == "20: 20 8 7")
    house.lift(0)
    house.set(0, to: 0.8)
    #expect(house.text == "80: 80 30 27")
  }

  @Test("Levels 9: A member raised while the master is at zero does not jump")
  func raisedAtZero() {
    let house = House(values: [60, 30, 0])
    house.grab(0)
    house.turn(0, to: 0)
    house.set(2, to: 0.5)
    #expect(house.text == "0: 0 50 0")
    house.turn(0, to: 0.1)
    #expect(house.text == "10: 10 50 0")
    _ = house.happened()
    house.lift(0)
    #expect(house.text == "50: 10 50 0")
    #expect(house.happened() == ["home ended 10", "home remote 50"])
  }

  @Test("Row 6: A member's level waits for the master's release, or is dropped by a turn")
  func levelWhileHeld() {
    let house = House(isConnected: true)
    house.grab(0)
    house.remote(0.5, 2)
    #expect(house.text == "60: 60 30 0")
    house.turn(0, to: 0.4)
    house.lift(0)
    #expect(house.text == "40: 40 20 0")
    house.grab(0)
    house.remote(0.5, 2)
    _ = house.requested()
    house.lift(0)
    #expect(house.text == "50: 40 50 0")
    #expect(house.requested().isEmpty)
  }

  @Test(
    "Row 6: A level received after the master's last movement is not overwritten",
    arguments: [[2], [1, 2], [3]])
  func levelAfterTurn(members: [Int]) {
    let house = House(values: [60, 30, 10], isConnected: true)
    house.grab(0)
    house.turn(0, to: 0.4)
    #expect(house.text == "40: 40 20 7")
    _ = house.requested()
    for member in members { house.remote(0.5, member) }
    house.lift(0)
    let kept = [1, 2, 3].filter { !members.contains($0) }
    for member in members { #expect(house.values[member] == 50) }
    let finals = [1: "a 0.4.", 2: "b 0.2.", 3: "c 0.07."]
    #expect(house.requested() == kept.map { finals[$0] ?? "" })
  }

  @Test("Levels 10, row 7: An offline member neither moves nor counts")
  func lost() {
    let house = House(isConnected: true)
    house.lose(1)
    house.wait()
    #expect(house.text == "30: 60 30 0")
    house.set(0, to: 0.6)
    #expect(house.text == "60: 60 60 0")
    #expect(!house.requested().contains { $0.hasPrefix("a") })
    house.remote(0.9, 1)
    house.wait()
    #expect(house.text == "90: 90 60 0")
    house.set(0, to: 0.45)
    #expect(house.text == "45: 45 30 0")
  }

  @Test("Row 7: Without online members, the master is offline and ignores fingers")
  func allLost() {
    let house = House(isConnected: true)
    house.grab(0)
    for member in 1...3 { house.lose(member) }
    #expect(house.panel.viewState(ofKnob: 0).state == .offline)
    #expect(house.happened().contains("home cancelled 60"))
    house.set(0, to: 0.5)
    #expect(house.happened().isEmpty)
    house.remote(0.3, 2)
    #expect(house.panel.viewState(ofKnob: 0).state == .normal)
    #expect(house.text == "30: 60 30 0")
  }

  @Test("Row 7: The master's value is unknown until the first member answers") func awaited() {
    let house = House()
    for member in 1...3 { house.panel.connect(.knob(member)) }
    #expect(house.panel.viewState(ofKnob: 0).state == .unknown)
    house.remote(0.2, 3)
    #expect(house.happened() == ["c remote 20", "home remote 20"])
    #expect(house.panel.knobs[0].pointer.position == 0.2)
  }

  @Test("Row 7: Members lost before they answered make the master offline")
  func awaitedAndLost() {
    let house = House()
    for member in 1...3 { house.panel.connect(.knob(member)) }
    for member in 1...2 { house.lose(member) }
    #expect(house.panel.viewState(ofKnob: 0).state == .unknown)
    house.panel.viewChanges.removeAll()
    house.lose(3)
    #expect(house.panel.viewState(ofKnob: 0).state == .offline)
    #expect(house.panel.viewChanges.knobs.contains(0))
    house.panel.connect(.knob(2))
    #expect(house.panel.viewState(ofKnob: 0).state == .unknown)
  }

  @Test("Levels 10, row 8: Locked members are not moved") func locked() {
    let house = House { knob in if knob.id == "a" { knob.guards.lock = .tap } }
    #expect(house.text == "30: 60 30 0")
    house.set(0, to: 0.6)
    #expect(house.text == "60: 60 60 0")
    house.tap(1)
    house.set(0, to: 0.3)
    #expect(house.text == "30: 30 30 0")
  }

  @Test("Row 8: A master of locked members shows their value and does not turn") func allLocked() {
    let house = House { knob in knob.guards.lock = knob.id == "home" ? nil : .tap }
    #expect(house.panel.viewState(ofKnob: 0).isLocked)
    house.set(0, to: 0.1)
    #expect(house.text == "60: 60 30 0")
    #expect(house.happened() == ["home began 60", "home ended 60"])
  }

  @Test("Row 3: A tap mutes all members, and the next tap restores each")
  func mute() {
    let house = House(values: [60, 30, 7], isConnected: true) { $0.taps.action = .mute }
    house.tap(0)
    #expect(house.text == "0: 0 0 0")
    #expect(
      house.happened().suffix(4) == ["home tapped 0", "a remote 0", "b remote 0", "c remote 0"])
    #expect(house.requested() == ["a 0.", "b 0.", "c 0."])
    house.wait()
    house.tap(0)
    #expect(house.text == "60: 60 30 7")
    #expect(house.requested() == ["a 0.6.", "b 0.3.", "c 0.07."])
  }

  @Test("Row 3: A double tap moves the loudest member to the master's default") func reset() {
    let house = House(isConnected: true) { knob in
      if knob.id == "home" { knob.defaultValue = 20 }
    }
    house.tap(0, times: 2)
    #expect(house.text == "20: 20 10 0")
    #expect(house.happened().suffix(3) == ["home reset 20", "a remote 20", "b remote 10"])
    #expect(house.panel.knobs[1].pointer.glide == nil)
    #expect(house.requested() == ["a 0.2.", "b 0.1."])
  }

  @Test("A value set for a master moves its members, without events or requests") func valueSet() {
    let house = House(isConnected: true)
    house.panel.set(value: 30, ofKnob: 0)
    #expect(house.text == "30: 30 15 0")
    house.panel.set(value: 80, ofKnob: 3)
    #expect(house.text == "80: 30 15 80")
    #expect(house.happened().isEmpty)
    #expect(house.requested().isEmpty)
    #expect(house.panel.nextWake == nil)
  }

  @Test("A cancelled turn restores the members, too") func cancelledTurn() {
    let house = House(values: [61, 33, 5]) { $0.guards.cancel = .restore }
    house.grab(0)
    house.turn(0, to: 0.1)
    house.touch(.cancelled(ContactID(device: 0, slot: 0)))
    #expect(house.text == "61: 61 33 5")
    #expect(house.happened().suffix(1) == ["home cancelled 61"])
  }

  @Test("A master that reports on release sends its members' requests then") func report() {
    let house = House(isConnected: true) { $0.report.occasion = .release }
    house.grab(0)
    house.turn(0, to: 0.4)
    #expect(house.text == "40: 40 20 0")
    #expect(house.requested().isEmpty)
    #expect(house.happened() == ["home began 60"])
    house.lift(0)
    #expect(house.happened() == ["home changed 40", "a remote 40", "b remote 20", "home ended 40"])
    #expect(house.requested() == ["a 0.4", "b 0.2", "a 0.4.", "b 0.2."])
  }

  @Test("Members in decibels keep their distance, whatever the master's scale") func decibels() {
    let house = House(values: [-10, -20, -30]) { knob in
      guard knob.id != "home" else { return }
      knob.scale = Scale(range: -200...0, taper: .decibel, step: 0.5)
    }
    #expect(house.values[0] == 68)
    house.set(0, to: 0.4)
    let distance = house.values[1] - house.values[2]
    #expect(abs(distance - 10) <= 1)
    #expect(house.values[1] < -20)
  }

  @Test("A member with another taper moves along its travel as far as the others") func tapers() {
    let house = House(values: [100, 25, 0]) { knob in
      if knob.id == "b" { knob.scale.taper = .power(2) }
      if knob.id == "c" { knob.travel = .endless }
    }
    #expect(house.text == "100: 100 25 0")
    house.set(0, to: 0.5)
    // Half the travel was a quarter of the range; a quarter of the travel is a sixteenth. A knob
    // without ends has no highest level, and cannot be a member.
    #expect(house.text == "50: 50 6 0")
  }
}
