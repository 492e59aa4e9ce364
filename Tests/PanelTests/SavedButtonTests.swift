import Gesture
import Knobs
import Layout
import LayoutFile
import Testing

@testable import Panel

private typealias Rig = SuccessionRig

/// Buttons across a reload.
@Suite struct SavedButtonTests {
  private func button(
    _ kind: ButtonLayout.Kind, knobs: [Int] = [0], action: ButtonLayout.Action? = nil
  ) -> ButtonLayout {
    ButtonLayout(
      id: "quiet", center: DesignPoint(x: 100, y: 90), width: 20, height: 16,
      action: action ?? .mute(knobs), kind: kind)
  }

  private func rig(_ button: ButtonLayout) -> Rig {
    let rig = Rig()
    var layout = Rig.layout(Rig.knobs())
    layout.buttons = [button]
    rig.save(0, layout)
    rig.happened.removeAll()
    return rig
  }

  private let place = DisplayFraction(x: 0.5, y: 0.9)

  @Test("Row 17: A momentary mute ends on release, also after a reload")
  func momentary() {
    let rig = rig(button(.momentary))
    rig.touch(10, .down(Rig.thumb, place))
    #expect(rig.happened == ["left muted 0"])
    var layout = Rig.layout(Rig.knobs().reversed())
    layout.buttons = [button(.momentary, knobs: [1])]
    rig.save(20, layout)
    #expect(rig.panel.viewState(ofButton: 0).isPressed)
    rig.touch(100, .up(Rig.thumb))
    #expect(rig.since == ["left restored 20"])
  }

  @Test(
    "Row 17: A toggle pressed before a reload can be undone after it",
    arguments: [
      (.mute([0]), "left muted 0"), (.change([.init(knob: 0, value: -5)]), "left adjusted 15"),
    ] as [(ButtonLayout.Action, String)])
  func toggle(action: ButtonLayout.Action, happens: String) {
    let rig = rig(button(.toggle, action: action))
    rig.touch(10, .down(Rig.thumb, place))
    rig.touch(60, .up(Rig.thumb))
    #expect(rig.happened == [happens])
    var layout = rig.panel.layout
    layout.knobs[0].diameter = 70
    rig.save(100, layout)
    #expect(rig.panel.viewState(ofButton: 0).isOn)
    rig.touch(500, .down(Rig.thumb, place))
    rig.touch(550, .up(Rig.thumb))
    #expect(rig.since == ["left restored 20"])
  }

  @Test("Row 18: A removed button is released")
  func gone() {
    let rig = rig(button(.momentary))
    rig.touch(10, .down(Rig.thumb, place))
    rig.save(20, Rig.layout(Rig.knobs()))
    #expect(rig.since == ["left restored 20"])
    rig.touch(30, .up(Rig.thumb))
    #expect(rig.panel.value(ofKnob: 0) == 20)
    #expect(rig.since.count == 1)
  }

  @Test("Row 18: A disabled button is released, and its mute can still be undone")
  func disabled() {
    let rig = rig(button(.toggle))
    rig.touch(10, .down(Rig.thumb, place))
    rig.touch(60, .up(Rig.thumb))
    rig.touch(100, .down(Rig.thumb, place))
    var layout = rig.panel.layout
    layout.buttons[0].isEnabled = false
    rig.save(120, layout)
    #expect(
      rig.panel.viewState(ofButton: 0) == ButtonViewState(isOn: true, isEnabled: false))
    rig.touch(150, .up(Rig.thumb))
    layout.buttons[0].isEnabled = true
    rig.save(200, layout)
    rig.touch(500, .down(Rig.thumb, place))
    rig.touch(550, .up(Rig.thumb))
    #expect(rig.since.last == "left restored 20")
  }

  @Test("Row 18: A button that changes its action is released")
  func other() {
    let rig = rig(button(.momentary))
    rig.touch(10, .down(Rig.thumb, place))
    var layout = rig.panel.layout
    layout.buttons = [button(.momentary, knobs: [1])]
    rig.save(20, layout)
    #expect(rig.since == ["left restored 20"])
    #expect(!rig.panel.viewState(ofButton: 0).isPressed)
  }
}
