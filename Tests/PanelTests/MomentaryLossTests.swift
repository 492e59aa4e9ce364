import Gesture
import Knobs
import Layout
import Testing

@testable import Panel

/// Momentary buttons whose target is lost while they are pressed: rows 15, 15a, 26 and 27 of
/// `ButtonController`, and 8g of `PanelController+Buttons`.
@Suite struct MomentaryLossTests {
  private struct Settings: ControlSettings {
    var name = "talk"
  }

  /// How a press ends.
  enum End: String, CaseIterable, Sendable {
    case lift, cancel, console, reload
  }

  /// A knob at 50 and a momentary button at (240, 60).
  private static func layout(_ action: ButtonLayout.Action) -> LayoutDocument {
    let knob = KnobLayout(
      id: "a", center: DesignPoint(x: 60, y: 60), diameter: 60, scale: Scale(step: 1), value: 50)
    let button = ButtonLayout(
      id: "talk", center: DesignPoint(x: 240, y: 60), width: 60, height: 40, action: action,
      kind: .momentary)
    return LayoutDocument(
      panel: PanelLayout(width: 300, height: 120), knobs: [knob], buttons: [button])
  }

  private static let send = ButtonLayout.Action.send(.backEnd(Settings()))

  private static func play(_ action: ButtonLayout.Action = send) -> PlayedPanel {
    let play = PlayedPanel(layout(action))
    play.panel.connect(.knob(0))
    play.panel.handleLevel(0.5, of: .knob(0), at: PlayedPanel.time(0))
    play.panel.handleLevel(0, of: .button(0), at: PlayedPanel.time(0))
    play.panel.events.removeAll()
    return play
  }

  /// Returns the requested levels and mutes since the last call.
  private static func requests(_ play: PlayedPanel) -> [ControlRequest.Change] {
    defer { play.panel.controlRequests.removeAll() }
    return play.panel.controlRequests.map(\.change)
  }

  private static let on = ControlRequest.Change.level(1, isFinal: true)
  private static let off = ControlRequest.Change.level(0, isFinal: true)

  /// Ends the press that began at 0, and returns the current panel.
  private static func end(_ play: PlayedPanel, by end: End) -> PlayedPanel {
    switch end {
    case .lift: play.up(at: 500)
    case .cancel: play.cancel(at: 500)
    case .console: play.panel.cancelAllContacts(at: PlayedPanel.time(500))
    case .reload:
      var layout = play.panel.layout
      layout.buttons[0].isEnabled = false
      return PlayedPanel(
        play.panel.successor(
          layout: layout, viewport: PlayedPanel.viewport(of: layout), at: PlayedPanel.time(500)))
    }
    return play
  }

  @Test("26: 0 is sent once, when the target can be set again", arguments: End.allCases)
  func sendsWhenSettable(end: End) {
    var play = Self.play()
    play.down(240, 60, at: 0)
    #expect(Self.requests(play) == [Self.on])
    play.panel.handleLoss(of: .button(0), at: PlayedPanel.time(100))
    play = Self.end(play, by: end)
    #expect(Self.requests(play).isEmpty)
    // The target is connected, but has not reported a level yet.
    play.panel.connect(.button(0), at: PlayedPanel.time(900))
    #expect(Self.requests(play).isEmpty)
    _ = play.happened()
    play.panel.handleLevel(1, of: .button(0), at: PlayedPanel.time(1000))
    #expect(Self.requests(play) == [Self.off])
    #expect(play.happened().isEmpty && !play.panel.isOn(button: 0))
    play.panel.handleLoss(of: .button(0), at: PlayedPanel.time(1100))
    play.panel.handleLevel(1, of: .button(0), at: PlayedPanel.time(1200))
    #expect(Self.requests(play).isEmpty)
  }

  @Test("26: A target that does not report its level is sent 0 when it is reachable")
  func targetWithoutReports() {
    let play = Self.play()
    play.down(240, 60, at: 0)
    _ = Self.requests(play)
    play.panel.handleLoss(of: .button(0), at: PlayedPanel.time(100))
    play.up(at: 500)
    play.panel.connect(.button(0), isReachable: true, at: PlayedPanel.time(900))
    #expect(Self.requests(play) == [Self.off])
  }

  @Test("25: A target that returns before the press ends is sent 0 at its end")
  func targetReturnsDuringPress() {
    let play = Self.play()
    play.down(240, 60, at: 0)
    _ = Self.requests(play)
    play.panel.handleLoss(of: .button(0), at: PlayedPanel.time(100))
    play.panel.handleLevel(0, of: .button(0), at: PlayedPanel.time(200))
    #expect(Self.requests(play).isEmpty)
    play.up(at: 500)
    #expect(Self.requests(play) == [Self.off])
  }

  @Test("27: A press that was not sent does not cause a 0") func notSent() {
    var layout = Self.layout(Self.send)
    layout.buttons[0].lock = .hold
    let play = PlayedPanel(layout)
    play.panel.handleLevel(0, of: .button(0), at: PlayedPanel.time(0))
    play.down(240, 60, at: 0)
    play.panel.handleLoss(of: .button(0), at: PlayedPanel.time(100))
    play.run(until: 2000)
    play.up(at: 2100)
    play.panel.handleLevel(1, of: .button(0), at: PlayedPanel.time(3000))
    #expect(Self.requests(play).isEmpty)
  }

  @Test("18 of successions: A reload that removes the button releases it")
  func buttonRemoved() {
    let play = Self.play()
    play.down(240, 60, at: 0)
    _ = Self.requests(play)
    var layout = play.panel.layout
    layout.buttons = []
    _ = play.panel.successor(
      layout: layout, viewport: PlayedPanel.viewport(of: layout), at: PlayedPanel.time(100))
    // The previous layout's panel sends requests to its own controls.
    #expect(Self.requests(play) == [Self.off])
  }

  // MARK: Knobs

  @Test(
    "15a: A lost knob is restored when it returns with the same value",
    arguments: [
      ButtonLayout.Action.preset([.init(knob: 0, value: 90)]), .change([.init(knob: 0, value: 40)]),
      .mute([0]),
    ], End.allCases)
  func restored(action: ButtonLayout.Action, end: End) {
    var play = Self.play(action)
    play.down(240, 60, at: 0)
    let pressed = play.values()[0]
    #expect(pressed != 50)
    play.panel.handleLoss(of: .knob(0), at: PlayedPanel.time(100))
    play = Self.end(play, by: end)
    _ = Self.requests(play)
    play.panel.connect(.knob(0))
    play.panel.handleLevel(pressed / 100, of: .knob(0), at: PlayedPanel.time(1000))
    #expect(play.values() == [50])
    #expect(Self.requests(play) == [.level(0.5, isFinal: true)])
    // Only once: later changes by others are kept.
    play.panel.handleLoss(of: .knob(0), at: PlayedPanel.time(1100))
    play.panel.handleLevel(pressed / 100, of: .knob(0), at: PlayedPanel.time(1200))
    #expect(Self.requests(play).isEmpty)
  }

  @Test("15: A knob that returns before the press ends is restored at its end")
  func knobReturnsDuringPress() {
    let play = Self.play(.preset([.init(knob: 0, value: 90)]))
    play.down(240, 60, at: 0)
    play.panel.handleLoss(of: .knob(0), at: PlayedPanel.time(100))
    play.panel.handleLevel(0.9, of: .knob(0), at: PlayedPanel.time(200))
    _ = Self.requests(play)
    play.up(at: 500)
    #expect(play.values() == [50])
    #expect(Self.requests(play) == [.level(0.5, isFinal: true)])
  }

  @Test(
    "15a, 16: A knob that returns with another value keeps it",
    arguments: [
      ButtonLayout.Action.preset([.init(knob: 0, value: 90)]),
      .change([.init(knob: 0, value: -20)]),
    ])
  func changed(action: ButtonLayout.Action) {
    let play = Self.play(action)
    play.down(240, 60, at: 0)
    play.panel.handleLoss(of: .knob(0), at: PlayedPanel.time(100))
    play.up(at: 500)
    _ = Self.requests(play)
    play.panel.handleLevel(0.42, of: .knob(0), at: PlayedPanel.time(1000))
    #expect(play.values() == [42])
    #expect(Self.requests(play).isEmpty)
  }

  @Test("15a: A target's own mute is undone") func ownMute() {
    let play = Self.play(.mute([0]))
    play.panel.handleMute(false, of: .knob(0), at: PlayedPanel.time(0))
    play.down(240, 60, at: 0)
    #expect(Self.requests(play) == [.mute(true)])
    play.panel.handleLoss(of: .knob(0), at: PlayedPanel.time(100))
    play.up(at: 500)
    #expect(Self.requests(play).isEmpty)
    play.panel.handleMute(true, of: .knob(0), at: PlayedPanel.time(1000))
    play.panel.handleLevel(0.5, of: .knob(0), at: PlayedPanel.time(1000))
    #expect(Self.requests(play) == [.mute(false)])
  }

  @Test("15: A press is undone even if the knob locks meanwhile") func lock() {
    var layout = Self.layout(.preset([.init(knob: 0, value: 90)]))
    layout.knobs[0].guards.lock = .tap
    let play = PlayedPanel(layout)
    play.tap(60, 40, at: 0)
    play.down(240, 60, at: 1000)
    #expect(play.values() == [90])
    play.run(until: 60_000)
    #expect(play.panel.viewState(ofKnob: 0).isLocked)
    play.up(at: 60_100)
    #expect(play.values() == [50])
    #expect(play.panel.viewState(ofKnob: 0).isLocked)
  }
}
