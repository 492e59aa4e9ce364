import Gesture
import Knobs
import Layout
import Testing

@testable import Panel

/// The rows of the case tables at `PanelController+Steps`, for lists of steps.
@Suite struct ButtonListTests {
  private struct Settings: ControlSettings {
    var name = "lamp"
  }

  private static let wait = ButtonLayout.Action.wait(microseconds: 2_000_000)
  private static let dim = ButtonLayout.Action.panel(.dim(brightness: 0.2))

  private static func preset(_ value: Double, knob: Int = 0) -> ButtonLayout.Action {
    .preset([.init(knob: knob, value: value)])
  }

  /// Knobs `a` and `b` at 50, pages `one` and `two`, and buttons on both pages.
  private static func layout(
    _ buttons: [(steps: [ButtonLayout.Action], kind: ButtonLayout.Kind)], choice: String? = nil
  ) -> LayoutDocument {
    let knobs = [("a", 60.0), ("b", 160)].map { id, x in
      KnobLayout(
        id: id, center: DesignPoint(x: x, y: 60), diameter: 60, scale: Scale(step: 1), value: 50,
        defaultValue: 20)
    }
    var layout = LayoutDocument(panel: PanelLayout(width: 500, height: 200), knobs: knobs)
    layout.buttons = buttons.enumerated().map { index, entry in
      var button = ButtonLayout(
        id: "b\(index)", center: DesignPoint(x: 60 + 100 * Double(index), y: 140), width: 60,
        height: 40, steps: entry.steps, kind: entry.kind)
      button.choice = choice
      return button
    }
    layout.pages = [PageLayout(id: "one", name: nil), PageLayout(id: "two", name: nil)]
    return layout
  }

  private static func play(
    _ kind: ButtonLayout.Kind, _ steps: ButtonLayout.Action...
  ) -> PlayedPanel { PlayedPanel(layout([(steps, kind)])) }

  private func press(_ play: PlayedPanel, _ index: Int = 0, at time: Int64) {
    play.tap(60 + 100 * Double(index), 140, at: time)
  }

  private func isLit(_ play: PlayedPanel, _ index: Int = 0) -> Bool {
    play.panel.viewState(ofButton: index).isOn
  }

  /// Returns the requests to the screen since the last call.
  private func requested(_ play: PlayedPanel) -> [ScreenRequest] {
    defer { play.panel.screenRequests.removeAll() }
    return play.panel.screenRequests
  }

  /// Returns the numbers sent since the last call, with the index of their target.
  private func sent(_ play: PlayedPanel) -> [String] {
    defer { play.panel.controlRequests.removeAll() }
    return play.panel.controlRequests.compactMap { request in
      guard case .button(_, let send) = request.item else { return nil }
      return "\(send)=\(Int(request.level ?? -1))"
    }
  }

  @Test("Rows 41 and 42: Steps run in order, those after a wait when its time is over")
  func order() {
    let play = Self.play(
      .push, Self.preset(30), Self.dim, Self.wait, .page(.index(1)), Self.preset(40, knob: 1))
    press(play, at: 0)
    #expect(play.happened() == ["b0 pressed", "b0 released on", "a preset 30"])
    #expect(requested(play) == [.setBrightness(0.2)])
    play.run(until: 2059)
    #expect(play.happened() == [])
    play.run(until: 2060)
    #expect(play.happened() == ["two shown", "b preset 40"])
    #expect(isLit(play))
    play.run(until: 100_000)
    #expect(play.happened() == [])
  }

  @Test("Row 43: A toggle undoes all its steps, and each returns to what was before")
  func toggle() {
    let play = Self.play(
      .toggle, Self.preset(30), .change([.init(knob: 1, value: 10)]), Self.dim, .page(.index(1)))
    play.panel.follow(brightness: 0.7)
    press(play, at: 0)
    #expect(play.values() == [30, 60])
    #expect(isLit(play))
    #expect(play.panel.shownPage == 1)
    _ = (requested(play), play.happened())
    press(play, at: 1000)
    #expect(play.values() == [50, 50])
    #expect(requested(play) == [.setBrightness(0.7)])
    #expect(play.panel.shownPage == 0)
    #expect(!isLit(play))
    let happened = play.happened()
    #expect(happened.prefix(3) == ["b0 pressed on", "b0 released", "one shown"])
    #expect(happened.dropFirst(3) == ["b restored 50", "a restored 50"])
  }

  @Test("Rows 37 and 39: What was changed otherwise since is not undone")
  func changedSince() {
    let play = Self.play(.toggle, Self.preset(30), Self.dim, .page(.index(1)))
    press(play, at: 0)
    play.panel.set(page: 0)
    press(play, at: 1000)
    #expect(play.panel.shownPage == 0)
    let other = Self.play(.toggle, Self.preset(30), Self.dim)
    press(other, at: 0)
    _ = requested(other)
    other.panel.follow(brightness: 0.9)
    #expect(!isLit(other))
    press(other, at: 1000)
    #expect(requested(other) == [.setBrightness(0.2)])
  }

  @Test("A dimmed screen is undone also if the panel has started since")
  func restarted() {
    let play = Self.play(.toggle, Self.dim)
    play.panel.follow(brightness: 0.2)
    #expect(isLit(play))
    press(play, at: 0)
    #expect(requested(play) == [.setBrightness(nil)])
    #expect(!isLit(play))
  }

  @Test("Row 44: A push that is pressed while it waits begins again")
  func again() {
    let play = Self.play(.push, Self.preset(30), Self.wait, Self.preset(40))
    press(play, at: 0)
    play.run(until: 1000)
    press(play, at: 1000)
    #expect(isLit(play))
    play.run(until: 3059)
    #expect(play.values()[0] == 30)
    play.run(until: 3060)
    #expect(play.values()[0] == 40)
    play.run(until: 9000)
    #expect(play.values()[0] == 40)
  }

  @Test("Rows 45 and 46: The steps that wait are dropped, and those before are undone")
  func dropped() {
    let toggle = Self.play(.toggle, Self.preset(30), Self.wait, Self.preset(70, knob: 1))
    press(toggle, at: 0)
    press(toggle, at: 1000)
    toggle.run(until: 9000)
    #expect(toggle.values() == [50, 50])
    let momentary = Self.play(.momentary, Self.preset(30), Self.wait, Self.preset(70, knob: 1))
    momentary.down(60, 140, at: 0)
    #expect(momentary.values() == [30, 50])
    momentary.up(at: 1000)
    momentary.run(until: 9000)
    #expect(momentary.values() == [50, 50])
    #expect(momentary.panel.nextWake == nil)
  }

  @Test("Row 18a: After a wait, a knob that a finger holds keeps its value")
  func held() {
    let play = Self.play(.push, Self.preset(30, knob: 1), Self.wait, Self.preset(90))
    press(play, at: 0)
    play.down(60, 40, at: 1000)
    play.run(until: 3000)
    #expect(play.values() == [50, 30])
  }

  @Test("Rows 47 to 49: A page or another layout changes nothing, unless it lacks the button")
  func reloaded() {
    for isKept in [true, false] {
      let play = Self.play(.push, Self.preset(30), Self.wait, Self.preset(40))
      press(play, at: 0)
      play.panel.set(page: 1)
      var layout = play.panel.layout
      if isKept {
        layout.buttons[0].text = "Other"
      } else {
        layout.buttons[0].steps[0] = Self.preset(31)
      }
      let next = PlayedPanel(
        play.panel.successor(
          layout: layout, viewport: play.panel.viewport, at: PlayedPanel.time(500)))
      next.run(until: 9000)
      #expect(next.values()[0] == (isKept ? 40 : 30))
    }
  }

  @Test("A list sends to each of its targets, and a toggle sends 0 in reverse order")
  func sends() {
    let send = ButtonLayout.Action.send(.backEnd(Settings()))
    let play = Self.play(.toggle, send, Self.preset(30), send)
    press(play, at: 0)
    #expect(sent(play) == ["0=1", "1=1"])
    #expect(isLit(play))
    play.panel.handleLevel(0, of: .button(0, send: 1), at: PlayedPanel.time(500))
    #expect(!isLit(play), "one of its targets went off")
    play.panel.handleLevel(1, of: .button(0, send: 1), at: PlayedPanel.time(600))
    press(play, at: 1000)
    #expect(sent(play) == ["1=0", "0=0"])
    #expect(play.values()[0] == 50)
  }

  @Test("A push is lit by the steps that have a state, not by those that have none")
  func lit() {
    let send = ButtonLayout.Action.send(.backEnd(Settings()))
    let play = Self.play(.push, send, Self.preset(30), .panel(.switchScreenOff), .page(.index(1)))
    press(play, at: 0)
    #expect(isLit(play))
    play.panel.set(page: 0)
    #expect(isLit(play), "a page says nothing beside a preset")
    play.panel.set(value: 31, ofKnob: 0)
    #expect(!isLit(play))
  }

  @Test("Row 28b of choices: Of buttons without any state, the last one pressed is lit")
  func radio() {
    let send = ButtonLayout.Action.send(.backEnd(Settings()))
    let play = PlayedPanel(
      Self.layout([([send], .push), ([send, Self.wait, send], .push)], choice: "scene"))
    #expect(!isLit(play, 0) && !isLit(play, 1))
    press(play, 0, at: 0)
    #expect(isLit(play, 0) && !isLit(play, 1))
    press(play, 1, at: 1000)
    #expect(!isLit(play, 0) && isLit(play, 1))
    play.run(until: 9000)
    #expect(!isLit(play, 0) && isLit(play, 1))
    press(play, 0, at: 10_000)
    #expect(isLit(play, 0) && !isLit(play, 1))
    #expect(
      play.happened().filter { $0.contains("chosen") } == [
        "b0 chosen on", "b0 unchosen", "b1 chosen on", "b1 unchosen", "b0 chosen on",
      ])
  }

  @Test("Row 25a of choices: Another button drops the steps that wait")
  func choice() {
    let play = PlayedPanel(
      Self.layout(
        [
          ([Self.preset(30), Self.wait, Self.preset(70, knob: 1)], .push),
          ([Self.preset(40)], .push),
        ],
        choice: "scene"))
    press(play, 0, at: 0)
    #expect(isLit(play, 0))
    press(play, 1, at: 1000)
    play.run(until: 9000)
    #expect(play.values() == [40, 50])
    #expect(!isLit(play, 0) && isLit(play, 1))
  }

  @Test("A choice of pages follows the page, however it is shown")
  func pages() {
    let play = PlayedPanel(
      Self.layout([([.page(.index(0))], .push), ([.page(.index(1))], .push)], choice: "page"))
    #expect(isLit(play, 0) && !isLit(play, 1))
    play.panel.showRemotely(page: 1, at: PlayedPanel.time(0))
    #expect(!isLit(play, 0) && isLit(play, 1))
  }

  @Test("Of two steps for one knob, the later one lights the button, and both are undone")
  func sameKnob() {
    let play = Self.play(.toggle, Self.preset(30), Self.wait, Self.preset(0))
    press(play, at: 0)
    play.run(until: 9000)
    #expect(play.values()[0] == 0)
    #expect(isLit(play))
    press(play, at: 10_000)
    #expect(play.values()[0] == 50)
  }

  @Test("Steps that change the same knob, page and brightness are undone one after the other")
  func repeated() {
    let play = Self.play(
      .toggle, Self.preset(30), .change([.init(knob: 0, value: 10)]), Self.dim,
      .panel(.dim(brightness: 0.1)), .page(.index(1)), .page(.index(0)), .page(.index(1)))
    press(play, at: 0)
    #expect(play.values()[0] == 40)
    #expect(isLit(play))
    #expect(requested(play) == [.setBrightness(0.2), .setBrightness(0.1)])
    press(play, at: 1000)
    #expect(play.values()[0] == 50)
    #expect(requested(play).last == .setBrightness(nil))
    #expect(play.panel.shownPage == 0)
  }

  @Test("A preset of a list obeys the limit as one alone does") func limit() {
    var layout = Self.layout([([Self.preset(90), Self.wait, Self.preset(95)], .push)])
    layout.knobs[0].guards.limit = 60
    let play = PlayedPanel(layout)
    press(play, at: 0)
    #expect(play.values()[0] == 60)
    play.run(until: 9000)
    #expect(play.values()[0] == 60)
    #expect(isLit(play))
  }
}
