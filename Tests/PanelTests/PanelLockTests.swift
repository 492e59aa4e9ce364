import Gesture
import Layout
import Testing

@testable import Panel

/// The rows about `panel.lock: pin` in the case tables of `PanelController+PIN`.
@Suite struct PanelLockTests {
  /// The panel of `PINTests`, but knob `b` has an encoder and no lock.
  private static func play(_ change: (inout LayoutDocument) -> Void = { _ in }) -> PlayedPanel {
    PINTests.play {
      $0.panel.isLocked = true
      $0.panel.pinUnlockedMicroseconds = 5_000_000
      $0.knobs[1].encoder = EncoderLayout(input: EncoderInput(device: "Knob", axis: .dial))
      $0.buttons[0].lock = nil
      change(&$0)
    }
  }

  @Test(
    "Row 21: A finger only opens the pad, wherever it lands",
    arguments: [
      ("a knob with a lock", 60.0, 40.0), ("a knob without", 160, 40), ("a button", 240, 60),
      ("a button to a page", 240, 120), ("nothing", 400, 250),
    ])
  func finger(_ item: String, x: Double, y: Double) {
    let play = Self.play()
    play.down(x, y, at: 0)
    #expect(play.happened() == ["PIN asked"] && play.panel.pinPad != nil, "\(item)")
    for step in 1...10 { play.move(x + Double(step) * 3, y, at: Int64(step) * 10) }
    play.up(at: 200)
    #expect(play.happened().isEmpty && play.values() == [50, 50], "\(item)")
    #expect(play.panel.shownPage == 0 && play.panel.pinPad?.enteredCount == 0, "\(item)")
  }

  @Test("Row 21: Several fingers at once open one pad") func fingers() {
    let play = Self.play()
    let changes: [ContactChange] = [(160.0, 40.0), (240, 60)].enumerated().map { finger, point in
      .down(
        play.contact(finger),
        play.panel.viewport.displayFraction(
          designPoint: DesignPoint(x: point.0, y: point.1)))
    }
    play.panel.handle(TouchFrame(time: PlayedPanel.time(0), changes: changes))
    play.up(at: 50)
    play.up(at: 60, finger: 1)
    #expect(play.happened() == ["PIN asked"] && play.values() == [50, 50])
  }

  @Test(
    "Row 21: An encoder opens the pad and turns nothing",
    arguments: [EncoderAction.turned(counts: 3), .pressed, .muted])
  func encoder(action: EncoderAction) {
    let play = Self.play()
    play.panel.handle(action, ofKnob: 1, at: PlayedPanel.time(0))
    #expect(play.happened() == ["PIN asked"] && play.values() == [50, 50])
  }

  @Test("Row 21: An encoder without a turn or without a knob does not open the pad")
  func stillEncoder() {
    let play = Self.play()
    play.panel.handle(.turned(counts: 0), ofKnob: 1, at: PlayedPanel.time(0))
    play.panel.handle(.pressed, ofKnob: 0, at: PlayedPanel.time(10))
    #expect(play.happened().isEmpty && play.panel.pinPad == nil)
  }

  @Test("Rows 9, 17 and 18: The PIN unlocks the panel until it is not touched for a time")
  func lockingAgain() {
    let play = Self.play()
    play.panel.viewChanges.removeAll()
    play.tap(400, 250, at: 0)
    #expect(play.panel.isPanelLocked)
    PINTests.enter("0471", at: 1000, on: play)
    #expect(play.happened() == ["PIN asked", "PIN unlocked"])
    #expect(!play.panel.isPanelLocked && play.panel.viewChanges.isPINMarked)
    play.tap(240, 60, at: 2000)
    #expect(play.values() == [50, 0])
    // A finger that stays keeps the panel unlocked.
    play.down(400, 250, at: 3000)
    play.run(until: 60_000)
    play.up(at: 60_000)
    _ = play.happened()
    play.run(until: 64_999)
    #expect(play.happened().isEmpty)
    play.run(until: 65_000)
    #expect(play.happened() == ["PIN locked"] && play.panel.nextWake == nil)
    #expect(play.panel.isPanelLocked)
    play.tap(240, 60, at: 70_000)
    #expect(play.happened() == ["PIN asked"] && play.values() == [50, 0])
  }

  @Test("Row 13: A pad that times out leaves the panel locked") func timeout() {
    let play = Self.play()
    play.tap(160, 40, at: 0)
    play.run(until: 30_000)
    #expect(play.happened() == ["PIN asked", "PIN cancelled"])
    play.tap(160, 40, at: 31_000)
    #expect(play.happened() == ["PIN asked"])
  }

  @Test("Row 22: Remote changes are shown") func levels() {
    let play = Self.play()
    play.panel.connect(.knob(1))
    play.panel.handleLevel(0.8, of: .knob(1), at: PlayedPanel.time(500))
    #expect(play.values() == [50, 80] && play.panel.pinPad == nil)
  }

  @Test("Row 23: A reload that adds a lock leaves a held knob to its finger") func reload() {
    let play = Self.play { $0.panel.isLocked = false }
    play.down(160, 40, at: 0)
    for step in 1...5 { play.move(160 + Double(step) * 2, 40, at: Int64(step) * 10) }
    let next = PlayedPanel(
      play.panel.successor(
        layout: Self.play().panel.layout, viewport: play.panel.viewport,
        at: PlayedPanel.time(100)))
    let before = next.values()[1]
    for step in 6...10 { next.move(160 + Double(step) * 2, 40, at: 100 + Int64(step) * 10) }
    #expect(next.values()[1] > before)
    next.up(at: 300)
    _ = next.happened()
    next.tap(160, 40, at: 400)
    #expect(next.happened() == ["PIN asked"])
  }
}
