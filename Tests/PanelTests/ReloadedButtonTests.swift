import Gesture
import Knobs
import Layout
import LayoutFile
import Testing

@testable import Panel

private typealias Rig = SuccessionRig

/// Buttons across a reload.
@Suite struct ReloadedButtonTests {
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
    rig.reload(0, layout)
    rig.happened.removeAll()
    return rig
  }

  private let buttonCenter = DisplayFraction(x: 0.5, y: 0.9)

  @Test("Row 17: A momentary mute ends on release, also after a reload")
  func momentary() {
    let rig = rig(button(.momentary))
    rig.touch(10, .down(Rig.thumb, buttonCenter))
    #expect(rig.happened == ["left muted 0"])
    var layout = Rig.layout(Rig.knobs().reversed())
    layout.buttons = [button(.momentary, knobs: [1])]
    rig.reload(20, layout)
    #expect(rig.panel.viewState(ofButton: 0).isPressed)
    rig.touch(100, .up(Rig.thumb))
    #expect(rig.sinceReload == ["left restored 20"])
  }

  @Test(
    "Row 17: A toggle pressed before a reload can be undone after it",
    arguments: [
      (.mute([0]), "left muted 0"), (.change([.init(knob: 0, value: -5)]), "left adjusted 15"),
    ] as [(ButtonLayout.Action, String)])
  func toggle(action: ButtonLayout.Action, event: String) {
    let rig = rig(button(.toggle, action: action))
    rig.touch(10, .down(Rig.thumb, buttonCenter))
    rig.touch(60, .up(Rig.thumb))
    #expect(rig.happened == [event])
    var layout = rig.panel.layout
    layout.knobs[0].diameter = 70
    rig.reload(100, layout)
    #expect(rig.panel.viewState(ofButton: 0).isOn)
    rig.touch(500, .down(Rig.thumb, buttonCenter))
    rig.touch(550, .up(Rig.thumb))
    #expect(rig.sinceReload == ["left restored 20"])
  }

  @Test("Row 18: A removed button is released")
  func removed() {
    let rig = rig(button(.momentary))
    rig.touch(10, .down(Rig.thumb, buttonCenter))
    rig.reload(20, Rig.layout(Rig.knobs()))
    #expect(rig.sinceReload == ["left restored 20"])
    rig.touch(30, .up(Rig.thumb))
    #expect(rig.panel.value(ofKnob: 0) == 20)
    #expect(rig.sinceReload.count == 1)
  }

  @Test("Row 18: A disabled button is released, and its mute can still be undone")
  func disabled() {
    let rig = rig(button(.toggle))
    rig.touch(10, .down(Rig.thumb, buttonCenter))
    rig.touch(60, .up(Rig.thumb))
    rig.touch(100, .down(Rig.thumb, buttonCenter))
    var layout = rig.panel.layout
    layout.buttons[0].isEnabled = false
    rig.reload(120, layout)
    #expect(
      rig.panel.viewState(ofButton: 0) == ButtonViewState(isOn: true, isEnabled: false))
    rig.touch(150, .up(Rig.thumb))
    layout.buttons[0].isEnabled = true
    rig.reload(200, layout)
    rig.touch(500, .down(Rig.thumb, buttonCenter))
    rig.touch(550, .up(Rig.thumb))
    #expect(rig.sinceReload.last == "left restored 20")
  }

  @Test("Row 18: A button that changes its action is released")
  func changedAction() {
    let rig = rig(button(.momentary))
    rig.touch(10, .down(Rig.thumb, buttonCenter))
    var layout = rig.panel.layout
    layout.buttons = [button(.momentary, knobs: [1])]
    rig.reload(20, layout)
    #expect(rig.sinceReload == ["left restored 20"])
    #expect(!rig.panel.viewState(ofButton: 0).isPressed)
  }
}
