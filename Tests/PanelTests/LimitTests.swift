import Gesture
import Glibc
import Knobs
import Layout
import Raster
import Testing

@testable import Panel

/// Row 5 of the case table in `RiseGuard`, for every way to raise a knob.
@Suite struct LimitTests {
  /// A knob of radius 100 at (240, 240), at 20 of 0…100 in steps of 5, with a limit of 85.
  private static func play(
    _ action: ButtonLayout.Action = .reset([0]), _ kind: ButtonLayout.Kind? = nil,
    _ change: (inout KnobLayout) -> Void = { _ in }
  ) -> PlayedPanel {
    var knob = KnobLayout(
      id: "knob", center: DesignPoint(x: 240, y: 240), diameter: 200, scale: Scale(step: 5),
      value: 20, defaultValue: 90)
    knob.guards.limit = 85
    change(&knob)
    let button = ButtonLayout(
      id: "button", center: DesignPoint(x: 60, y: 440), width: 60, height: 40, action: action,
      kind: kind)
    return PlayedPanel(
      LayoutDocument(
        panel: PanelLayout(width: 480, height: 480), knobs: [knob], buttons: [button]))
  }

  /// Turns the knob by so many degrees from 12 o'clock, and holds it.
  private static func grab(_ play: PlayedPanel, _ degrees: Double, at time: Int64) {
    let count = 40
    for index in 0...count {
      let radians = Angle.radians(fromDegrees: degrees * Double(index) / Double(count))
      let (x, y) = (240 + 80 * sin(radians), 240 - 80 * cos(radians))
      let now = time + Int64(index) * 10
      if index == 0 { play.down(x, y, at: now) } else { play.move(x, y, at: now) }
    }
  }

  private static func turn(_ play: PlayedPanel, _ degrees: Double, at time: Int64) {
    grab(play, degrees, at: time)
    play.up(at: time + 600)
  }

  /// Receives a remote level, and waits for the end of the animation.
  private static func report(_ level: Double, _ play: PlayedPanel, at time: Int64) {
    if time == 0 { play.panel.connect(.knob(0)) }
    play.panel.handleLevel(level, of: .knob(0), at: PlayedPanel.time(time))
    play.run(until: time + 900)
  }

  @Test("No grab passes the limit, however often") func fingers() {
    let play = Self.play()
    for time in [0, 2000, 4000] as [Int64] {
      Self.turn(play, 300, at: time)
      #expect(play.values() == [85])
    }
    Self.turn(play, -27, at: 6000)
    #expect(play.values() == [75])
  }

  @Test("A limit between two steps is the lower step") func betweenSteps() {
    let play = Self.play { $0.guards.limit = 84 }
    Self.turn(play, 300, at: 0)
    #expect(play.values() == [80])
  }

  @Test("A magnet above the limit does not pull a knob over it") func magnet() {
    let play = Self.play {
      $0.scale.step = 0
      $0.magnets = [Magnet(value: 87, width: 6)]
    }
    Self.turn(play, 300, at: 0)
    #expect(play.values()[0] <= 85)
    #expect(play.values()[0] > 84)
  }

  @Test("Taps to the next value wrap to the lowest one at the limit") func next() {
    let play = Self.play {
      $0.value = 80
      $0.taps.action = .next
    }
    for (time, value) in [(0, 85), (1000, 0), (2000, 5)] as [(Int64, Double)] {
      play.tap(300, 240, at: time)
      #expect(play.values() == [value])
    }
  }

  @Test("Nudges stop at the limit") func nudge() {
    let play = Self.play {
      $0.value = 80
      $0.taps.action = .nudge(10)
    }
    for time in [0, 1000] as [Int64] {
      play.tap(300, 240, at: time)
      #expect(play.values() == [85])
    }
  }

  @Test("A double tap stops at the limit") func reset() {
    let play = Self.play()
    play.tap(300, 240, at: 0)
    play.tap(300, 240, at: 150)
    #expect(play.values() == [85])
  }

  @Test("A preset above the limit sets the limit, is lit there, and can be undone") func preset() {
    let play = Self.play(.preset([.init(knob: 0, value: 99)]), .toggle)
    play.tap(60, 440, at: 0)
    #expect(play.values() == [85])
    #expect(play.panel.viewState(ofButton: 0).isOn)
    play.tap(60, 440, at: 1000)
    #expect(play.values() == [20])
  }

  @Test("A louder remote value is shown and stays until it is turned down")
  func louderRemoteValue() {
    let play = Self.play()
    Self.report(0.95, play, at: 0)
    #expect(play.values() == [95])
    Self.turn(play, 90, at: 1000)
    #expect(play.values() == [95])
    #expect(play.panel.controlRequests.isEmpty)
    Self.grab(play, -27, at: 3000)
    #expect(play.values() == [85])
    play.up(at: 4000)
    Self.turn(play, 90, at: 5000)
    #expect(play.values() == [85])
  }

  @Test("A mute is restored to the limit") func mute() {
    let play = Self.play(.mute([0]))
    Self.report(0.95, play, at: 0)
    play.tap(60, 440, at: 1000)
    #expect(play.values() == [0])
    play.tap(60, 440, at: 2000)
    #expect(play.values() == [85])
  }

  @Test("A cancelled turn is restored to the limit") func cancelledTurn() {
    let play = Self.play { $0.guards.cancel = .restore }
    Self.report(0.95, play, at: 0)
    Self.grab(play, -200, at: 1000)
    #expect(play.values()[0] < 40)
    play.cancel(at: 1500)
    #expect(play.values() == [85])
  }

  @Test("A finger that lands while the pointer glides down does not exceed the limit") func glide()
  {
    let play = Self.play()
    Self.report(0.95, play, at: 0)
    play.panel.handleLevel(0.2, of: .knob(0), at: PlayedPanel.time(1000))
    play.panel.tick(at: PlayedPanel.time(1010))
    Self.grab(play, 1, at: 1020)
    #expect(play.values()[0] <= 85)
  }

  @Test("A master with a limit stops there") func master() {
    let house = House { knob in if knob.id == "home" { knob.guards.limit = 80 } }
    house.set(0, to: 1)
    #expect(house.text == "80: 80 40 0")
  }

  @Test("A master raises a member no further than its limit, also from zero") func group() {
    let house = House(values: [95, 30, 0]) { knob in if knob.id == "a" { knob.guards.limit = 85 } }
    house.set(0, to: 1)
    #expect(house.text == "95: 95 30 0")
    // From its current value, not from the limit.
    house.set(0, to: 0.9)
    #expect(house.text == "90: 90 29 0")
    house.set(0, to: 0)
    #expect(house.text == "0: 0 0 0")
    house.set(0, to: 1)
    #expect(house.text == "85: 85 27 0")
  }
}
