import Gesture
import Knobs
import Layout
import Raster
import Testing

@testable import Panel

/// Keypads of buttons: rows 16a to 16f of the table in `PanelController+PIN`.
@Suite struct KeypadTests {
  private struct Settings: ControlSettings {
    static let backEnd = "mqtt"
  }

  /// A knob `a` at (60, 60), and the button `alarm` at (240, 60) with a keypad.
  private static func layout(_ lengths: ClosedRange<Int>) -> LayoutDocument {
    let button = ButtonLayout(
      id: "alarm", center: DesignPoint(x: 240, y: 60), width: 60, height: 40,
      action: .keypad(KeypadLayout(to: .backEnd(Settings()), lengths: lengths)))
    var layout = LayoutDocument(
      panel: PanelLayout(width: 480, height: 320),
      knobs: [KnobLayout(id: "a", center: DesignPoint(x: 60, y: 60), diameter: 60)],
      buttons: [button])
    layout.panel.pin = PIN("0471")
    return layout
  }

  /// Opens the keypad, of a target that can be reached, at 0 ms.
  private static func open(
    _ lengths: ClosedRange<Int> = 4...4, _ change: (inout LayoutDocument) -> Void = { _ in }
  ) -> PlayedPanel {
    var layout = layout(lengths)
    change(&layout)
    let play = PlayedPanel(layout)
    play.panel.handleLevel(0, of: .button(0), at: PlayedPanel.time(0))
    play.tap(240, 60, at: 10)
    return play
  }

  private static func tap(_ key: PINPadLayout.Key, at time: Int64, on play: PlayedPanel) {
    let state = play.panel.pinPad
    let index = PINPadLayout.keys.indices.first { state?.key($0) == key }
    guard let index else {
      Issue.record("there is no key \(key)")
      return
    }
    let point = PINPadLayout(play.panel.layout.panel).center(ofKey: index)
    play.tap(point.x, point.y, at: time)
  }

  private static func enter(_ digits: String, at time: Int64, on play: PlayedPanel) {
    for (index, digit) in digits.enumerated() {
      tap(.digit(UInt8(String(digit)) ?? 0), at: time + Int64(index) * 100, on: play)
    }
  }

  /// The codes requested since the last call.
  private static func codes(_ play: PlayedPanel) -> [String] {
    defer { play.panel.controlRequests.removeAll() }
    return play.panel.controlRequests.map { request in
      if request.item == .button(0), case .code(let code) = request.change {
        code.text
      } else {
        "?"
      }
    }
  }

  @Test("Row 16a: The keypad opens when the finger lifts, if its target can be reached")
  func opens() {
    let play = PlayedPanel(Self.layout(4...4))
    play.panel.connect(.button(0))
    play.tap(240, 60, at: 0)
    #expect(play.panel.pinPad == nil && play.happened() == [])
    let open = Self.open()
    #expect(open.happened() == ["alarm pressed", "alarm released", "alarm asked"])
    #expect(open.panel.pinPad?.takesCode == true && open.panel.pinPad?.digitCount == 4)
    #expect(Self.codes(open) == [])
  }

  @Test("Row 16a: A program that presses the button opens the keypad for the people at the panel")
  func opensRemotely() throws {
    let play = PlayedPanel(Self.layout(4...4))
    play.panel.handleLevel(0, of: .button(0), at: PlayedPanel.time(0))
    try play.panel.pressRemotely(button: 0, at: PlayedPanel.time(10))
    #expect(play.panel.pinPad != nil)
    #expect(play.happened() == ["alarm pressed", "alarm released", "alarm asked"])
  }

  @Test("Row 16b: The last digit sends the code once, and closes the keypad") func fixed() {
    let play = Self.open()
    _ = play.happened()
    Self.enter("09", at: 1000, on: play)
    Self.tap(.erase, at: 1300, on: play)
    Self.enter("01", at: 1400, on: play)
    #expect(Self.codes(play) == [] && play.panel.pinPad?.enteredCount == 3)
    Self.enter("5", at: 2000, on: play)
    #expect(Self.codes(play) == ["0015"])
    #expect(play.panel.pinPad == nil && play.happened() == ["alarm sent"])
  }

  @Test(
    "Rows 16c and 16d: A code of several lengths is sent by its key, once there are enough digits")
  func confirmed() {
    let play = Self.open(4...6)
    _ = play.happened()
    #expect(play.panel.pinPad?.confirmation == .tooShort)
    Self.enter("123", at: 1000, on: play)
    Self.tap(.confirm, at: 1500, on: play)
    #expect(Self.codes(play) == [] && play.panel.pinPad?.enteredCount == 3)
    Self.enter("4567", at: 2000, on: play)
    #expect(play.panel.pinPad?.enteredCount == 6 && play.panel.pinPad?.digitCount == 6)
    Self.tap(.erase, at: 2500, on: play)
    #expect(play.panel.pinPad?.confirmation == .possible)
    Self.tap(.confirm, at: 2600, on: play)
    #expect(Self.codes(play) == ["12345"])
    #expect(play.panel.pinPad == nil && play.happened() == ["alarm sent"])
  }

  @Test("With a key that confirms, the key beside 0 cancels only while there is no digit")
  func cancelKey() {
    let play = Self.open(4...6)
    Self.enter("1", at: 1000, on: play)
    Self.tap(.erase, at: 1200, on: play)
    _ = play.happened()
    Self.tap(.cancel, at: 1400, on: play)
    #expect(play.panel.pinPad == nil && play.happened() == ["alarm unsent"])
  }

  @Test("Rows 16e and 16f: While the target is lost, the keypad says so, and nothing is sent")
  func lost() {
    let play = Self.open()
    _ = play.happened()
    play.panel.handleLoss(of: .button(0), at: PlayedPanel.time(500))
    #expect(play.panel.pinPad?.notice == .offline)
    Self.enter("1234", at: 1000, on: play)
    #expect(Self.codes(play) == [] && play.happened() == ["alarm unsent"])
    #expect(play.panel.pinPad?.enteredCount == 0)
    play.panel.handleLevel(0, of: .button(0), at: PlayedPanel.time(2000))
    #expect(play.panel.pinPad?.notice == PINPadViewState.Notice.none)
    Self.enter("1234", at: 3000, on: play)
    #expect(Self.codes(play) == ["1234"])
  }

  @Test("A keypad closes without a code after 20 s, at a console switch and with another layout")
  func closes() {
    let late = Self.open()
    Self.enter("12", at: 1000, on: late)
    _ = late.happened()
    late.run(until: 30_000)
    #expect(late.panel.pinPad == nil && late.happened() == ["alarm unsent"])
    let console = Self.open()
    Self.enter("12", at: 1000, on: console)
    _ = console.happened()
    console.panel.cancelAllContacts(at: PlayedPanel.time(2000))
    #expect(console.panel.pinPad == nil && console.happened() == ["alarm unsent"])
    let reloaded = Self.open()
    Self.enter("12", at: 1000, on: reloaded)
    let next = PlayedPanel(
      reloaded.panel.successor(
        layout: reloaded.panel.layout, viewport: reloaded.panel.viewport,
        at: PlayedPanel.time(2000)))
    #expect(next.panel.pinPad == nil)
    next.tap(240, 60, at: 3000)
    #expect(next.panel.pinPad?.enteredCount == 0)
    for play in [late, console, reloaded, next] { #expect(Self.codes(play) == []) }
  }

  @Test("While the keypad is open, fingers move nothing below it") func below() {
    let play = Self.open()
    _ = play.happened()
    play.down(60, 40, at: 1000)
    for step in 1...10 { play.move(60 + Double(step) * 2, 40, at: 1000 + Int64(step) * 10) }
    play.up(at: 1200)
    #expect(play.values() == [0] && play.happened() == [])
  }

  @Test("Wrong PINs do not block a keypad, and a code does not unlock the panel") func apart() {
    let play = Self.open { $0.knobs[0].guards.lock = .pin }
    Self.enter("0471", at: 1000, on: play)
    #expect(Self.codes(play) == ["0471"] && play.panel.viewState(ofKnob: 0).isLocked)
    for round in 0..<5 {
      play.tap(60, 40, at: 2000 + Int64(round) * 1000)
      Self.enter("9999", at: 2100 + Int64(round) * 1000, on: play)
    }
    #expect(play.panel.pinPad?.notice != PINPadViewState.Notice.none)
    Self.tap(.cancel, at: 8000, on: play)
    play.tap(240, 60, at: 8500)
    Self.enter("1234", at: 9000, on: play)
    #expect(Self.codes(play) == ["1234"])
  }

  @Test("Behind `lock: pin`, the PIN comes first, and then the code") func locked() {
    let play = Self.open { $0.buttons[0].lock = .pin }
    #expect(play.panel.pinPad?.takesCode == false)
    Self.enter("0471", at: 1000, on: play)
    #expect(play.panel.pinPad?.takesCode == true && Self.codes(play) == [])
    Self.enter("1234", at: 2000, on: play)
    #expect(Self.codes(play) == ["1234"])
  }

  @Test("The digits are in no event, description or dump") func secret() {
    let play = Self.open()
    Self.enter("7391", at: 1000, on: play)
    var dumped = ""
    dump(play.panel.controlRequests, to: &dumped)
    let origin = Timestamp(microseconds: 0)
    let events = play.panel.events.map { $0.json(of: play.panel.layout, origin: origin) }
    for text in events + [dumped, "\(play.panel.controlRequests)", "\(play.panel.events)"] {
      #expect(!text.contains("7391"))
    }
    #expect(Self.codes(play) == ["7391"])
  }

  @Test("A disabled button opens nothing; a button is lit while its target reports 1") func button()
  {
    let play = Self.open { $0.buttons[0].isEnabled = false }
    #expect(play.panel.pinPad == nil)
    let lit = Self.open()
    lit.panel.handleLevel(1, of: .button(0), at: PlayedPanel.time(100))
    #expect(lit.panel.viewState(ofButton: 0).isOn)
  }
}
