import Gesture
import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel

/// The rows of the case tables in `PanelController+PIN`.
@Suite struct PINTests {
  /// Knobs `a` (locked) and `b` at (60, 60) and (160, 60), at 50; a locked button that mutes `b`;
  /// three pages, the second of which is locked.
  static func layout(_ change: (inout LayoutDocument) -> Void = { _ in }) -> LayoutDocument {
    let knobs = [("a", 60.0), ("b", 160)].map { id, x in
      KnobLayout(
        id: id, center: DesignPoint(x: x, y: 60), diameter: 60, scale: Scale(step: 1), value: 50)
    }
    var button = ButtonLayout(
      id: "quiet", center: DesignPoint(x: 240, y: 60), width: 60, height: 40, action: .mute([1]))
    button.lock = .pin
    let show = ButtonLayout(
      id: "go", center: DesignPoint(x: 240, y: 120), width: 60, height: 40,
      action: .page(.index(1)))
    var layout = LayoutDocument(
      panel: PanelLayout(width: 480, height: 320), knobs: knobs, buttons: [button, show])
    layout.knobs[0].guards.lock = .pin
    layout.panel.pin = PIN("0471")
    layout.panel.paging.tabs = nil
    layout.pages = ["one", "two", "three"].map { PageLayout(id: $0) }
    layout.pages[1].isLocked = true
    change(&layout)
    return layout
  }

  static func play(_ change: (inout LayoutDocument) -> Void = { _ in }) -> PlayedPanel {
    PlayedPanel(layout(change))
  }

  /// Taps the keys of some digits, one every 100 ms.
  static func enter(_ digits: String, at time: Int64, on play: PlayedPanel) {
    for (index, digit) in digits.enumerated() {
      let value = UInt8(String(digit)) ?? 0
      tap(.digit(value), at: time + Int64(index) * 100, on: play)
    }
  }

  static func tap(_ key: PINPadLayout.Key, at time: Int64, on play: PlayedPanel) {
    let point = point(of: key, on: play)
    play.tap(point.x, point.y, at: time)
  }

  static func point(of key: PINPadLayout.Key, on play: PlayedPanel) -> DesignPoint {
    let index = PINPadLayout.keys.firstIndex(of: key) ?? 0
    return PINPadLayout(play.panel.layout.panel).center(ofKey: index)
  }

  static func isLocked(_ play: PlayedPanel) -> Bool {
    play.panel.viewState(ofKnob: 0).isLocked
  }

  /// Opens the pad by a tap on the locked knob at 0 ms.
  static func open(_ change: (inout LayoutDocument) -> Void = { _ in }) -> PlayedPanel {
    let play = play(change)
    play.tap(60, 40, at: 0)
    _ = play.happened()
    return play
  }

  // MARK: Opening the pad

  @Test("Row 1: A tap on a locked knob, a turn or a long press opens the pad")
  func knob() {
    let tapped = Self.play()
    #expect(Self.isLocked(tapped) && tapped.panel.pinPad == nil)
    tapped.tap(60, 40, at: 0)
    #expect(tapped.happened() == ["a began 50", "a ended 50", "PIN asked"])
    #expect(tapped.panel.pinPad == PINPadViewState(enteredCount: 0, digitCount: 4))
    let turned = Self.play()
    turned.down(60, 40, at: 0)
    for step in 1...10 { turned.move(60 + Double(step) * 2, 40, at: Int64(step) * 10) }
    #expect(turned.happened() == ["a began 50", "a cancelled 50", "PIN asked"])
    turned.up(at: 200)
    #expect(turned.values() == [50, 50] && turned.panel.pinPad != nil)
    let pressed = Self.play()
    pressed.down(60, 40, at: 0)
    pressed.up(at: 2000)
    #expect(pressed.panel.pinPad != nil)
  }

  @Test("Row 1: A touch of an absolute knob opens the pad, without moving the knob")
  func absolute() {
    let play = Self.play {
      $0.knobs[0] = KnobLayout(
        id: "a", center: DesignPoint(x: 60, y: 60), diameter: 60, value: 50, turn: .absolute)
      $0.knobs[0].guards.lock = .pin
    }
    play.down(40, 70, at: 0)
    #expect(play.panel.pinPad != nil && play.values() == [50, 50])
    play.up(at: 50)
  }

  @Test("Row 1: A master whose members are all locked opens the pad")
  func master() {
    let play = Self.play {
      $0.knobs[1].control = .group(GroupLayout(members: ["a"]))
      $0.buttons = []
    }
    play.tap(160, 40, at: 0)
    #expect(play.panel.pinPad != nil)
    Self.enter("0471", at: 1000, on: play)
    #expect(!play.panel.viewState(ofKnob: 1).isLocked && !Self.isLocked(play))
  }

  @Test("Row 2: A locked button waits for the PIN, and then acts")
  func button() {
    let play = Self.play()
    play.tap(240, 60, at: 0)
    #expect(play.happened() == ["quiet pressed", "PIN asked"])
    #expect(play.values() == [50, 50])
    Self.enter("0471", at: 1000, on: play)
    #expect(play.happened() == ["PIN unlocked", "quiet released on", "b muted 0"])
    // Once unlocked, no PIN is needed.
    play.tap(240, 60, at: 2000)
    #expect(play.happened() == ["quiet pressed on", "quiet released", "b restored 50"])
  }

  @Test("Row 2: A finger that slides off a locked button does not open the pad")
  func slidingOff() {
    let play = Self.play()
    play.down(240, 60, at: 0)
    play.move(240, 160, at: 50)
    play.up(at: 100)
    #expect(play.happened() == ["quiet pressed", "quiet cancelled"])
    #expect(play.panel.pinPad == nil)
  }

  @Test("Row 2: A button whose knobs the PIN unlocks, too, can be pressed")
  func buttonOfLockedKnobs() {
    let play = Self.play { $0.buttons[0].steps = [.mute([0])] }
    #expect(play.panel.viewState(ofButton: 0).isEnabled)
    play.tap(240, 60, at: 0)
    Self.enter("0471", at: 1000, on: play)
    #expect(play.values() == [0, 50])
  }

  @Test("Row 2: A button whose knobs go offline during PIN entry is cancelled")
  func offlineDuringEntry() {
    let play = Self.play()
    play.tap(240, 60, at: 0)
    play.panel.handleLoss(of: .knob(1), at: PlayedPanel.time(500))
    _ = play.happened()
    Self.enter("0471", at: 1000, on: play)
    #expect(play.happened() == ["PIN unlocked", "quiet cancelled"])
  }

  @Test("Row 3: A button, a tab and the next page lead to a locked page only with the PIN")
  func page() {
    let button = Self.play()
    button.tap(240, 120, at: 0)
    #expect(button.happened() == ["go pressed", "go released", "PIN asked"])
    #expect(button.panel.shownPage == 0)
    Self.enter("0471", at: 1000, on: button)
    #expect(button.happened() == ["PIN unlocked", "two shown"])
    let tab = Self.play { $0.panel.paging.tabs = Paging.Tabs() }
    tab.tap(240, 300, at: 0)
    #expect(tab.happened() == ["PIN asked"])
    let next = Self.play { $0.buttons[1].steps = [.page(.next)] }
    next.tap(240, 120, at: 0)
    #expect(next.panel.pinPad != nil && next.panel.shownPage == 0)
  }

  @Test("Row 3, and rows 4 and 6a of pages: A swipe to a locked page is held back")
  func swipe() {
    let play = Self.play()
    play.down(400, 250, at: 0)
    for step in 1...20 { play.move(400 - Double(step) * 19, 250, at: Int64(step) * 20) }
    #expect(play.panel.pagePosition > 0.1 && play.panel.pagePosition < 0.34)
    play.run(until: 1000)
    play.up(at: 1000)
    #expect(play.happened() == ["PIN asked"])
    play.run(until: 2000)
    #expect(play.panel.pagePosition == 0)
    Self.enter("0471", at: 2000, on: play)
    play.run(until: 4000)
    #expect(play.panel.pagePosition == 1)
    // Swiping back and forth is possible now.
    #expect(play.happened() == ["PIN unlocked", "two shown"])
    let small = Self.play()
    small.down(400, 250, at: 0)
    for step in 1...20 { small.move(400 - Double(step) * 5, 250, at: Int64(step) * 20) }
    small.run(until: 1000)
    small.up(at: 1000)
    #expect(small.happened().isEmpty && small.panel.pinPad == nil)
  }

  @Test("Row 4: Fingers on other knobs and buttons are cancelled, and stay without effect")
  func otherFingers() {
    let play = Self.play {
      $0.buttons[0].lock = nil
      $0.buttons[0].kind = .momentary
    }
    play.down(160, 40, at: 0)
    play.down(240, 60, at: 10, finger: 1)
    _ = play.happened()
    play.down(60, 40, at: 100, finger: 2)
    play.up(at: 150, finger: 2)
    #expect(
      play.happened() == [
        "a began 50", "a ended 50", "b cancelled 0", "quiet cancelled", "b restored 50",
        "PIN asked",
      ])
    for step in 1...10 { play.move(160 + Double(step) * 2, 40, at: 200 + Int64(step) * 10) }
    play.up(at: 400)
    play.up(at: 410, finger: 1)
    #expect(play.happened().isEmpty && play.values() == [50, 50])
  }

  // MARK: The pad

  // MARK: Unlocked

  @Test("Rows 17 and 18: Locks again 60 s after the last touch, and leaves a locked page")
  func lockingAgain() {
    let play = Self.play()
    play.tap(240, 120, at: 0)
    Self.enter("0471", at: 1000, on: play)
    play.run(until: 50_000)
    play.down(400, 250, at: 50_000)
    play.run(until: 200_000)
    #expect(play.panel.shownPage == 1)
    play.up(at: 200_000)
    play.run(until: 259_999)
    #expect(!Self.isLocked(play))
    _ = play.happened()
    play.run(until: 261_000)
    #expect(play.happened() == ["PIN locked", "one shown"])
    #expect(Self.isLocked(play) && play.panel.nextWake == nil)
  }

  @Test("Row 18: `pin_unlocked` sets the time until locking")
  func unlockedFor() {
    let play = Self.open { $0.panel.pinUnlockedMicroseconds = 5_000_000 }
    Self.enter("0471", at: 1000, on: play)
    play.run(until: 6359)
    #expect(!Self.isLocked(play))
    play.panel.viewChanges.removeAll()
    play.run(until: 6360)
    #expect(Self.isLocked(play))
    // Their padlocks are drawn at once.
    #expect(Set(play.panel.viewChanges.knobs).isSuperset(of: [0]))
  }

  @Test(
    "Rows 19 and 20: A reload stays unlocked if the PIN is the same",
    arguments: [true, false])
  func reload(isSame: Bool) {
    let play = Self.play()
    play.tap(240, 120, at: 0)
    Self.enter("0471", at: 1000, on: play)
    play.run(until: 3000)
    let panel = play.panel
    let layout = Self.layout { if !isSame { $0.panel.pin = PIN("1111") } }
    let next = PlayedPanel(
      panel.successor(layout: layout, viewport: panel.viewport, at: PlayedPanel.time(4000)))
    #expect(Self.isLocked(next) == !isSame)
    #expect(next.panel.shownPage == (isSame ? 1 : 0))
  }

  // MARK: The PIN

  @Test("A PIN has 4 to 8 digits, and no description contains them")
  func digits() {
    for text in ["", "123", "123456789", "12a4", "１２３４", "-123", " 1234"] {
      #expect(PIN(text) == nil, "\(text)")
    }
    for text in ["0000", "1234", "00471", "12345678"] {
      let pin = PIN(text)
      #expect(pin?.count == text.utf8.count)
      let digits = text.utf8.map { $0 - 48 }
      #expect(pin?.matches(digits) == true)
      #expect(pin?.matches(digits + [0]) == false)
      #expect(pin?.matches(Array(digits.dropLast())) == false)
      for index in digits.indices {
        var other = digits
        other[index] = (other[index] + 1) % 10
        #expect(pin?.matches(other) == false)
      }
      var dumped = ""
      dump(pin, to: &dumped)
      for shown in ["\(pin as Any)", String(reflecting: pin), dumped] {
        #expect(!shown.contains(text))
      }
    }
  }

  @Test("The event log reports PIN events without digits")
  func events() {
    let play = Self.open()
    Self.enter("0472", at: 1000, on: play)
    let lines = play.panel.events.map {
      $0.json(of: play.panel.layout, origin: PlayedPanel.time(0))
    }
    #expect(lines == [#"{"t":1.360000,"lock":"pin","event":"refused","source":"finger"}"#])
  }

  @Test(
    "Keys are large enough for fingers, and inside every panel",
    arguments: [
      (480, 320), (320, 480), (800, 480), (480, 800), (1280, 800), (1920, 1080), (480, 480),
      (1024, 600), (640, 480), (1920, 480),
    ], PanelLayout.Shape.allCases)
  func keyPositions(size: (Double, Double), shape: PanelLayout.Shape) {
    var panel = PanelLayout(width: size.0, height: size.1)
    panel.shape = shape
    let pad = PINPadLayout(panel)
    #expect(pad.keySize >= min(48, min(size.0, size.1) * 0.149))
    for index in PINPadLayout.keys.indices {
      let center = pad.center(ofKey: index)
      #expect(pad.key(at: center) == index)
      let half = pad.keySize / 2
      for (x, y) in [(-1.0, -1.0), (1, -1), (-1, 1), (1, 1)] {
        // Corners are rounded.
        let inset = shape == .round ? 0.85 : 1
        let (x, y) = (center.x + x * half * inset, center.y + y * half * inset)
        let (across, down) = (x / size.0 * 2 - 1, y / size.1 * 2 - 1)
        let reach = shape == .round ? across * across + down * down : max(abs(across), abs(down))
        #expect(reach <= 1)
      }
    }
  }
}
