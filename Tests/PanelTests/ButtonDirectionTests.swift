import Knobs
import Layout
import Testing

@testable import Panel

/// Row 13a of the case table in `ButtonController`: presets that only lower or only raise.
@Suite struct ButtonDirectionTests {
  /// Both knobs are at 50.
  private static let preset = ButtonLayout.Action.preset([
    .init(knob: 0, value: 30), .init(knob: 1, value: 70),
  ])

  @Test(arguments: [
    (ButtonLayout.Direction.lower, [30.0, 50]), (.raise, [50, 70]), (nil, [30, 70]),
  ])
  func push(_ only: ButtonLayout.Direction?, values: [Double]) {
    let play = ButtonTests.play(Self.preset, only: only)
    play.tap(240, 60, at: 0)
    #expect(play.values() == values)
    #expect(ButtonTests.look(play).isOn)
  }

  @Test("A toggle restores only the knobs that it moved") func toggle() {
    let play = ButtonTests.play(Self.preset, .toggle, only: .lower)
    play.tap(240, 60, at: 0)
    _ = play.happened()
    play.tap(240, 60, at: 1000)
    #expect(play.values() == [50, 50])
    #expect(play.happened() == ["button pressed on", "button released", "a restored 50"])
  }

  @Test("A momentary button restores only the knobs that it moved") func momentary() {
    let play = ButtonTests.play(Self.preset, .momentary, only: .raise)
    play.down(240, 60, at: 0)
    #expect(play.values() == [50, 70])
    play.up(at: 500)
    #expect(play.values() == [50, 50])
  }

  @Test("A quieter knob is not made louder, and the button is lit")
  func quieter() {
    let play = ButtonTests.play(.preset([.init(knob: 0, value: 80)]), only: .lower)
    #expect(ButtonTests.look(play).isOn)
    play.tap(240, 60, at: 0)
    #expect(play.values() == [50, 50])
    #expect(play.happened() == ["button pressed on", "button released on"])
  }
}
