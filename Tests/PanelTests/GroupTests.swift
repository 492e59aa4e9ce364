import Gesture
import Knobs
import Layout
import LayoutFile
import Testing

@testable import Panel

/// The rows of the case tables in `KnobGroup` and `GroupProportions`, by fingers on a panel.
@Suite struct GroupTests {
  @Test("the master begins with what its members say, without asking anybody for anything")
  func beginning() {
    let house = House()
    #expect(house.text == "60: 60 30 0")
    #expect(House(shows: .mean).text == "30: 60 30 0")
    #expect(house.happened().isEmpty)
    #expect(house.requested().isEmpty)
  }

  @Test("row 1, 2: members turn with their master and keep their ratio; all are told")
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

  @Test("touching a master alone moves nothing and asks for nothing")
  func touching() {
    let house = House(values: [61, 34, 7], isConnected: true)
    house.grab(0)
    house.lift(0)
    #expect(house.happened() == ["home began 61", "home ended 61"])
    #expect(house.requested().isEmpty)
    #expect(house.text == "61: 61 34 7")
  }

  @Test("the mean is moved as what it is: it ends where the loudest does")
  func mean() {
    let house = House(shows: .mean, values: [80, 40, 0])
    house.set(0, to: 0.2)
    #expect(house.text == "20: 40 20 0")
    house.set(0, to: 0.9)
    #expect(house.text == "50: 100 50 0")
  }

  @Test("levels 3: no member is clipped, so that no ratio breaks at the top")
  func top() {
    let house = House(values: [60, 30, 0])
    house.set(0, to: 1)
    #expect(house.text == "100: 100 50 0")
    house.set(0, to: 0.6)
    #expect(house.text == "60: 60 30 0")
  }

  @Test("levels 4, 5: from zero all come back in the ratio they had", arguments: [1, 2])
  func zero(times: Int) {
    let house = House(values: [60, 30, 6])
    for _ in 0..<times { house.set(0, to: 0) }
    #expect(house.text == "0: 0 0 0")
    house.set(0, to: 0.3)
    #expect(house.text == "30: 30 15 3")
  }

  @Test("levels 4: a ratio survives members that are rounded to zero on the way down")
  func roundedToZero() {
    let house = House(values: [60, 30, 2])
    house.set(0, to: 0.05)
    #expect(house.text == "5: 5 3 0")
    house.set(0, to: 0.02)
    house.set(0, to: 0.6)
    #expect(house.text == "60: 60 30 2")
  }

  @Test("levels 6: members of which no ratio is known come up as equals")
  func equals() {
    let house = House(values: [0, 0, 0])
    house.set(0, to: 0.25)
    #expect(house.text == "25: 25 25 25")
  }

  @Test("levels 7: a member that its own user turned to zero stays there")
  func ownZero() {
    let house = House(values: [60, 30, 10])
    house.set(2, to: 0)
    house.set(0, to: 0.9)
    #expect(house.text == "90: 90 0 15")
    house.set(0, to: 0)
    house.set(0, to: 0.3)
    #expect(house.text == "30: 30 0 5")
  }

  @Test("levels 7: of members that were turned to zero one by one, the last comes back")
  func allOwnZero() {
    let house = House(values: [60, 30, 0])
    house.set(1, to: 0)
    house.set(2, to: 0)
    #expect(house.text == "0: 0 0 0")
    house.set(0, to: 0.2)
    #expect(house.text == "20: 0 20 0")
  }

  @Test("levels 1, row 4: a member's own finger takes its ratio anew; the master shows it")
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

  @Test("row 4: the master glides to what something else did to a member")
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

  @Test("a member that is not the loudest changes without a word from the master")
  func unheard() {
    let house = House(isConnected: true)
    house.remote(0.2, 2)
    #expect(house.happened() == ["b remote 20"])
  }

  @Test("levels 8, 9: a member's own finger wins while another turns the master")
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

  @Test("levels 9: a member raised by its own finger while the master is at zero does not jump")
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

  @Test("row 6: a level for a member waits for the finger on the master, and is forgotten")
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
    "row 6: a level that comes after the master's last movement is not overwritten at the end",
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

  @Test("levels 10, row 7: a member that cannot be reached neither moves nor counts")
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

  @Test("row 7: without its members the master is offline, and takes no finger")
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

  @Test("row 7: until the first member answers nothing is known") func awaited() {
    let house = House()
    for member in 1...3 { house.panel.connect(knob: member) }
    #expect(house.panel.viewState(ofKnob: 0).state == .unknown)
    house.remote(0.2, 3)
    #expect(house.happened() == ["c remote 20", "home remote 20"])
    #expect(house.panel.knobs[0].pointer.position == 0.2)
  }

  @Test("row 7: members that never answered and are lost make the master offline")
  func awaitedAndLost() {
    let house = House()
    for member in 1...3 { house.panel.connect(knob: member) }
    for member in 1...2 { house.lose(member) }
    #expect(house.panel.viewState(ofKnob: 0).state == .unknown)
    house.panel.viewChanges.removeAll()
    house.lose(3)
    #expect(house.panel.viewState(ofKnob: 0).state == .offline)
    #expect(house.panel.viewChanges.knobs.contains(0))
    house.panel.connect(knob: 2)
    #expect(house.panel.viewState(ofKnob: 0).state == .unknown)
  }

  @Test("levels 10, row 8: locked members are left alone") func locked() {
    let house = House { knob in if knob.id == "a" { knob.guards.lock = .tap } }
    #expect(house.text == "30: 60 30 0")
    house.set(0, to: 0.6)
    #expect(house.text == "60: 60 60 0")
    house.tap(1)
    house.set(0, to: 0.3)
    #expect(house.text == "30: 30 30 0")
  }

  @Test("row 8: a master of locked members shows them and does not turn") func allLocked() {
    let house = House { knob in knob.guards.lock = knob.id == "home" ? nil : .tap }
    #expect(house.panel.viewState(ofKnob: 0).isLocked)
    house.set(0, to: 0.1)
    #expect(house.text == "60: 60 30 0")
    #expect(house.happened() == ["home began 60", "home ended 60"])
  }

  @Test("row 3: a tap mutes all members, and the next brings each back to where it was")
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

  @Test("row 3: a double tap brings the loudest to the master's default") func reset() {
    let house = House(isConnected: true) { knob in
      if knob.id == "home" { knob.defaultValue = 20 }
    }
    house.tap(0, times: 2)
    #expect(house.text == "20: 20 10 0")
    #expect(house.happened().suffix(3) == ["home reset 20", "a remote 20", "b remote 10"])
    #expect(house.panel.knobs[1].pointer.glide == nil)
    #expect(house.requested() == ["a 0.2.", "b 0.1."])
  }

  @Test("what a master is told counts for its members, without a word to anybody") func told() {
    let house = House(isConnected: true)
    house.panel.set(value: 30, ofKnob: 0)
    #expect(house.text == "30: 30 15 0")
    house.panel.set(value: 80, ofKnob: 3)
    #expect(house.text == "80: 30 15 80")
    #expect(house.happened().isEmpty)
    #expect(house.requested().isEmpty)
    #expect(house.panel.nextWake == nil)
  }

  @Test("a turn that is taken back takes the members back too") func takenBack() {
    let house = House(values: [61, 33, 5]) { $0.guards.cancel = .restore }
    house.grab(0)
    house.turn(0, to: 0.1)
    house.touch(.cancelled(ContactID(device: 0, slot: 0)))
    #expect(house.text == "61: 61 33 5")
    #expect(house.happened().suffix(1) == ["home cancelled 61"])
  }

  @Test("a master that reports on release asks its members' controls then") func report() {
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

  @Test("members in decibels keep their distance, whatever the master's own scale") func decibels()
  {
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

  @Test("a member whose way is of another kind goes as far along it as the others") func tapers() {
    let house = House(values: [100, 25, 0]) { knob in
      if knob.id == "b" { knob.scale.taper = .power(2) }
      if knob.id == "c" { knob.travel = .endless }
    }
    #expect(house.text == "100: 100 25 0")
    house.set(0, to: 0.5)
    // Half the way up was a quarter of the range; half of that is a sixteenth. A knob without ends
    // has no highest level, and is nobody's member.
    #expect(house.text == "50: 50 6 0")
  }
}
