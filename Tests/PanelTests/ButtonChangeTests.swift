import Knobs
import Layout
import Testing

@testable import Panel

/// The rows about `change` in the case table of `ButtonController`.
@Suite struct ButtonChangeTests {
  private static let dim = ButtonLayout.Action.change([
    .init(knob: 0, value: -20), .init(knob: 1, value: -60),
  ])

  @Test("Row 20: Each press changes the values by the same amount, within their ranges")
  func change() {
    let play = ButtonTests.play(.change([.init(knob: 0, value: 15), .init(knob: 1, value: -20)]))
    for values in [[65.0, 30], [80, 10], [95, 0], [100, 0]] {
      play.tap(240, 60, at: 0)
      #expect(play.values() == values)
      #expect(!ButtonTests.look(play).isOn)
    }
    #expect(play.happened().prefix(3) == ["button pressed", "button released", "a adjusted 65"])
  }

  @Test("Row 21: The toggle undoes its change, also if a knob was turned meanwhile")
  func undoneChange() {
    let play = ButtonTests.play(Self.dim, .toggle)
    play.tap(240, 60, at: 0)
    #expect(play.values() == [30, 0])
    #expect(ButtonTests.look(play).isOn)
    play.panel.set(value: 40, ofKnob: 0)
    _ = play.happened()
    play.tap(240, 60, at: 1000)
    #expect(play.values() == [60, 50])
    #expect(!ButtonTests.look(play).isOn)
    #expect(
      play.happened()
        == ["button pressed on", "button released", "a restored 60", "b restored 50"])
  }

  @Test("Row 22: A momentary button changes values while it is held") func changeWhileHeld() {
    let play = ButtonTests.play(Self.dim, .momentary)
    play.down(240, 60, at: 0)
    #expect(play.values() == [30, 0])
    play.up(at: 500)
    #expect(play.values() == [50, 50])
  }

  @Test("Rows 20 and 21: No value exceeds its limit, and undoing restores the original")
  func limitedChange() {
    let play = ButtonTests.play(.change([.init(knob: 0, value: 30)]), .toggle) {
      $0.guards.limit = 60
    }
    play.tap(240, 60, at: 0)
    #expect(play.values() == [60, 50])
    play.tap(240, 60, at: 1000)
    #expect(play.values() == [50, 50])
  }

  @Test("Row 17: An offline knob is not changed") func changeOffline() {
    let play = ButtonTests.play(Self.dim, .toggle)
    play.panel.connect(.knob(0))
    play.tap(240, 60, at: 0)
    #expect(play.values() == [50, 0])
    play.tap(240, 60, at: 1000)
    #expect(play.values() == [50, 50])
  }
}
