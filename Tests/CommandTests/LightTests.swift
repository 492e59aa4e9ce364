import Controls
import Layout
import Testing

@testable import PanelApplication

/// The sensor that sets the screen's brightness.
struct LightTests {
  private func withRig(_ body: (ApplicationRig, FakeControl) throws -> Void) throws {
    try ApplicationRig.with(
      .light,
      { layout in
        layout.panel.screen.brightness = 0.8
        layout.light = LightLayout(sensor: ApplicationRig.lateSettings)
      }, body)
  }

  @Test("The brightness follows the sensor, and without it the layout")
  func follows() throws {
    try withRig { rig, control in
      #expect(rig.application.brightness == 80)
      // A hundredth of the number, as of any control without a range.
      try rig.round { control.onEvent(.level(0.5)) }
      #expect(rig.application.brightness == 40)
      #expect(rig.application.screen.lux == 50)
      try rig.round { control.onEvent(.level(5)) }
      #expect(rig.application.brightness == 40)
      try rig.pass(milliseconds: 5000)
      #expect(rig.application.brightness == 100)
      try rig.round { control.onEvent(.offline(reason: "no broker")) }
      try rig.pass(milliseconds: 20_000)
      #expect(rig.application.brightness == 80)
      #expect(rig.application.screen.lux == nil)
      #expect(rig.warnings.lines == ["light: no broker"])
      #expect(rig.eventLines.contains { $0.contains("\"light\":true,\"event\":\"offline\"") })
    }
  }

  @Test(
    "What is no illuminance is reported once, and the layout's brightness applies",
    arguments: [.level(-0.01), .level(.nan), .level(3000), .text("dark")] as [ControlEvent])
  func refused(_ event: ControlEvent) throws {
    try withRig { rig, control in
      try rig.round { control.onEvent(.level(0.5)) }
      for _ in 0..<3 { try rig.round { control.onEvent(event) } }
      try rig.pass(milliseconds: 20_000)
      #expect(rig.application.brightness == 80)
      #expect(rig.warnings.lines.count == 1)
      #expect(rig.warnings.lines.first?.contains("is not a number of lux from 0 to 200000") == true)
    }
  }

  @Test("A layout without the sensor has its own brightness at once")
  func removed() throws {
    try withRig { rig, control in
      try rig.round { control.onEvent(.level(0.5)) }
      var layout = rig.application.layout
      layout.light = nil
      try rig.round { try? rig.application.show(layout) }
      #expect(rig.application.brightness == 80)
    }
  }
}
