import Gesture
import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel

/// The actions of buttons on knobs: the rows of `ButtonController`.
extension ButtonTests {
  @Test("Rows 9 and 10: A mute button mutes and restores")
  func muteAndRestore() {
    let play = Self.play(Self.mute)
    play.tap(240, 60, at: 0)
    #expect(
      play.happened() == ["button pressed", "button released on", "a muted 0", "b muted 0"])
    #expect(Self.look(play).isOn)
    play.tap(240, 60, at: 1000)
    #expect(
      play.happened()
        == ["button pressed on", "button released", "a restored 50", "b restored 50"])
    #expect(!Self.look(play).isOn)
  }

  @Test("Row 10: A knob that was silent before the mute stays silent")
  func silentBeforeMute() {
    let play = Self.play(Self.mute)
    play.panel.set(value: 0, ofKnob: 1)
    play.tap(240, 60, at: 0)
    play.tap(240, 60, at: 1000)
    #expect(play.values() == [50, 0])
  }

  @Test("Row 10: Knobs silenced by other means are restored to the default")
  func silencedByOtherMeans() {
    let play = Self.play(Self.mute)
    for knob in 0...1 { play.panel.set(value: 0, ofKnob: knob) }
    #expect(Self.look(play).isOn)
    play.tap(240, 60, at: 0)
    #expect(play.values() == [20, 20])
  }

  @Test("Row 11: A mute of kind push never restores")
  func pushMute() {
    let play = Self.play(Self.mute, .push)
    play.tap(240, 60, at: 0)
    play.tap(240, 60, at: 1000)
    #expect(play.values() == [0, 0])
    #expect(Self.look(play).isOn)
  }

  @Test("Row 12: A reset moves to the defaults and is never lit")
  func reset() {
    let play = Self.play(.reset([0, 1]))
    play.tap(240, 60, at: 0)
    #expect(
      play.happened() == ["button pressed", "button released", "a reset 20", "b reset 20"])
    #expect(!Self.look(play).isOn)
  }

  @Test("Row 13: A preset is lit while the knobs match, however they got there")
  func presetIsLit() {
    let play = Self.play(Self.preset)
    play.tap(240, 60, at: 0)
    #expect(
      play.happened() == ["button pressed", "button released on", "a preset 30", "b preset 70"])
    #expect(Self.look(play).isOn)
    play.tap(240, 60, at: 1000)
    #expect(play.happened() == ["button pressed on", "button released on"])
    play.panel.set(value: 31, ofKnob: 0)
    #expect(!Self.look(play).isOn)
    play.panel.set(value: 30, ofKnob: 0)
    #expect(Self.look(play).isOn)
  }

  @Test("Row 14: A preset of kind toggle is undone by the next press")
  func presetToggle() {
    let play = Self.play(Self.preset, .toggle)
    play.tap(240, 60, at: 0)
    play.tap(240, 60, at: 1000)
    #expect(play.values() == [50, 50])
    #expect(play.happened().suffix(2) == ["a restored 50", "b restored 50"])
  }

  @Test(
    "Row 15: A momentary button is active while the finger is down, wherever it moves",
    arguments: [mute, preset], [false, true])
  func momentary(action: ButtonLayout.Action, isCancelled: Bool) {
    let play = Self.play(action, .momentary)
    play.down(240, 60, at: 0)
    #expect(Self.look(play) == ButtonViewState(isPressed: true, isOn: true))
    #expect(play.happened().first == "button pressed on")
    play.move(240, 5, at: 10)
    #expect(Self.look(play).isOn)
    if isCancelled { play.cancel(at: 500) } else { play.up(at: 500) }
    #expect(play.values() == [50, 50])
    #expect(
      play.happened() == [
        isCancelled ? "button cancelled" : "button released", "a restored 50", "b restored 50",
      ])
  }

  enum OtherChange: CaseIterable { case finger, remote, tap }

  @Test(
    "Row 16: A change by other means remains, and ends the mute",
    arguments: OtherChange.allCases, [ButtonLayout.Kind.momentary, .toggle])
  func changedMeanwhile(by change: OtherChange, kind: ButtonLayout.Kind) {
    let play = Self.play(Self.mute, kind) { $0.taps.action = .next }
    play.down(240, 60, at: 0)
    if kind == .toggle { play.up(at: 50) }
    switch change {
    case .finger:
      play.down(35, 60, at: 100, finger: 1)
      play.move(60, 35, at: 300, finger: 1)
      play.up(at: 600, finger: 1)
    case .remote: play.panel.handleLevel(0.3, of: .knob(0), at: PlayedPanel.time(600))
    case .tap:
      play.down(60, 40, at: 100, finger: 1)
      play.up(at: 150, finger: 1)
    }
    let changed = play.panel.value(ofKnob: 0)
    #expect(changed > 0)
    #expect(!Self.look(play).isOn)
    if kind == .momentary {
      play.up(at: 1000)
      #expect(play.values() == [changed, 50])
    } else {
      play.tap(240, 60, at: 1000)
      #expect(play.values() == [0, 0])
      play.tap(240, 60, at: 2000)
      #expect(play.values() == [changed, 50])
    }
  }

  @Test("Row 16: A control that rounds the level does not count as a change")
  func roundingControl() {
    let play = Self.play(.preset([.init(knob: 0, value: 30)]), .toggle) { $0.scale.step = 0 }
    play.panel.connect(.knob(0))
    play.panel.handleLevel(0.5, of: .knob(0), at: PlayedPanel.time(0))
    play.tap(240, 60, at: 100)
    play.panel.handleLevel(0.3032, of: .knob(0), at: PlayedPanel.time(300))
    #expect(Self.look(play).isOn)
    play.tap(240, 60, at: 1000)
    #expect(play.panel.value(ofKnob: 0) == 50)
  }

  @Test("Row 17: Only knobs that can be moved are moved")
  func partlyMovable() {
    let play = Self.play(Self.mute)
    play.panel.connect(.knob(1))
    play.tap(240, 60, at: 0)
    #expect(play.values() == [0, 50])
    #expect(Self.look(play).isOn)
    play.panel.handleLevel(0.5, of: .knob(1), at: PlayedPanel.time(500))
    #expect(!Self.look(play).isOn)
  }

  @Test("Row 17: A locked knob is not moved until it is unlocked")
  func locked() {
    let play = Self.play(.mute([0])) { $0.guards.lock = .tap }
    #expect(!Self.look(play).isEnabled)
    play.tap(60, 40, at: 0)
    #expect(Self.look(play).isEnabled)
    play.tap(240, 60, at: 1000)
    #expect(play.panel.value(ofKnob: 0) == 0)
    play.run(until: 20_000)
    #expect(!Self.look(play).isEnabled)
  }
}
