import Gesture
import Glibc
import Knobs
import Layout
import Testing

@testable import Panel

/// Limits that are other knobs, by the case table at `KnobController.follow(limit:)`, and
/// `guards.within`.
@Suite struct KnobLimitTests {
  private struct Settings: ControlSettings {
    var name = "mixer"
  }

  private static let control = ControlLayout.backEnd(Settings())

  /// Knobs `bar` at 50 and `most` at 80, which limits it, with a button for `bar`.
  private static func layout(
    action: ButtonLayout.Action = .preset([.init(knob: 0, value: 90)]), most: ControlLayout? = nil,
    bar: ControlLayout? = nil, kind: ButtonLayout.Kind? = nil,
    _ change: (inout KnobLayout) -> Void = { _ in }
  ) -> LayoutDocument {
    let knobs = [("bar", 100.0, 50.0, bar), ("most", 300, 80, most)].map { id, x, value, control in
      var knob = KnobLayout(
        id: id, center: DesignPoint(x: x, y: 100), diameter: 140, scale: Scale(step: 1),
        value: value, control: control)
      if id == "bar" {
        knob.guards.limitKnob = "most"
        change(&knob)
      }
      return knob
    }
    let button = ButtonLayout(
      id: "button", center: DesignPoint(x: 60, y: 240), width: 60, height: 40, action: action,
      kind: kind)
    return LayoutDocument(
      panel: PanelLayout(width: 400, height: 280), knobs: knobs, buttons: [button])
  }

  /// Turns a knob by so many degrees from 12 o'clock.
  private func turn(_ play: PlayedPanel, _ degrees: Double, knob: Int = 0, at time: Int64) {
    let count = 40
    for index in 0...count {
      let radians = Angle.radians(fromDegrees: degrees * Double(index) / Double(count))
      let x = 100 + 200 * Double(knob) + 55 * sin(radians)
      let y = 100 - 55 * cos(radians)
      let now = time + Int64(index) * 10
      if index == 0 { play.down(x, y, at: now) } else { play.move(x, y, at: now) }
    }
    play.up(at: time + 600)
    play.run(until: time + 1500)
  }

  private func set(_ play: PlayedPanel, _ knob: Int, _ value: Double, at time: Int64) {
    _ = try? play.panel.setRemotely(value, ofKnob: knob, at: PlayedPanel.time(time))
  }

  @Test("Row 3: A limit from before a restart counts until another is known")
  func restored() {
    let play = PlayedPanel(Self.layout(most: Self.control))
    play.panel.connect(.knob(1))
    #expect(play.panel.limit(ofKnob: 0) == nil)
    // Outside of the range, and of knobs without such a limit.
    play.panel.restore(limit: 1000, ofKnob: 0)
    play.panel.restore(limit: .nan, ofKnob: 0)
    play.panel.restore(limit: 10, ofKnob: 1)
    #expect(play.panel.limit(ofKnob: 0) == nil && play.panel.limit(ofKnob: 1) == nil)
    play.panel.restore(limit: 60, ofKnob: 0)
    #expect(play.panel.limit(ofKnob: 0) == 60 && play.values() == [50, 80])
    set(play, 0, 90, at: 100)
    #expect(play.values() == [60, 80])
    play.panel.restore(limit: 90, ofKnob: 0)
    #expect(play.panel.limit(ofKnob: 0) == 60)
    play.panel.handleLevel(0.3, of: .knob(1), at: PlayedPanel.time(200))
    #expect(play.values()[0] == 30)
  }

  @Test("Finger, preset and program reach the other knob's value, and no more") func reached() {
    let finger = PlayedPanel(Self.layout())
    turn(finger, 300, at: 0)
    #expect(finger.values() == [80, 80])
    let preset = PlayedPanel(Self.layout())
    preset.tap(60, 240, at: 0)
    #expect(preset.values() == [80, 80])
    #expect(preset.panel.viewState(ofButton: 0).isOn)
    let program = PlayedPanel(Self.layout())
    set(program, 0, 99, at: 0)
    #expect(program.values() == [80, 80])
    #expect(program.panel.limit(ofKnob: 0) == 80)
  }

  @Test("Rows 1 and 2: Lowering the limit lowers the knob at once; raising it raises nothing")
  func live() {
    let play = PlayedPanel(Self.layout())
    set(play, 0, 70, at: 0)
    _ = play.happened()
    set(play, 1, 60, at: 1000)
    #expect(play.happened() == ["most remote 60", "bar limited 60"])
    #expect(play.values() == [60, 60])
    set(play, 1, 90, at: 2000)
    #expect(play.happened() == ["most remote 90"])
    #expect(play.values() == [60, 90])
    let position = Scale(step: 1).position(ofValue: 90)
    #expect(play.panel.viewState(ofKnob: 0).limit == position)
  }

  @Test("Row 1: A finger that lowers the limit, and one that holds the knob") func held() {
    let play = PlayedPanel(Self.layout { $0.value = 75 })
    turn(play, -60, knob: 1, at: 0)
    let limit = play.values()[1]
    #expect(limit < 70)
    #expect(play.values()[0] == limit)
    play.down(100, 45, at: 5000, finger: 1)
    set(play, 1, 30, at: 5100)
    #expect(play.values()[0] == 30)
    play.move(140, 62, at: 5200, finger: 1)
    play.move(155, 95, at: 5300, finger: 1)
    #expect(play.values()[0] == 30)
  }

  @Test("Row 3: While the limit is offline, its last value holds") func offline() {
    let play = PlayedPanel(Self.layout(most: Self.control))
    play.panel.connect(.knob(1))
    play.panel.handleLevel(0.65, of: .knob(1), at: PlayedPanel.time(0))
    play.panel.handleLoss(of: .knob(1), at: PlayedPanel.time(100))
    turn(play, 300, at: 1000)
    #expect(play.values()[0] == 65)
  }

  @Test("A change over a time stops at the limit, also at one that is lowered meanwhile")
  func ramps() {
    let play = PlayedPanel(Self.layout())
    _ = try? play.panel.setRemotely(
      99, ofKnob: 0, over: 4_000_000, at: PlayedPanel.time(0))
    #expect(play.panel.rampTarget(ofKnob: 0) == 80)
    play.run(until: 1000)
    #expect(play.values()[0] > 50 && play.values()[0] < 60)
    set(play, 1, 62, at: 1000)
    var highest = 0.0
    for time in stride(from: 1000, through: 6000, by: 50) {
      play.run(until: Int64(time))
      highest = max(highest, play.values()[0])
    }
    #expect(highest == 62 && play.values()[0] == 62)
    #expect(play.panel.rampTarget(ofKnob: 0) == nil)

    let unknown = PlayedPanel(Self.layout(most: Self.control))
    _ = try? unknown.panel.setRemotely(
      99, ofKnob: 0, over: 1_000_000, at: PlayedPanel.time(0))
    unknown.run(until: 3000)
    #expect(unknown.values()[0] == 50)
  }

  @Test("Rows 4 and 5: While the limit was never known, the knob can be lowered and not raised")
  func unknown() {
    let play = PlayedPanel(Self.layout(most: Self.control))
    play.panel.connect(.knob(1))
    #expect(play.panel.limit(ofKnob: 0) == nil)
    turn(play, 100, at: 0)
    #expect(play.values()[0] == 50)
    play.tap(60, 240, at: 3000)
    #expect(play.values()[0] == 50)
    #expect(!play.panel.viewState(ofButton: 0).isOn)
    set(play, 0, 99, at: 4000)
    #expect(play.values()[0] == 50)
    turn(play, -30, at: 5000)
    let lowered = play.values()[0]
    #expect(lowered < 50 && lowered > 0)
    play.panel.handleLevel(0.8, of: .knob(1), at: PlayedPanel.time(8000))
    play.tap(60, 240, at: 9000)
    #expect(play.values()[0] == 80)
  }

  @Test("Rows 6 and 7: Lowered while it is offline, and above the limit by others") func later() {
    let play = PlayedPanel(Self.layout(bar: Self.control))
    play.panel.connect(.knob(0))
    play.panel.handleLevel(0.95, of: .knob(0), at: PlayedPanel.time(0))
    play.run(until: 500)
    #expect(play.values()[0] == 95)
    play.panel.handleLoss(of: .knob(0), at: PlayedPanel.time(1000))
    set(play, 1, 40, at: 1100)
    play.panel.controlRequests.removeAll()
    play.panel.handleLevel(0.95, of: .knob(0), at: PlayedPanel.time(2000))
    #expect(play.values()[0] == 40)
    #expect(play.panel.controlRequests.last?.level == 0.4)
    play.panel.handleLevel(0.7, of: .knob(0), at: PlayedPanel.time(3000))
    play.run(until: 4000)
    #expect(play.values()[0] == 70)
  }

  @Test("An undone mute and an undone preset respect the limit as it is then") func undone() {
    let mute = PlayedPanel(Self.layout(action: .mute([0])))
    mute.tap(60, 240, at: 0)
    set(mute, 1, 30, at: 1000)
    mute.tap(60, 240, at: 2000)
    #expect(mute.values() == [30, 30])
  }

  @Test("A reload keeps the last known limit") func reload() {
    let play = PlayedPanel(Self.layout(most: Self.control))
    play.panel.connect(.knob(1))
    play.panel.handleLevel(0.65, of: .knob(1), at: PlayedPanel.time(0))
    play.panel.handleLoss(of: .knob(1), at: PlayedPanel.time(100))
    let next = PlayedPanel(
      play.panel.successor(
        layout: Self.layout(most: Self.control) { $0.diameter = 150 },
        viewport: play.panel.viewport, at: PlayedPanel.time(200)))
    #expect(next.panel.limit(ofKnob: 0) == 65)
    set(next, 0, 99, at: 1000)
    #expect(next.values()[0] == 65)
  }

  @Test("A master stops where its members reach the other knob's value") func group() {
    let house = House(values: [60, 30, 45]) {
      if $0.id == "home" { $0.control = .group(GroupLayout(members: ["a", "b"])) }
      if $0.id == "b" { $0.guards.limitKnob = "c" }
    }
    house.grab(0)
    house.turn(0, to: 1)
    house.lift(0)
    #expect(house.values == [90, 90, 45, 45])
    house.set(3, to: 0.3)
    #expect(house.values[2] == 30)
    #expect(house.values[1] == 90)
  }

  @Test("A master moves no member out of the range around its default") func groupWithin() {
    let house = House(values: [60, 30, 0]) {
      if $0.id == "a" { ($0.guards.within, $0.defaultValue) = (20, 60) }
    }
    house.grab(0)
    house.turn(0, to: 1)
    #expect(house.values == [80, 80, 40, 0])
    house.turn(0, to: 0)
    #expect(house.values == [40, 40, 20, 0])
  }

  // MARK: Within

  private static func within(_ change: (inout KnobLayout) -> Void = { _ in }) -> PlayedPanel {
    PlayedPanel(
      layout(action: .preset([.init(knob: 0, value: 80)]), kind: .toggle) {
        $0.guards.limitKnob = nil
        $0.guards.within = 10
        $0.defaultValue = 50
        change(&$0)
      })
  }

  @Test("A finger turns a knob by so much from its default, up and down") func turned() {
    let play = Self.within()
    turn(play, 200, at: 0)
    #expect(play.values()[0] == 60)
    turn(play, -200, at: 3000)
    #expect(play.values()[0] == 40)
    turn(play, 200, at: 6000)
    #expect(play.values()[0] == 60)
  }

  @Test("A preset moves the range, and its undoing moves it back") func preset() {
    let play = Self.within()
    play.tap(60, 240, at: 0)
    turn(play, 200, at: 1000)
    #expect(play.values()[0] == 90)
    turn(play, -200, at: 4000)
    #expect(play.values()[0] == 70)
    let undone = Self.within()
    undone.tap(60, 240, at: 0)
    undone.tap(60, 240, at: 1000)
    #expect(undone.values()[0] == 50)
    turn(undone, 200, at: 2000)
    #expect(undone.values()[0] == 60)
  }

  @Test("A value from outside the range is shown, and can only be turned towards it")
  func outside() {
    let play = Self.within()
    set(play, 0, 90, at: 0)
    turn(play, 40, at: 1000)
    #expect(play.values()[0] == 90)
    turn(play, -200, at: 3000)
    #expect(play.values()[0] == 40)
  }

  @Test("A knob that its limit has lowered out of the range can be turned down from there")
  func limitBelow() {
    let play = Self.within { $0.guards.limitKnob = "most" }
    set(play, 1, 20, at: 0)
    #expect(play.values() == [20, 20])
    turn(play, -200, at: 1000)
    #expect(play.values()[0] == 10)
    turn(play, 300, at: 4000)
    #expect(play.values()[0] == 20)
  }

  @Test("Steps that do not meet the bounds stay inside") func steps() {
    let play = Self.within { $0.scale = Scale(step: 4) }
    turn(play, 200, at: 0)
    #expect(play.values()[0] == 60)
    turn(play, -200, at: 3000)
    #expect(play.values()[0] == 40)
  }

  @Test("Taps stay within") func taps() {
    let play = Self.within { $0.taps.action = .nudge(25) }
    play.tap(140, 100, at: 0)
    #expect(play.values()[0] == 60)
    play.run(until: 2000)
    play.tap(60, 100, at: 3000)
    #expect(play.values()[0] == 40)
  }
}
