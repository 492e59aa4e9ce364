import Gesture
import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel

/// Buttons when another layout takes over, and buttons for master and member knobs.
@Suite struct ButtonSuccessionTests {
  private static func layout(
    _ kind: ButtonLayout.Kind, _ action: ButtonLayout.Action = .mute([0]), id: String = "button"
  ) -> LayoutDocument {
    let knobs = [("a", 60.0), ("b", 160)].map { id, x in
      KnobLayout(
        id: id, center: DesignPoint(x: x, y: 60), diameter: 60, scale: Scale(step: 1), value: 50)
    }
    let button = ButtonLayout(
      id: id, center: DesignPoint(x: 240, y: 60), width: 60, height: 40, action: action, kind: kind)
    return LayoutDocument(
      panel: PanelLayout(width: 300, height: 120), knobs: knobs, buttons: [button])
  }

  private static func successor(_ play: PlayedPanel, _ layout: LayoutDocument) -> PlayedPanel {
    PlayedPanel(
      play.panel.successor(
        layout: layout, viewport: PlayedPanel.viewport(of: layout), at: PlayedPanel.time(500)))
  }

  @Test("A button that remains keeps its finger, and is undone when that lifts")
  func keepsFinger() {
    let old = PlayedPanel(Self.layout(.momentary))
    old.down(240, 60, at: 0)
    var moved = Self.layout(.momentary)
    moved.buttons[0].center.x = 250
    let new = Self.successor(old, moved)
    #expect(new.panel.viewState(ofButton: 0) == ButtonViewState(isPressed: true, isOn: true))
    new.up(at: 1000)
    #expect(new.panel.value(ofKnob: 0) == 50)
  }

  @Test(
    "A button that is removed or changes its action is released at once",
    arguments: [
      layout(.momentary, id: "other"), layout(.toggle), layout(.momentary, .mute([1])),
      layout(.momentary, .preset([.init(knob: 0, value: 0)])),
    ])
  func releasesFinger(layout: LayoutDocument) {
    let old = PlayedPanel(Self.layout(.momentary))
    old.down(240, 60, at: 0)
    let new = Self.successor(old, layout)
    #expect(old.happened().suffix(2) == ["button cancelled", "a restored 50"])
    #expect(!new.panel.viewState(ofButton: 0).isPressed)
    #expect(new.panel.value(ofKnob: 0) == 50)
  }

  @Test("A muted knob is restored also after a reload, at its rescaled value")
  func muteSurvivesReload() {
    let old = PlayedPanel(Self.layout(.toggle))
    old.tap(240, 60, at: 0)
    var wider = Self.layout(.toggle)
    wider.knobs[0].scale = Scale(range: 0...60, step: 1)
    let new = Self.successor(old, wider)
    new.tap(240, 60, at: 1000)
    #expect(new.panel.value(ofKnob: 0) == 50)
  }

  @Test("Muting a master mutes its members, and restores them")
  func masters() {
    var layout = Self.layout(.toggle)
    layout.knobs[1].value = 25
    layout.knobs.append(
      KnobLayout(
        id: "master", center: DesignPoint(x: 110, y: 100), diameter: 20,
        control: .group(GroupLayout(members: ["a", "b"], shows: .loudest))))
    layout.buttons[0].steps = [.mute([2])]
    let play = PlayedPanel(layout)
    play.tap(240, 60, at: 0)
    #expect(play.values() == [0, 0, 0])
    #expect(play.panel.viewState(ofButton: 0).isOn)
    play.tap(240, 60, at: 1000)
    #expect(play.values() == [50, 25, 50])
  }

  @Test("Muting everything restores masters and members in any order")
  func muteAll() {
    for order in [[0, 1, 2], [2, 1, 0]] {
      var layout = Self.layout(.toggle)
      layout.knobs[1].value = 25
      layout.knobs.append(
        KnobLayout(
          id: "master", center: DesignPoint(x: 110, y: 100), diameter: 20,
          control: .group(GroupLayout(members: ["a", "b"], shows: .loudest))))
      layout.buttons[0].steps = [.mute(order)]
      let play = PlayedPanel(layout)
      play.tap(240, 60, at: 0)
      #expect(play.values() == [0, 0, 0])
      play.tap(240, 60, at: 1000)
      #expect(play.values() == [50, 25, 50], "\(order)")
    }
  }
}
