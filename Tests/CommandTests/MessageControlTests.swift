import Controls
import Layout
import Panel
import Testing

@testable import PanelApplication

/// The control that sends messages to the panel.
struct MessageControlTests {
  private func withRig(_ body: (ApplicationRig, FakeControl) throws -> Void) throws {
    try ApplicationRig.with(
      .messages,
      { layout in
        layout.panel.screen.dimMicroseconds = 60_000_000
        layout.messageControl = ApplicationRig.lateSettings
      }, body)
  }

  @Test(
    "What it reports is shown, or says what is wrong, once",
    arguments: [
      (.text("Dinner"), "Dinner", 0), (.level(0.42), "42", 0),
      (.text(#"{"text": "Fire", "severity": "alarm"}"#), "Fire", 0),
      (.text(#"{"text": "Fire", "severity": "hot"}"#), nil, 1), (.unknown(reason: "?"), nil, 1),
    ] as [(ControlEvent, String?, Int)])
  func shows(_ event: ControlEvent, text: String?, warnings: Int) throws {
    try withRig { rig, control in
      for _ in 0..<2 { try rig.round { control.onEvent(event) } }
      #expect(rig.scene.panel.message?.text == text)
      #expect(rig.warnings.lines.count == warnings)
    }
  }

  @Test("A message lights a dimmed screen only if it says so", arguments: [true, false])
  func wakes(_ wake: Bool) throws {
    try withRig { rig, control in
      try rig.pass(milliseconds: 61_000)
      #expect(rig.application.screen.state == .dimmed)
      try rig.round { control.onEvent(.text("{\"text\": \"Door\", \"wake\": \(wake)}")) }
      #expect((rig.application.screen.state == .lit) == wake)
    }
  }

  @Test("An empty text withdraws it, and a lost control does not")
  func withdraws() throws {
    try withRig { rig, control in
      try rig.round { control.onEvent(.text("Dinner")) }
      try rig.round { control.onEvent(.offline(reason: "no broker")) }
      #expect(rig.scene.panel.message != nil)
      try rig.round { control.onEvent(.text("")) }
      #expect(rig.scene.panel.message == nil)
    }
  }
}
