import Controls
import JSON
import Layout
import Panel
import Testing

@testable import PanelApplication

/// The actual value of a knob, as programs and services read it.
struct ReadingControlTests {
  private func withRig(_ body: (ApplicationRig, FakeControl) throws -> Void) throws {
    try ApplicationRig.with(
      .reading(0), knobs: ["hall"],
      { layout in
        layout.knobs[0].unit = "°C"
        layout.knobs[0].reading = ApplicationRig.lateSettings
      }, body)
  }

  @Test(
    "`get` has the number, or why there is none",
    arguments: [
      (nil, nil, "no value received yet"), (.level(0.2052), 20.52, nil),
      (.text("warm"), nil, "`warm` is not a number"),
      (.unknown(reason: "none yet"), nil, "none yet"),
      (.offline(reason: "no broker"), nil, "no broker"),
    ] as [(ControlEvent?, Double?, String?)])
  func state(_ event: ControlEvent?, value: Double?, reason: String?) throws {
    try withRig { rig, control in
      if let event { try rig.round { control.onEvent(event) } }
      let json = rig.application.json(ofKnob: 0)
      #expect(json["reading"] != nil && json["reading"]?.number == value)
      #expect(json["reading_reason"]?.string == reason)
    }
  }

  @Test("A loss of the reading is reported, and the knob can still be used")
  func loss() throws {
    try withRig { rig, control in
      try rig.round {
        rig.application.controls[.knob(0)].map { ($0 as? FakeControl)?.onEvent(.level(0.5)) }
      }
      try rig.round { control.onEvent(.level(0.2)) }
      try rig.round { control.onEvent(.offline(reason: "no broker")) }
      #expect(rig.warnings.lines == ["reading of 'hall': no broker"])
      #expect(rig.application.stateName(ofKnob: 0) == "online")
    }
  }

  @Test("Home Assistant gets a sensor for it")
  func entity() throws {
    try withRig { rig, _ in
      let entities = rig.application.layout.entities.filter { $0.item == .reading(0) }
      #expect(
        entities.map(\.entity) == [
          PanelEntity(
            .reading("hall"), name: "hall (actual)", .reading, unit: "°C", canBeUnavailable: true)
        ])
    }
  }
}
