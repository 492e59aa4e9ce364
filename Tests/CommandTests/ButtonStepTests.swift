import Gesture
import JSON
import Knobs
import Layout
import Panel
import Testing

@testable import PanelApplication

/// Steps of buttons that act outside the panel's items, and limits as programs see them.
@Suite struct ButtonStepTests {
  private static func rig(
    _ steps: [ButtonLayout.Action], _ kind: ButtonLayout.Kind
  ) throws -> ApplicationRig {
    let rig = try ApplicationRig([])
    var bar = KnobLayout(id: "bar", center: DesignPoint(x: 40, y: 50), diameter: 60, value: 50)
    bar.guards.limitKnob = "most"
    let most = KnobLayout(
      id: "most", center: DesignPoint(x: 160, y: 50), diameter: 60, value: 70)
    let button = ButtonLayout(
      id: "film", center: DesignPoint(x: 100, y: 50), width: 40, height: 30, steps: steps,
      kind: kind)
    try rig.application.show(
      LayoutDocument(
        panel: PanelLayout(width: 200, height: 100), knobs: [bar, most], buttons: [button]))
    try rig.application.start()
    return rig
  }

  @Test("A toggle dims the screen, and the next press brings back the brightness set before")
  func dims() throws {
    let rig = try Self.rig([.panel(.dim(brightness: 0.2))], .toggle)
    defer { rig.application.stop() }
    try rig.round { rig.application.screen.set(brightness: 0.6) }
    try rig.round { try? rig.application.press(button: "film", from: .socket) }
    #expect(rig.application.brightness == 20)
    #expect(rig.application.panel.isOn(button: 0))
    try rig.round { try? rig.application.press(button: "film", from: .socket) }
    #expect(rig.application.brightness == 60)
    try rig.round { try? rig.application.press(button: "film", from: .socket) }
    // A program makes it brighter: the button is not lit any more.
    try rig.round { rig.application.screen.set(brightness: 0.9) }
    #expect(!rig.application.panel.isOn(button: 0))
  }

  @Test("Steps after a wait follow on a screen that is off, and do not light it")
  func waits() throws {
    let rig = try Self.rig(
      [
        .panel(.switchScreenOff), .wait(microseconds: 2_000_000),
        .panel(.dim(brightness: 0.3)), .preset([.init(knob: 0, value: 10)]),
      ], .push)
    defer { rig.application.stop() }
    try rig.round { try? rig.application.press(button: "film", from: .socket) }
    #expect(rig.application.screen.isOff)
    try rig.pass(milliseconds: 1999)
    #expect(rig.application.panel.value(ofKnob: 0) == 50)
    try rig.pass(milliseconds: 1)
    #expect(rig.application.panel.value(ofKnob: 0) == 10)
    #expect(rig.application.screen.isOff)
    #expect(rig.application.brightness == 30)
  }

  @Test("`get` shows a limit that is another knob, and `set` obeys it") func limit() throws {
    let rig = try Self.rig([.preset([.init(knob: 0, value: 10)])], .push)
    defer { rig.application.stop() }
    #expect(rig.application.json(ofKnob: 0).line.contains(#""limit": 70"#))
    #expect(!rig.application.json(ofKnob: 1).line.contains("limit"))
    try rig.round {
      for (knob, value) in [("bar", 99), ("most", 30)] as [(String, Double)] {
        _ = try? rig.application.set(
          [.init(knob: knob, .number(value))], over: 0, from: .socket)
      }
    }
    #expect(rig.application.panel.value(ofKnob: 0) == 30)
    #expect(rig.application.json(ofKnob: 0).line.contains(#""limit": 30"#))
  }
}
