import Gesture
import Glibc
import Knobs
import Layout
import Testing

@testable import Panel

/// The case table of `KnobController+Return`: values that return to their default after a time.
@Suite struct ReturnTests {
  /// `a` and `b`, of radius 50 at (100, 100) and (300, 100), at 20 of 0…100, their default.
  ///
  /// `a` returns after 10 seconds. A button at (500, 100) performs the action, and one at (500,
  /// 180) has no effect on `a`.
  private static func layout(
    _ action: ButtonLayout.Action = .preset([.init(knob: 0, value: 60)]),
    _ kind: ButtonLayout.Kind? = nil, idle: Int64? = nil,
    _ change: (inout KnobLayout) -> Void = { _ in }
  ) -> LayoutDocument {
    let knobs = ["a", "b"].enumerated().map { index, id in
      var knob = KnobLayout(
        id: id, center: DesignPoint(x: 100 + 200 * Double(index), y: 100), diameter: 100,
        scale: Scale(step: 1), value: 20, defaultValue: 20)
      if id == "a", idle == nil { knob.valueReturn = ValueReturn(microseconds: 10_000_000) }
      change(&knob)
      return knob
    }
    var panel = PanelLayout(width: 600, height: 200)
    panel.idleReturnMicroseconds = idle.map { $0 * 1000 }
    let buttons = [("go", 100.0, action, kind), ("other", 180, .mute([1]), nil)].map {
      ButtonLayout(
        id: $0, center: DesignPoint(x: 500, y: $1), width: 60, height: 30, action: $2, kind: $3)
    }
    return LayoutDocument(panel: panel, knobs: knobs, buttons: buttons)
  }

  private static func play(
    idle: Int64? = nil, _ change: (inout KnobLayout) -> Void = { _ in }
  ) -> PlayedPanel {
    PlayedPanel(layout(idle: idle, change))
  }

  /// Turns a knob by 60 degrees in 300 ms, and lifts unless it is to be held.
  private static func turn(
    _ play: PlayedPanel, knob: Int = 0, at time: Int64, thenHolds: Bool = false
  ) {
    let x = 100 + 200 * Double(knob)
    play.down(x, 60, at: time)
    for step in 1...30 {
      let angle = Angle.radians(fromDegrees: 2 * Double(step))
      play.move(x + 40 * sin(angle), 100 - 40 * cos(angle), at: time + Int64(step) * 10)
    }
    if !thenHolds { play.up(at: time + 310) }
  }

  /// Runs until a time, and returns the events.
  private static func events(_ play: PlayedPanel, until time: Int64) -> [String] {
    _ = play.happened()
    play.run(until: time)
    return play.happened()
  }

  @Test("1 and 5: A value set by a finger returns, and a request is sent")
  func finger() {
    let play = Self.play { $0.control = .backEnd(TestSettings(name: $0.id)) }
    for knob in 0...1 {
      play.panel.connect(.knob(knob))
      play.panel.handleLevel(0.2, of: .knob(knob), at: PlayedPanel.time(0))
    }
    Self.turn(play, at: 1000)
    #expect(play.values()[0] > 35)
    play.panel.controlRequests.removeAll()
    #expect(Self.events(play, until: 11_300) == [])
    #expect(Self.events(play, until: 11_400) == ["a returned 20"])
    #expect(
      play.panel.controlRequests
        == [ControlRequest(knob: 0, level: 0.2, isFinal: true)])
    #expect(Self.events(play, until: 60_000) == [])
  }

  @Test("The pointer glides back, and then nothing wakes the panel")
  func glide() {
    let play = Self.play()
    Self.turn(play, at: 0)
    play.run(until: 10_400)
    #expect(play.panel.viewState(ofKnob: 0).position > 0.25)
    play.run(until: 12_000)
    #expect(play.panel.viewState(ofKnob: 0).position == 0.2)
    #expect(play.panel.nextWake == nil)
  }

  @Test("A knob without a return keeps its value") func withoutReturn() {
    let play = Self.play()
    Self.turn(play, knob: 1, at: 0)
    #expect(Self.events(play, until: 100_000) == [])
    #expect(play.values()[1] > 35)
  }

  @Test("1: A value set by a tap or a button returns", arguments: [true, false])
  func tapsAndButtons(isTap: Bool) {
    let play = Self.play { $0.taps.action = .mute }
    if isTap { play.tap(100, 100, at: 0) } else { play.tap(500, 100, at: 0) }
    play.run(until: 1000)
    #expect(play.values()[0] == (isTap ? 0 : 60))
    #expect(Self.events(play, until: 11_000) == ["a returned 20"])
  }

  @Test("The value returns to the layout's value, within its limit") func target() {
    let play = Self.play {
      $0.valueReturn?.value = 70
      $0.guards.limit = 50
    }
    Self.turn(play, at: 0)
    #expect(Self.events(play, until: 11_000) == ["a returned 50"])
  }

  @Test("2: The value does not move under a finger; the time starts when that lifts")
  func held() {
    let play = Self.play()
    Self.turn(play, at: 0, thenHolds: true)
    #expect(Self.events(play, until: 30_000) == [])
    play.up(at: 30_000)
    #expect(Self.events(play, until: 39_900) == [])
    #expect(Self.events(play, until: 40_100) == ["a returned 20"])
  }

  @Test("2: A touch without a turn postpones the return") func touched() {
    let play = Self.play()
    Self.turn(play, at: 0)
    play.tap(100, 100, at: 8000)
    #expect(Self.events(play, until: 18_000) == [])
    #expect(Self.events(play, until: 18_100) == ["a returned 20"])
  }

  @Test("3: A remote value stays; a value rounded by the control does not count as one")
  func remote() {
    for (level, returns) in [(0.7, false), (0.36, true)] {
      let play = Self.play { $0.scale = Scale() }
      play.panel.connect(.knob(0))
      play.panel.handleLevel(0.2, of: .knob(0), at: PlayedPanel.time(0))
      play.tap(500, 100, at: 0)
      play.run(until: 1000)
      play.panel.set(value: 36, ofKnob: 0)
      play.tap(500, 100, at: 1000)
      play.run(until: 2000)
      play.panel.handleLevel(returns ? 0.601 : level, of: .knob(0), at: PlayedPanel.time(3000))
      play.run(until: 60_000)
      #expect((play.values()[0] == 20) == returns, "\(level)")
    }
  }

  @Test("4: A value does not return after its control was lost and came back") func lost() {
    let play = Self.play()
    play.panel.connect(.knob(0))
    play.panel.handleLevel(0.2, of: .knob(0), at: PlayedPanel.time(0))
    Self.turn(play, at: 0)
    play.panel.handleLoss(of: .knob(0), at: PlayedPanel.time(1000))
    play.panel.handleLevel(0.5, of: .knob(0), at: PlayedPanel.time(2000))
    #expect(Self.events(play, until: 60_000) == [])
    #expect(play.values()[0] == 50)
  }

  @Test("6: A value that is already at its default causes no event") func alreadyAtDefault() {
    let play = Self.play()
    Self.turn(play, at: 0)
    play.tap(100, 100, at: 1000)
    play.tap(100, 100, at: 1150)
    play.run(until: 3000)
    #expect(play.values()[0] == 20)
    #expect(Self.events(play, until: 60_000) == [])
    #expect(play.panel.nextWake == nil)
  }

  @Test("A lock that has closed meanwhile does not prevent the return") func locked() {
    let play = Self.play {
      $0.guards.lock = .tap
      $0.guards.unlockedMicroseconds = 2_000_000
    }
    play.tap(100, 100, at: 0)
    Self.turn(play, at: 500)
    #expect(play.values()[0] > 35)
    #expect(Self.events(play, until: 60_000) == ["a returned 20"])
  }

  @Test("The change of a held button ends when the knob returns")
  func momentary() {
    let play = PlayedPanel(Self.layout(.preset([.init(knob: 0, value: 60)]), .momentary))
    play.down(500, 100, at: 0)
    #expect(Self.events(play, until: 20_000) == ["a returned 20"])
    play.up(at: 20_000)
    #expect(Self.events(play, until: 60_000) == [])
    #expect(play.values()[0] == 20)
  }

  @Test("7: All knobs with a default return when the panel is idle") func idle() {
    let play = Self.play(idle: 5000)
    Self.turn(play, at: 0)
    Self.turn(play, knob: 1, at: 1000)
    play.tap(500, 10, at: 4000)
    #expect(Self.events(play, until: 9050) == [])
    #expect(Self.events(play, until: 9100) == ["a returned 20", "b returned 20"])
  }

  @Test("7: The panel is not idle while a finger is anywhere on it") func idleHeld() {
    let play = Self.play(idle: 5000)
    Self.turn(play, at: 0)
    play.down(500, 180, at: 3000)
    #expect(Self.events(play, until: 30_000) == [])
    play.up(at: 30_000)
    #expect(Self.events(play, until: 35_000).contains("a returned 20"))
  }

  @Test("7: Knobs without a default, and remote values, stay") func idleExceptions() {
    let play = Self.play(idle: 5000) { if $0.id == "a" { $0.defaultValue = nil } }
    Self.turn(play, at: 0)
    play.panel.connect(.knob(1))
    play.panel.handleLevel(0.7, of: .knob(1), at: PlayedPanel.time(500))
    #expect(Self.events(play, until: 60_000) == [])
    #expect(play.panel.nextWake == nil)
  }

  @Test("In a group, members return and the master follows") func group() {
    let house = House { knob in
      knob.defaultValue = knob.id == "home" ? 90 : 10
      knob.valueReturn = knob.id == "b" ? ValueReturn(microseconds: 9_000_000) : nil
    }
    house.set(0, to: 0.8)
    let moved = house.values
    #expect(moved[2] > 30)
    while let wake = house.panel.nextWake { house.panel.tick(at: wake) }
    #expect(house.values[2] == 10)
    #expect(house.values[1] == moved[1])
  }

  @Test("A master that returns leaves its members where it moves them") func master() {
    let house = House { knob in
      if knob.id == "home" {
        knob.valueReturn = ValueReturn(microseconds: 1_000_000, value: 30)
      } else {
        (knob.defaultValue, knob.valueReturn) = (99, nil)
      }
      if knob.id == "a" { knob.valueReturn = ValueReturn(microseconds: 500_000_000) }
    }
    house.set(0, to: 0.8)
    house.panel.tick(at: house.panel.now.advanced(byMicroseconds: 2_000_000))
    while let wake = house.panel.nextWake, wake.microseconds < 400_000_000 {
      house.panel.tick(at: wake)
    }
    #expect(house.values == [30, 30, 15, 0])
  }

  @Test("A reload keeps the elapsed time, and its new settings apply at once") func reload() {
    let play = Self.play()
    Self.turn(play, at: 0)
    let viewport = PlayedPanel.viewport(of: Self.layout())
    let same = PlayedPanel(
      play.panel.successor(layout: Self.layout(), viewport: viewport, at: PlayedPanel.time(5000)))
    #expect(Self.events(same, until: 10_250) == [])
    #expect(Self.events(same, until: 10_400) == ["a returned 20"])

    let play2 = Self.play()
    Self.turn(play2, at: 0)
    let shorter = Self.layout { $0.valueReturn?.microseconds = 1_000_000 }
    let next = PlayedPanel(
      play2.panel.successor(layout: shorter, viewport: viewport, at: PlayedPanel.time(5000)))
    #expect(Self.events(next, until: 5100) == ["a returned 20"])

    let play3 = Self.play()
    Self.turn(play3, at: 0)
    let edited = Self.layout { $0.value = 77 }
    let last = PlayedPanel(
      play3.panel.successor(layout: edited, viewport: viewport, at: PlayedPanel.time(5000)))
    #expect(Self.events(last, until: 60_000) == [])
    #expect(last.values()[0] == 77)
  }

  @Test("An idle panel shows its home page again") func page() {
    var paging = Paging()
    (paging.homeMicroseconds, paging.homePage) = (5_000_000, 2)
    let play = PlayedPanel(PageTests.layout(paging))
    #expect(Self.events(play, until: 6000) == ["three shown"])
    play.tap(300, 130, at: 10_000)
    #expect(Self.events(play, until: 15_000) == [])
    #expect(Self.events(play, until: 15_100) == ["three shown"])
  }
}
