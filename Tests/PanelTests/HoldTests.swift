import Gesture
import Knobs
import Layout
import LayoutFile
import Testing

@testable import Panel

/// The rows about `lock: hold` in `PanelController+Buttons` and `KnobController`.
@Suite struct HoldTests {
  /// Knob `a` at (60, 60), at 50, and one button of 60 × 40 at (240, 60) that has to be held.
  private static func play(
    _ action: ButtonLayout.Action = .mute([0]), _ kind: ButtonLayout.Kind? = nil,
    _ change: (inout KnobLayout) -> Void = { _ in }
  ) -> PlayedPanel {
    var knob = KnobLayout(
      id: "a", center: DesignPoint(x: 60, y: 60), diameter: 60, scale: Scale(step: 1), value: 50,
      defaultValue: 20)
    change(&knob)
    var button = ButtonLayout(
      id: "button", center: DesignPoint(x: 240, y: 60), width: 60, height: 40, action: action,
      kind: kind)
    button.lock = .hold
    var layout = LayoutDocument(
      panel: PanelLayout(width: 300, height: 120), knobs: [knob], buttons: [button])
    layout.pages = [PageLayout(id: "one"), PageLayout(id: "two")]
    layout.panel.paging.tabs = nil
    return PlayedPanel(layout)
  }

  private static func progress(_ play: PlayedPanel) -> Double {
    play.panel.viewState(ofButton: 0).holdProgress
  }

  @Test("Rows 8a, 8b, 8e: A resting finger acts once, when the hold time is over")
  func holding() {
    let play = Self.play()
    play.down(240, 60, at: 0)
    #expect(play.happened() == ["button pressed"])
    play.run(until: 500)
    #expect(abs(Self.progress(play) - 0.5) < 0.02)
    play.run(until: 999)
    #expect(play.happened().isEmpty && play.values() == [50])
    play.run(until: 1000)
    #expect(play.happened() == ["button held on", "a muted 0"])
    #expect(Self.progress(play) == 1)
    // The finger's later movement has no effect.
    play.move(240, 119, at: 1500)
    play.up(at: 1600)
    #expect(play.happened() == ["button released on"])
    #expect(play.values() == [0])
    #expect(Self.progress(play) == 0)
    play.run(until: 5000)
    #expect(play.panel.nextWake == nil)
  }

  @Test("Row 8b: The button is redrawn while its progress bar fills")
  func drawing() {
    let play = Self.play()
    play.down(240, 60, at: 0)
    play.panel.viewChanges.removeAll()
    var frames = 0
    while let wake = play.panel.nextWake, wake < PlayedPanel.time(1000) {
      play.panel.tick(at: wake)
      if Array(play.panel.viewChanges.buttons) == [0] { frames += 1 }
      play.panel.viewChanges.removeAll()
    }
    #expect((55...61).contains(frames))
  }

  @Test("Row 8c: Lifting, or losing the contact or the console, before that has no effect")
  func lifting() {
    let play = Self.play()
    for end in [
      { play.up(at: $0) }, { play.cancel(at: $0) },
      { play.panel.cancelAllContacts(at: PlayedPanel.time($0)) },
    ] as [(Int64) -> Void] {
      let start = (play.panel.now.microseconds / 1000) + 100
      play.down(240, 60, at: start)
      play.run(until: start + 900)
      end(start + 900)
      play.run(until: start + 3000)
      #expect(play.happened() == ["button pressed", "button cancelled"])
      #expect(play.panel.nextWake == nil)
    }
  }

  @Test("Row 8d: A finger that slides off and returns starts the wait again")
  func slidingOff() {
    let play = Self.play()
    play.down(240, 60, at: 0)
    play.run(until: 800)
    play.move(240, 121, at: 800)
    #expect(Self.progress(play) == 0)
    play.run(until: 2000)
    #expect(play.happened() == ["button pressed"])
    play.move(240, 60, at: 2000)
    play.run(until: 2999)
    #expect(play.happened().isEmpty)
    play.run(until: 3000)
    #expect(play.happened() == ["button held on", "a muted 0"])
  }

  @Test("Row 8e: A momentary button acts while it is held on, and then restores")
  func momentary() {
    let play = Self.play(.mute([0]), .momentary)
    play.down(240, 60, at: 0)
    play.run(until: 900)
    #expect(play.values() == [50])
    play.up(at: 950)
    #expect(play.happened() == ["button pressed", "button cancelled"])
    play.down(240, 60, at: 2000)
    play.run(until: 4000)
    #expect(play.happened() == ["button pressed", "button held on", "a muted 0"])
    play.cancel(at: 5000)
    #expect(play.happened() == ["button cancelled", "a restored 50"])
  }

  @Test("Row 8b: A button still acts after its page is left")
  func page() {
    var layout = Self.play(.page(.index(1))).panel.layout
    layout.buttons[0].page = 0
    let play = PlayedPanel(layout)
    play.down(240, 60, at: 0)
    play.run(until: 3000)
    #expect(
      play.happened()
        == ["button pressed", "button held on", "two shown", "button released on"])
    play.up(at: 3100)
    #expect(play.happened().isEmpty)
  }

  @Test("Row 18 of successions: A reload keeps the elapsed time, unless the lock changes")
  func reload() {
    let play = Self.play()
    play.down(240, 60, at: 0)
    play.run(until: 600)
    let panel = play.panel
    let same = PlayedPanel(
      panel.successor(layout: panel.layout, viewport: panel.viewport, at: PlayedPanel.time(700)))
    #expect(abs(Self.progress(same) - 0.7) < 0.01)
    same.run(until: 1000)
    #expect(same.happened() == ["button held on", "a muted 0"])
    var layout = panel.layout
    layout.buttons[0].lock = nil
    let other = Self.play()
    other.down(240, 60, at: 0)
    let next = PlayedPanel(
      other.panel.successor(
        layout: layout, viewport: panel.viewport, at: PlayedPanel.time(700)))
    #expect(other.happened() == ["button pressed", "button cancelled"])
    next.up(at: 800)
    next.run(until: 3000)
    #expect(next.happened().isEmpty && next.values() == [50])
  }

  // MARK: Knobs

  private static func knob() -> PlayedPanel {
    play { $0.guards.lock = .hold }
  }

  private static func look(_ play: PlayedPanel) -> KnobViewState { play.panel.viewState(ofKnob: 0) }

  @Test("Row 18a: A tap does not unlock")
  func tapping() {
    let play = Self.knob()
    play.tap(60, 40, at: 0)
    play.tap(60, 40, at: 200)
    #expect(play.happened() == ["a began 50", "a ended 50", "a began 50", "a ended 50"])
    #expect(Self.look(play).isLocked)
  }

  @Test("Row 18b: A resting finger unlocks the knob and turns it, and the knob locks again")
  func resting() {
    let play = Self.knob()
    play.down(60, 40, at: 0)
    play.run(until: 500)
    #expect(abs(Self.look(play).holdProgress - 0.5) < 0.02)
    play.run(until: 999)
    #expect(Self.look(play).isLocked)
    play.run(until: 1000)
    #expect(play.happened() == ["a began 50", "a unlocked 50"])
    #expect(!Self.look(play).isLocked && Self.look(play).holdProgress == 0)
    for step in 1...10 { play.move(60 + Double(step) * 2, 40, at: 1100 + Int64(step) * 10) }
    #expect(play.values()[0] > 55)
    play.up(at: 1300)
    play.run(until: 6299)
    #expect(!Self.look(play).isLocked)
    play.run(until: 6300)
    #expect(Self.look(play).isLocked)
  }

  @Test("Rows 18c, 18d: A moving finger has no effect; its wait starts where it stops")
  func moving() {
    let play = Self.knob()
    play.down(60, 40, at: 0)
    play.run(until: 900)
    for step in 1...10 { play.move(60 + Double(step) * 2, 40, at: 900 + Int64(step) * 10) }
    #expect(Self.look(play).holdProgress < 0.1)
    play.run(until: 1800)
    #expect(play.happened() == ["a began 50"])
    play.up(at: 1800)
    play.run(until: 5000)
    #expect(play.happened() == ["a ended 50"])
    #expect(Self.look(play).isLocked && Self.look(play).holdProgress == 0)
    #expect(play.panel.nextWake == nil)
  }

  @Test("Row 18b: The rest that unlocks does not nudge")
  func nudging() {
    let play = Self.play { knob in
      knob.guards.lock = .hold
      knob.taps.action = .nudge(5)
      knob.taps.repeats = true
    }
    play.down(80, 60, at: 0)
    play.run(until: 4000)
    #expect(play.happened() == ["a began 50", "a unlocked 50"])
  }
}
