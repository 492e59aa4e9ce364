import Gesture
import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel

/// The rows of the case tables in `PanelController+Buttons`.
@Suite struct ButtonTests {
  /// Knobs `a` at (60, 60) and `b` at (160, 60), both at 50 with a default of 20, and one button of
  /// 60 × 40 at (240, 60).
  static func play(
    _ action: ButtonLayout.Action, _ kind: ButtonLayout.Kind? = nil,
    only: ButtonLayout.Direction? = nil, _ change: (inout KnobLayout) -> Void = { _ in }
  ) -> PlayedPanel {
    let knobs = [("a", 60.0), ("b", 160)].map { id, x in
      var knob = KnobLayout(
        id: id, center: DesignPoint(x: x, y: 60), diameter: 60, scale: Scale(step: 1), value: 50,
        defaultValue: 20)
      change(&knob)
      return knob
    }
    var button = ButtonLayout(
      id: "button", center: DesignPoint(x: 240, y: 60), width: 60, height: 40, action: action,
      kind: kind)
    button.only = only
    return PlayedPanel(
      LayoutDocument(panel: PanelLayout(width: 300, height: 120), knobs: knobs, buttons: [button]))
  }

  static let mute = ButtonLayout.Action.mute([0, 1])
  static let preset = ButtonLayout.Action.preset([
    .init(knob: 0, value: 30), .init(knob: 1, value: 70),
  ])

  static func look(_ play: PlayedPanel) -> ButtonViewState {
    play.panel.viewState(ofButton: 0)
  }

  @Test("Row 1: A press is shown at once and has no effect yet")
  func press() {
    let play = Self.play(Self.mute)
    play.down(240, 60, at: 0)
    #expect(play.happened() == ["button pressed"])
    #expect(Self.look(play) == ButtonViewState(isPressed: true))
  }

  @Test("Row 1: A finger close to the button presses it, unless a knob is nearer")
  func landing() {
    let play = Self.play(Self.mute)
    play.down(240, 87, at: 0)
    #expect(Self.look(play).isPressed)
    play.up(at: 10)
    play.down(240, 90, at: 20)
    #expect(!Self.look(play).isPressed)
  }

  @Test("Row 2: A button without a movable knob looks disabled and ignores presses")
  func disabled() {
    let play = Self.play(.mute([0]))
    #expect(Self.look(play).isEnabled)
    play.panel.connect(.knob(0))
    #expect(!Self.look(play).isEnabled)
    play.tap(240, 60, at: 0)
    #expect(play.happened().isEmpty)
    play.panel.handleLevel(0.4, of: .knob(0), at: PlayedPanel.time(100))
    #expect(Self.look(play).isEnabled)
    play.panel.handleLoss(of: .knob(0), at: PlayedPanel.time(200))
    #expect(!Self.look(play).isEnabled)
  }

  @Test("Row 2: A disabled button ignores presses, and still shows whether it is on")
  func disabledByLayout() {
    let knob = KnobLayout(id: "a", center: DesignPoint(x: 60, y: 60), diameter: 60, value: 50)
    let actions: [ButtonLayout.Action] = [.mute([0]), .page(.index(0))]
    var buttons = zip(actions, [40.0, 120]).map { action, y in
      ButtonLayout(
        id: "\(y)", center: DesignPoint(x: 240, y: y), width: 60, height: 40, action: action)
    }
    for index in buttons.indices { buttons[index].isEnabled = false }
    let play = PlayedPanel(
      LayoutDocument(
        panel: PanelLayout(width: 300, height: 160), knobs: [knob], buttons: buttons))
    play.tap(240, 40, at: 0)
    play.tap(240, 120, at: 100)
    #expect(play.happened().isEmpty)
    #expect(play.panel.viewState(ofButton: 0) == ButtonViewState(isEnabled: false))
    #expect(play.panel.viewState(ofButton: 1) == ButtonViewState(isOn: true, isEnabled: false))
    play.panel.set(value: 0, ofKnob: 0)
    #expect(play.panel.viewState(ofButton: 0) == ButtonViewState(isOn: true, isEnabled: false))
  }

  @Test("Row 3: A second finger on a button is ignored")
  func secondFinger() {
    let play = Self.play(Self.mute)
    play.down(240, 60, at: 0)
    play.down(245, 60, at: 10, finger: 1)
    play.up(at: 20, finger: 1)
    #expect(play.happened() == ["button pressed"])
    #expect(Self.look(play).isPressed)
  }

  @Test(
    "Rows 4 to 7: Sliding off disarms the button, sliding back arms it again",
    arguments: [true, false])
  func slidingOff(returns: Bool) {
    let play = Self.play(Self.mute)
    play.down(240, 60, at: 0)
    play.move(240, 115, at: 10)
    #expect(Self.look(play).isPressed)
    play.move(240, 121, at: 20)
    #expect(!Self.look(play).isPressed)
    // Noise where it was disarmed does not arm it again.
    play.move(240, 119, at: 30)
    #expect(!Self.look(play).isPressed)
    if returns { play.move(240, 90, at: 40) }
    #expect(Self.look(play).isPressed == returns)
    play.up(at: 50)
    #expect(
      play.happened()
        == (returns
          ? ["button pressed", "button released on", "a muted 0", "b muted 0"]
          : ["button pressed", "button cancelled"]))
  }

  @Test("Row 8: A cancelled press has no effect")
  func cancelled() {
    let play = Self.play(Self.mute)
    play.down(240, 60, at: 0)
    play.cancel(at: 10)
    #expect(play.happened() == ["button pressed", "button cancelled"])
    play.down(240, 60, at: 20)
    play.panel.cancelAllContacts(at: PlayedPanel.time(30))
    #expect(!Self.look(play).isPressed)
    #expect(play.values() == [50, 50])
  }

  @Test("Row 18: A held knob moves too, and its finger turns it from there")
  func heldKnob() {
    let play = Self.play(Self.mute)
    play.down(35, 60, at: 0)
    play.move(39, 47, at: 100)
    let held = play.panel.value(ofKnob: 0)
    #expect(held > 50)
    play.down(240, 60, at: 200, finger: 1)
    play.up(at: 250, finger: 1)
    #expect(play.panel.value(ofKnob: 0) == 0)
    play.move(44, 40, at: 400)
    play.move(60, 35, at: 600)
    #expect((1...40).contains(play.panel.value(ofKnob: 0)))
    play.cancel(at: 700)
    #expect(play.happened().filter { $0.hasPrefix("a began") }.count == 1)
  }

  @Test("A finger on a knob presses no button, and vice versa")
  func fingersKeepTheirItems() {
    let play = Self.play(Self.mute)
    play.down(160, 40, at: 0)
    play.move(240, 60, at: 50)
    #expect(!Self.look(play).isPressed)
    play.up(at: 500)
    play.down(240, 60, at: 1000)
    let before = play.values()
    play.move(160, 60, at: 1010)
    play.move(130, 60, at: 1020)
    play.up(at: 1500)
    #expect(play.values() == before)
  }

  @Test("A mute button undoes a tap's mute, and a tap undoes the button's")
  func muteSharedWithTaps() {
    let play = Self.play(.mute([0])) { $0.taps.action = .mute }
    play.tap(60, 40, at: 0)
    #expect(Self.look(play).isOn)
    play.tap(240, 60, at: 1000)
    #expect(play.panel.value(ofKnob: 0) == 50)
    play.tap(240, 60, at: 2000)
    play.tap(60, 40, at: 3000)
    #expect(play.panel.value(ofKnob: 0) == 50)
  }

  @Test("A cancelled turn restores the mute")
  func cancelledTurn() {
    let play = Self.play(.mute([0])) { $0.guards.cancel = .restore }
    play.tap(240, 60, at: 0)
    play.down(35, 60, at: 1000)
    play.move(60, 35, at: 1200)
    #expect(!Self.look(play).isOn)
    play.cancel(at: 1300)
    #expect(Self.look(play).isOn)
    play.tap(240, 60, at: 2000)
    #expect(play.panel.value(ofKnob: 0) == 50)
  }

  @Test("The controls get one request for each knob of a button")
  func controlRequests() {
    let play = Self.play(Self.mute)
    for knob in 0...1 {
      play.panel.connect(.knob(knob))
      play.panel.handleLevel(0.5, of: .knob(knob), at: PlayedPanel.time(0))
    }
    play.tap(240, 60, at: 100)
    #expect(
      play.panel.controlRequests == [
        .init(knob: 0, level: 0, isFinal: true), .init(knob: 1, level: 0, isFinal: true),
      ])
  }

  @Test("A button's knob glides, as after a reset")
  func glides() {
    let play = Self.play(.mute([0]))
    play.tap(240, 60, at: 0)
    #expect(play.panel.viewState(ofKnob: 0).position == 0.5)
    play.run(until: 400)
    #expect(play.panel.viewState(ofKnob: 0).position == 0)
    #expect(play.panel.nextWake == nil)
  }

  @Test("A button on top of a knob takes the finger")
  func onTopOfAKnob() {
    let knob = KnobLayout(id: "a", center: DesignPoint(x: 100, y: 100), diameter: 160, value: 50)
    let button = ButtonLayout(
      id: "button", center: DesignPoint(x: 100, y: 100), width: 60, height: 60, action: .mute([0]))
    let play = PlayedPanel(
      LayoutDocument(panel: PanelLayout(width: 200, height: 200), knobs: [knob], buttons: [button]))
    play.tap(100, 100, at: 0)
    #expect(play.panel.value(ofKnob: 0) == 0)
    // Beside the button, the knob takes the finger.
    play.down(100, 66, at: 1000)
    #expect(play.happened().last == "a began 0")
  }

  @Test("Of two overlapping buttons, the one drawn last is pressed, and beside it the other")
  func overlapping() {
    let buttons = [("lower", 100.0), ("upper", 130)].map { id, x in
      ButtonLayout(
        id: id, center: DesignPoint(x: x, y: 50), width: 80, height: 60, action: .page(.next))
    }
    for (x, pressed) in [(70.0, "lower"), (115, "upper"), (139, "upper"), (160, "upper")] {
      let play = PlayedPanel(
        LayoutDocument(panel: PanelLayout(width: 300, height: 100), buttons: buttons))
      play.down(x, 50, at: 0)
      #expect(play.happened() == ["\(pressed) pressed"], "\(x)")
    }
  }

  @Test("A button's events are written as lines of JSON")
  func json() {
    let play = Self.play(Self.mute)
    play.tap(240, 60, at: 1)
    let lines = play.panel.events.prefix(3).map {
      $0.json(of: play.panel.layout, origin: PlayedPanel.time(0))
    }
    #expect(
      lines == [
        #"{"t":0.001000,"button":"button","event":"pressed","on":false,"source":"finger"}"#,
        #"{"t":0.061000,"button":"button","event":"released","on":true,"source":"finger"}"#,
        #"{"t":0.061000,"knob":"a","event":"muted","value":0,"angle":-135,"turned":0,"source":"finger"}"#,
      ])
  }
}
