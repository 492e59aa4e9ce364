import Gesture
import Knobs
import Layout
import Testing

@testable import Panel

/// The rows of the case table in `ButtonChoice`.
@Suite struct ButtonChoiceTests {
  private static func preset(_ values: Double?...) -> ButtonLayout.Action {
    .preset(
      values.enumerated().compactMap { knob, value in
        value.map { ButtonLayout.Target(knob: knob, value: $0) }
      })
  }

  /// Knobs `a` and `b` at 50 with a default of 20, and one button of a choice for each action.
  private static func layout(
    _ actions: [(String, ButtonLayout.Action, ButtonLayout.Kind?)],
    _ change: (inout KnobLayout) -> Void = { _ in }
  ) -> LayoutDocument {
    let knobs = [("a", 60.0), ("b", 160)].map { id, x in
      var knob = KnobLayout(
        id: id, center: DesignPoint(x: x, y: 60), diameter: 60, scale: Scale(step: 1), value: 50,
        defaultValue: 20)
      change(&knob)
      return knob
    }
    let buttons = actions.enumerated().map { index, entry in
      var button = ButtonLayout(
        id: entry.0, center: DesignPoint(x: 60 + 100 * Double(index), y: 160), width: 60,
        height: 40, action: entry.1, kind: entry.2)
      button.choice = "scene"
      return button
    }
    return LayoutDocument(
      panel: PanelLayout(width: 500, height: 200), knobs: knobs, buttons: buttons)
  }

  private static func play(
    _ actions: (String, ButtonLayout.Action, ButtonLayout.Kind?)...
  ) -> PlayedPanel { PlayedPanel(layout(actions)) }

  private static let inputs: [(String, ButtonLayout.Action, ButtonLayout.Kind?)] = [
    ("low", preset(20), nil), ("middle", preset(50), nil), ("high", preset(80), nil),
  ]

  private func press(_ play: PlayedPanel, _ index: Int, at time: Int64) {
    play.tap(60 + 100 * Double(index), 160, at: time)
  }

  private func lit(_ play: PlayedPanel) -> [Int] {
    play.panel.layout.buttons.indices.filter { play.panel.viewState(ofButton: $0).isOn }
  }

  @Test(
    "Row 23: At the start, the first button that matches the values is active, without an event")
  func start() {
    let play = Self.play(("all", Self.preset(50, 50), nil), ("same", Self.preset(50), nil))
    #expect(lit(play) == [0])
    #expect(play.happened().isEmpty)
    #expect(lit(Self.play(("low", Self.preset(20), nil))).isEmpty)
  }

  @Test("Row 23: While a knob waits for its control, another button may become active")
  func waiting() {
    let play = Self.play(("left", Self.preset(50), nil), ("right", Self.preset(nil, 50), nil))
    play.panel.viewChanges.removeAll()
    play.panel.connect(.knob(0))
    #expect(lit(play) == [1])
    #expect(Set(play.panel.viewChanges.buttons).isSuperset(of: [0, 1]))
    #expect(play.happened().isEmpty)
  }

  @Test("Row 24: Of two equal buttons, the pressed one is active")
  func pressed() {
    let play = Self.play(("one", Self.preset(20), nil), ("other", Self.preset(20), nil))
    press(play, 1, at: 0)
    #expect(lit(play) == [1])
    #expect(
      play.happened()
        == ["other pressed", "other released on", "a preset 20", "other chosen on"])
    press(play, 0, at: 1000)
    #expect(lit(play) == [0])
    #expect(
      play.happened()
        == ["one pressed", "one released on", "other unchosen", "one chosen on"])
  }

  @Test("Row 24: The pressed button is active though the previous one still matches")
  func previousStillMatches() {
    let play = Self.play(("left", Self.preset(30), nil), ("right", Self.preset(nil, 70), nil))
    press(play, 0, at: 0)
    press(play, 1, at: 1000)
    #expect(play.values() == [30, 70])
    #expect(lit(play) == [1])
  }

  @Test("Row 25: The previous toggle is undone first, and controls get only the last value")
  func toggles() {
    let play = Self.play(
      ("quiet", Self.preset(10, 30), .toggle), ("loud", Self.preset(90), .toggle))
    for knob in 0...1 {
      play.panel.connect(.knob(knob))
      play.panel.handleLevel(0.5, of: .knob(knob), at: PlayedPanel.time(0))
    }
    press(play, 0, at: 0)
    play.panel.controlRequests.removeAll()
    _ = play.happened()
    press(play, 1, at: 1000)
    #expect(play.values() == [90, 50])
    #expect(lit(play) == [1])
    #expect(
      play.panel.controlRequests == [
        .init(knob: 1, level: 0.5, isFinal: true), .init(knob: 0, level: 0.9, isFinal: true),
      ])
    #expect(
      play.happened() == [
        "loud pressed", "loud released on", "a restored 50", "b restored 50", "a preset 90",
        "quiet unchosen", "loud chosen on",
      ])
    press(play, 1, at: 2000)
    #expect(play.values() == [50, 50])
  }

  @Test("Row 25: A change is undone before another applies, and a mute ends")
  func changes() {
    let play = Self.play(
      ("dim", .change([.init(knob: 0, value: -20)]), .toggle),
      ("more", .change([.init(knob: 0, value: -30)]), .toggle), ("mute", .mute([0]), nil))
    for (second, (index, value)) in [(0, 30.0), (1, 20), (2, 0), (0, 30)].enumerated() {
      press(play, index, at: Int64(second) * 1000)
      #expect(play.values() == [value, 50])
      #expect(lit(play) == [index])
    }
    press(play, 0, at: 5000)
    #expect(play.values() == [50, 50])
  }

  @Test("Row 25: Another button does not restore a knob silenced by other means")
  func silencedByOtherMeans() {
    let play = Self.play(("mute", .mute([0]), nil), ("right", Self.preset(nil, 70), nil))
    play.panel.set(value: 0, ofKnob: 0)
    #expect(lit(play) == [0])
    press(play, 1, at: 0)
    #expect(play.values() == [0, 70])
    #expect(lit(play) == [1])
  }

  @Test("Row 26: Pressing an active toggle leaves no button active") func pressedAgain() {
    let play = Self.play(("low", Self.preset(20), .toggle), ("high", Self.preset(80), nil))
    press(play, 0, at: 0)
    _ = play.happened()
    press(play, 0, at: 1000)
    #expect(lit(play).isEmpty)
    #expect(
      play.happened()
        == ["low pressed on", "low released", "a restored 50", "low unchosen"])
  }

  enum Source: CaseIterable { case finger, control, layout }

  @Test(
    "Rows 27 and 28: The knobs' values decide, whatever changes them",
    arguments: Source.allCases)
  func changeSources(_ source: Source) {
    let play = PlayedPanel(Self.layout(Self.inputs) { $0.scale.step = 10 })
    play.panel.connect(.knob(0))
    play.panel.handleLevel(0.2, of: .knob(0), at: PlayedPanel.time(0))
    #expect(lit(play) == [0])
    #expect(play.happened().contains("low chosen on"))
    switch source {
    case .finger:
      play.down(60, 35, at: 1000)
      play.move(85, 60, at: 1500)
      play.up(at: 2000)
    case .control: play.panel.handleLevel(0.5, of: .knob(0), at: PlayedPanel.time(1000))
    case .layout: play.panel.set(value: 50, ofKnob: 0)
    }
    #expect(lit(play) == [1])
    let happened = play.happened().filter { $0.contains("chosen") }
    #expect(happened == ["low unchosen", "middle chosen on"])
  }

  @Test("Row 27: One of two knobs deactivates a button, and reactivates it on return")
  func oneKnob() {
    let play = Self.play(("both", Self.preset(20, 30), nil), ("left", Self.preset(20), nil))
    press(play, 0, at: 0)
    #expect(lit(play) == [0])
    play.panel.set(value: 31, ofKnob: 1)
    // The other button's values matched all the time, but it was not pressed.
    #expect(lit(play).isEmpty)
    play.panel.set(value: 30, ofKnob: 1)
    #expect(lit(play) == [0])
  }

  @Test("Row 28: A button outside the choice acts like any other change")
  func otherButtons() {
    var layout = Self.layout(Self.inputs + [("reset", .reset([0]), nil)])
    layout.buttons[3].choice = nil
    let play = PlayedPanel(layout)
    #expect(lit(play) == [1])
    press(play, 3, at: 0)
    #expect(lit(play) == [0])
    #expect(play.happened().suffix(2) == ["middle unchosen", "low chosen on"])
  }

  @Test("A reset can be active, as it has values too") func reset() {
    let play = Self.play(("normal", .reset([0, 1]), nil), ("loud", Self.preset(80), nil))
    press(play, 0, at: 0)
    #expect(lit(play) == [0])
    press(play, 1, at: 1000)
    #expect(lit(play) == [1])
  }

  @Test("Offline knobs do not count; without any online knob no button is active")
  func offlineKnobs() {
    let play = Self.play(("both", Self.preset(20, 30), nil))
    press(play, 0, at: 0)
    play.panel.handleLoss(of: .knob(0), at: PlayedPanel.time(500))
    #expect(lit(play) == [0])
    play.panel.handleLoss(of: .knob(1), at: PlayedPanel.time(600))
    #expect(lit(play).isEmpty)
    play.panel.handleLevel(0.3, of: .knob(1), at: PlayedPanel.time(700))
    #expect(lit(play) == [0])
  }

  @Test("A turn within a choice marks only the buttons that change")
  func marks() {
    let play = PlayedPanel(Self.layout(Self.inputs))
    play.panel.viewChanges.removeAll()
    play.panel.set(value: 80, ofKnob: 0)
    #expect(lit(play) == [2])
    #expect(Set(play.panel.viewChanges.buttons).isSuperset(of: [1, 2]))
  }

  // MARK: Another layout

  private func successor(_ play: PlayedPanel, _ layout: LayoutDocument) -> PlayedPanel {
    PlayedPanel(
      play.panel.successor(
        layout: layout, viewport: PlayedPanel.viewport(of: layout), at: PlayedPanel.time(5000)))
  }

  @Test("Row 30: Reloading preserves the active button, wherever it moves")
  func reload() {
    let same: [(String, ButtonLayout.Action, ButtonLayout.Kind?)] = [
      ("one", Self.preset(20), nil), ("other", Self.preset(20), nil),
    ]
    let old = PlayedPanel(Self.layout(same))
    press(old, 1, at: 0)
    let kept = successor(old, Self.layout([("new", Self.preset(20), nil)] + same.reversed()))
    #expect(lit(kept) == [1])
    #expect(kept.happened().isEmpty)
    // If it is gone, the first button that matches is active.
    let other = successor(kept, Self.layout([("one", Self.preset(20), nil)]))
    #expect(lit(other) == [0])
    #expect(other.happened() == ["one chosen on"])
  }

  @Test("Row 30: A choice with other values is determined again")
  func reloadWithOtherValues() {
    let old = PlayedPanel(Self.layout(Self.inputs))
    press(old, 0, at: 0)
    let new = successor(
      old, Self.layout([("low", Self.preset(10), nil), ("high", Self.preset(20), nil)]))
    #expect(lit(new) == [1])
  }

  @Test("Row 30: After a reload, pressing another button undoes the active toggle")
  func reloadActiveToggle() {
    let layout = Self.layout([
      ("quiet", Self.preset(10, 30), .toggle), ("loud", Self.preset(90), .toggle),
    ])
    let old = PlayedPanel(layout)
    press(old, 0, at: 0)
    let new = successor(old, layout)
    #expect(lit(new) == [0])
    press(new, 1, at: 6000)
    #expect(new.values() == [90, 50])
  }
}
