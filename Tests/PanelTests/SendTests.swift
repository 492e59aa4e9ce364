import Gesture
import Layout
import Testing

@testable import Panel

/// Buttons that set an external target.
@Suite struct SendTests {
  private struct Settings: ControlSettings {
    var name = "bell"
  }

  /// A panel with one button, and its events.
  private final class Play {
    let panel: PanelController
    private var time: Int64 = 0

    init(_ kind: ButtonLayout.Kind, isConnected: Bool = true) {
      let button = ButtonLayout(
        id: "bell", center: DesignPoint(x: 100, y: 100), width: 80, height: 40,
        action: .send(.backEnd(Settings())), kind: kind)
      let layout = LayoutDocument(panel: PanelLayout(), buttons: [button])
      panel = PanelController(
        layout: layout,
        viewport: Viewport(panel: layout.panel, displaySize: layout.panel.naturalSize))
      if isConnected { report(0) }
      _ = happened()
    }

    var now: Timestamp { Timestamp(microseconds: time) }

    func report(_ level: Double) {
      panel.handleLevel(level, of: .button(0), at: now)
    }

    func down() { touch(.down(ContactID(device: 0, slot: 0), buttonCenter)) }
    func up() { touch(.up(ContactID(device: 0, slot: 0))) }

    func press() {
      down()
      up()
    }

    private var buttonCenter: DisplayFraction {
      panel.viewport.displayFraction(designPoint: DesignPoint(x: 100, y: 100))
    }

    private func touch(_ change: ContactChange) {
      time += 100_000
      panel.handle(TouchFrame(time: now, changes: [change]))
    }

    /// Returns the levels sent and kinds of events since the last call, and whether it is lit.
    func happened() -> String {
      defer {
        panel.controlRequests.removeAll()
        panel.events.removeAll()
      }
      let levels = panel.controlRequests.map { $0.level.map { "\(Int($0))" } ?? "?" }
      let kinds = panel.events.compactMap { event -> String? in
        if case .button(let button) = event { button.kind.rawValue } else { nil }
      }
      let state = panel.viewState(ofButton: 0)
      return (levels + kinds + [state.isOn ? "lit" : "dark"] + (state.isEnabled ? [] : ["grey"]))
        .joined(separator: " ")
    }
  }

  @Test("A push sends 1 each time, and is lit only if its target reports 1")
  func push() {
    let play = Play(.push)
    play.press()
    #expect(play.happened() == "1 pressed released dark")
    play.press()
    #expect(play.happened() == "1 pressed released dark")
    play.report(1)
    #expect(play.happened() == "lit lit")
    play.report(0.9)
    #expect(play.happened() == "lit")
    play.report(0)
    #expect(play.happened() == "unlit dark")
  }

  @Test("A toggle sends 1 and 0 alternately, starting from its target's level")
  func toggle() {
    let play = Play(.toggle)
    play.press()
    #expect(play.happened() == "1 pressed released lit")
    play.press()
    #expect(play.happened() == "0 pressed released dark")
    play.report(1)
    #expect(play.happened() == "lit lit")
    play.press()
    #expect(play.happened() == "0 pressed released dark")
    // The target did not follow.
    play.report(1)
    #expect(play.happened() == "lit lit")
  }

  @Test("A momentary button sends 1 while a finger is on it, and 0 after that")
  func momentary() {
    let play = Play(.momentary)
    play.down()
    #expect(play.happened() == "1 pressed lit")
    play.up()
    #expect(play.happened() == "0 released dark")
  }

  @Test("A button whose target is offline is grey and has no effect")
  func offline() {
    let play = Play(.toggle)
    play.report(1)
    _ = play.happened()
    play.panel.handleLoss(of: .button(0), at: play.now)
    #expect(play.happened() == "unlit dark grey")
    play.press()
    #expect(play.happened() == "dark grey")
    play.panel.connect(.button(0), isReachable: true)
    #expect(play.happened() == "dark")
    play.press()
    #expect(play.happened() == "1 pressed released lit")
  }

  @Test("Without a control, as in a recording, it assumes the level it sends")
  func withoutControl() {
    let play = Play(.toggle, isConnected: false)
    play.press()
    #expect(play.happened() == "1 pressed released lit")
  }
}
