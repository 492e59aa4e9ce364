import Gesture
import Knobs
import Layout
import LayoutFile
import Raster
import Testing

@testable import Panel

/// Buttons of a layout that takes another one's place, and of knobs that belong together.
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

  @Test("a button that stays keeps its finger, and goes back once that lifts")
  func keepsItsFinger() {
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
    "a button that is gone, or does something else, lets go at once",
    arguments: [
      layout(.momentary, id: "other"), layout(.toggle), layout(.momentary, .mute([1])),
      layout(.momentary, .preset([.init(knob: 0, value: 0)])),
    ])
  func letsGo(layout: LayoutDocument) {
    let old = PlayedPanel(Self.layout(.momentary))
    old.down(240, 60, at: 0)
    let new = Self.successor(old, layout)
    #expect(old.happened().suffix(2) == ["button cancelled", "a restored 50"])
    #expect(!new.panel.viewState(ofButton: 0).isPressed)
    #expect(new.panel.value(ofKnob: 0) == 50)
  }

  @Test("a muted knob goes back also after a reload, to what its value means now")
  func muteOutlivesAReload() {
    let old = PlayedPanel(Self.layout(.toggle))
    old.tap(240, 60, at: 0)
    var wider = Self.layout(.toggle)
    wider.knobs[0].scale = Scale(range: 0...60, step: 1)
    let new = Self.successor(old, wider)
    new.tap(240, 60, at: 1000)
    #expect(new.panel.value(ofKnob: 0) == 50)
  }

  @Test("muting a master mutes its members, and brings them back as they were")
  func masters() {
    var layout = Self.layout(.toggle)
    layout.knobs[1].value = 25
    layout.knobs.append(
      KnobLayout(
        id: "master", center: DesignPoint(x: 110, y: 100), diameter: 20,
        control: .group(GroupLayout(members: ["a", "b"], shows: .loudest))))
    layout.buttons[0].action = .mute([2])
    let play = PlayedPanel(layout)
    play.tap(240, 60, at: 0)
    #expect(play.values() == [0, 0, 0])
    #expect(play.panel.viewState(ofButton: 0).isOn)
    play.tap(240, 60, at: 1000)
    #expect(play.values() == [50, 25, 50])
  }

  @Test("mute of everything comes back as it was, masters and members in any order")
  func everything() {
    for order in [[0, 1, 2], [2, 1, 0]] {
      var layout = Self.layout(.toggle)
      layout.knobs[1].value = 25
      layout.knobs.append(
        KnobLayout(
          id: "master", center: DesignPoint(x: 110, y: 100), diameter: 20,
          control: .group(GroupLayout(members: ["a", "b"], shows: .loudest))))
      layout.buttons[0].action = .mute(order)
      let play = PlayedPanel(layout)
      play.tap(240, 60, at: 0)
      #expect(play.values() == [0, 0, 0])
      play.tap(240, 60, at: 1000)
      #expect(play.values() == [50, 25, 50], "\(order)")
    }
  }
}
