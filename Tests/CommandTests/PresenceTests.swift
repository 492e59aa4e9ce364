import Controls
import Layout
import Testing

@testable import PanelApplication

/// The sensor that keeps the screen lit.
struct PresenceTests {
  private func withRig(_ body: (ApplicationRig, FakeControl) throws -> Void) throws {
    try ApplicationRig.with(
      .presence,
      { layout in
        layout.panel.screen.dimMicroseconds = 60_000_000
        layout.presence = .control(ApplicationRig.lateSettings)
      }, body)
  }

  @Test(
    "Numbers and words of sensors",
    arguments: [
      (.level(0), false), (.level(0.01), true), (.level(1), true), (.text("on"), true),
      (.text("OCCUPIED"), true), (.text("off"), false), (.text("clear"), false),
      (.text("something else"), false), (.unknown(reason: "?"), false),
    ] as [(ControlEvent, Bool)])
  func words(_ event: ControlEvent, isPresent: Bool) throws {
    try withRig { rig, control in
      try rig.round { control.onEvent(event) }
      try rig.pass(milliseconds: 100_000)
      #expect((rig.application.screen.state == .lit) == isPresent)
    }
  }

  @Test("Somebody who comes lights the dimmed screen; a lost sensor keeps nothing lit")
  func comesAndIsLost() throws {
    try withRig { rig, control in
      try rig.pass(milliseconds: 61_000)
      #expect(rig.application.screen.state == .dimmed)
      try rig.round { control.onEvent(.text("on")) }
      #expect(rig.application.screen.state == .lit)
      try rig.pass(milliseconds: 1_000_000)
      #expect(rig.application.screen.state == .lit)
      try rig.round { control.onEvent(.offline(reason: "no broker")) }
      try rig.pass(milliseconds: 61_000)
      #expect(rig.application.screen.state == .dimmed)
      #expect(rig.warnings.lines == ["presence: no broker"])
    }
  }

  @Test("Somebody who comes and leaves is an event, and part of the status")
  func events() throws {
    try withRig { rig, control in
      #expect(rig.application.isPresent == nil)
      for event in [.text("off"), .text("on"), .level(1), .unknown(reason: "?")] as [ControlEvent] {
        try rig.round { control.onEvent(event) }
      }
      let lines = rig.eventLines.filter { $0.contains("presence") }
      #expect(lines.map { $0.contains("\"event\":\"present\"") } == [true, false, false])
      #expect(lines.dropFirst().first?.contains("\"event\":\"unknown\"") == true)
      #expect(lines.last?.contains("\"event\":\"absent\"") == true)
      #expect(rig.application.isPresent == nil)
    }
  }

  @Test("A layout without the sensor lights nothing any more")
  func removed() throws {
    try withRig { rig, control in
      try rig.round { control.onEvent(.text("on")) }
      var layout = rig.application.layout
      layout.presence = nil
      try rig.round { try? rig.application.show(layout) }
      try rig.pass(milliseconds: 61_000)
      #expect(rig.application.screen.state == .dimmed)
    }
  }

  @Test("A word that says nothing is reported once")
  func unknownWord() throws {
    try withRig { rig, control in
      for _ in 0..<3 { try rig.round { control.onEvent(.text("maybe")) } }
      #expect(rig.warnings.lines.count == 1)
      #expect(rig.warnings.lines.first?.contains("presence: `maybe` says neither") == true)
    }
  }
}
