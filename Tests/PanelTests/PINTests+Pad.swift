import Gesture
import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel

/// The PIN pad: rows 5 to 16.
extension PINTests {
  @Test("Rows 5 to 7: A key counts where the finger lifts, and a finger can leave it")
  func keys() {
    let play = Self.open()
    let (one, two) = (
      Self.point(of: .digit(1), on: play), Self.point(of: .digit(2), on: play)
    )
    play.down(one.x, one.y, at: 1000)
    #expect(play.panel.pinPad?[isPressed: 0] == true)
    play.down(two.x, two.y, at: 1010, finger: 1)
    #expect(play.panel.pinPad?[isPressed: 1] == true)
    play.up(at: 1020)
    #expect(play.panel.pinPad?.enteredCount == 1 && play.panel.pinPad?[isPressed: 0] == false)
    play.move(one.x, one.y, at: 1030, finger: 1)
    #expect(play.panel.pinPad?[isPressed: 1] == false)
    play.up(at: 1040, finger: 1)
    play.down(one.x, one.y, at: 1050)
    play.cancel(at: 1060)
    #expect(play.panel.pinPad?.enteredCount == 1)
    Self.tap(.erase, at: 1100, on: play)
    Self.tap(.erase, at: 1200, on: play)
    #expect(play.panel.pinPad?.enteredCount == 0)
    Self.tap(.cancel, at: 1300, on: play)
    #expect(play.panel.pinPad == nil && play.happened() == ["PIN cancelled"])
    #expect(Self.isLocked(play))
  }

  @Test("Row 8: Beside the keys and below the pad, fingers have no effect")
  func beside() {
    let play = Self.open()
    for x in stride(from: 5.0, to: 480, by: 15) {
      for y in stride(from: 5.0, to: 320, by: 15) {
        guard PINPadLayout(play.panel.layout.panel).key(at: DesignPoint(x: x, y: y)) == nil else {
          continue
        }
        play.tap(x, y, at: 1000)
      }
    }
    #expect(play.happened().isEmpty && play.panel.pinPad?.enteredCount == 0)
  }

  @Test("Row 8: A wheel cannot turn a knob below the pad") func wheel() {
    let play = Self.play()
    let position = play.panel.viewport.displayFraction(designPoint: DesignPoint(x: 160, y: 60))
    #expect(play.panel.grip(at: position) != nil)
    play.tap(60, 40, at: 0)
    #expect(play.panel.pinPad != nil && play.panel.grip(at: position) == nil)
  }

  @Test("Row 9: The right PIN, with its leading zero, unlocks")
  func rightPIN() {
    let play = Self.open()
    Self.enter("0471", at: 1000, on: play)
    #expect(play.happened() == ["PIN unlocked"])
    #expect(play.panel.pinPad == nil && !Self.isLocked(play))
    play.down(60, 40, at: 2000)
    for step in 1...10 { play.move(60 + Double(step) * 2, 40, at: 2000 + Int64(step) * 10) }
    play.up(at: 2200)
    #expect(play.values()[0] > 55)
  }

  @Test("Row 9: On a rotated panel, the keys are where they are drawn")
  func turned() {
    let play = Self.open {
      $0.panel.rotate = 90
      $0.panel.pin = PIN("12345678")
    }
    Self.enter("12345678", at: 1000, on: play)
    #expect(play.happened() == ["PIN unlocked"])
  }

  @Test("Row 10: A wrong PIN is reported and cleared, until the next digit")
  func wrong() {
    let play = Self.open()
    Self.enter("0472", at: 1000, on: play)
    #expect(play.happened() == ["PIN refused"])
    #expect(play.panel.pinPad?.enteredCount == 0 && play.panel.pinPad?.notice == .wrong)
    Self.enter("0", at: 2000, on: play)
    #expect(play.panel.pinPad?.notice == PINPadViewState.Notice.none)
    #expect(Self.isLocked(play))
    Self.enter("471", at: 3000, on: play)
    #expect(play.happened() == ["PIN unlocked"])
  }

  @Test("Rows 11 and 12: After five wrong PINs, none is accepted for 30 s, counted down")
  func blocked() {
    let play = Self.open()
    for round in 0..<5 { Self.enter("9999", at: 1000 + Int64(round) * 1000, on: play) }
    #expect(play.happened() == Array(repeating: "PIN refused", count: 5) + ["PIN blocked"])
    // The last finger lifted at 5360 ms.
    #expect(play.panel.pinPad?.notice == .wait(seconds: 30))
    play.run(until: 6359)
    #expect(play.panel.pinPad?.notice == .wait(seconds: 30))
    play.run(until: 6360)
    #expect(play.panel.pinPad?.notice == .wait(seconds: 29))
    Self.enter("0471", at: 10_000, on: play)
    #expect(play.happened().isEmpty && play.panel.pinPad?.enteredCount == 0)
    Self.tap(.cancel, at: 12_000, on: play)
    #expect(play.happened() == ["PIN cancelled"])
    play.tap(60, 40, at: 13_000)
    #expect(play.panel.pinPad?.notice == .wait(seconds: 23))
    _ = play.happened()
    // Another layout keeps the delay.
    let panel = play.panel
    let next = PlayedPanel(
      panel.successor(
        layout: panel.layout, viewport: panel.viewport, at: PlayedPanel.time(14_000)))
    next.tap(60, 40, at: 15_000)
    #expect(next.panel.pinPad?.notice == .wait(seconds: 21))
    next.run(until: 35_359)
    #expect(next.panel.pinPad == nil)
    next.tap(60, 40, at: 35_400)
    #expect(next.panel.pinPad?.notice == PINPadViewState.Notice.none)
    _ = next.happened()
    Self.enter("0471", at: 36_000, on: next)
    #expect(next.happened() == ["PIN unlocked"])
  }

  @Test("Row 13: The pad closes 20 s after the last touch")
  func timeout() {
    let play = Self.open()
    Self.enter("04", at: 10_000, on: play)
    play.run(until: 30_159)
    #expect(play.panel.pinPad != nil)
    play.run(until: 30_160)
    #expect(play.panel.pinPad == nil && play.happened() == ["PIN cancelled"])
    #expect(play.panel.nextWake == nil)
    play.tap(60, 40, at: 40_000)
    #expect(play.panel.pinPad?.enteredCount == 0)
  }

  @Test("Rows 14 and 16: Console, display and layout changes close the pad without its action")
  func closed() {
    let console = Self.play()
    console.tap(240, 60, at: 0)
    console.panel.cancelAllContacts(at: PlayedPanel.time(100))
    #expect(
      console.happened() == ["quiet pressed", "PIN asked", "PIN cancelled", "quiet cancelled"])
    Self.enter("0471", at: 1000, on: console)
    #expect(console.values() == [50, 50] && Self.isLocked(console))
    for display in [480, 960] {
      let play = Self.play()
      play.tap(240, 60, at: 0)
      let panel = play.panel
      let viewport = Viewport(
        panel: panel.layout.panel, displaySize: PixelSize(width: display, height: display * 2 / 3))
      let next = PlayedPanel(
        panel.successor(layout: panel.layout, viewport: viewport, at: PlayedPanel.time(100)))
      #expect(
        play.happened() == ["quiet pressed", "PIN asked", "PIN cancelled", "quiet cancelled"])
      #expect(next.panel.pinPad == nil)
      Self.enter("0471", at: 1000, on: next)
      #expect(next.values() == [50, 50] && Self.isLocked(next))
    }
  }

  @Test("Row 14: A PIN request just before a console switch does not open the pad later")
  func request() {
    let play = Self.play()
    play.panel.askForPIN()
    play.panel.cancelAllContacts(at: PlayedPanel.time(10))
    play.panel.tick(at: PlayedPanel.time(20))
    #expect(play.panel.pinPad == nil)
  }

  @Test("Row 15: Levels are applied below the pad")
  func levels() {
    let play = Self.open()
    play.panel.connect(.knob(1))
    play.panel.handleLevel(0.8, of: .knob(1), at: PlayedPanel.time(500))
    #expect(play.values() == [50, 80] && play.panel.pinPad != nil)
  }
}
