import Controls
import Gesture
import JSON
import Layout
import Linux
import Panel
import Testing

@testable import PanelApplication

/// Conditions on values from outside, and on the time of the day.
struct ConditionControlTests {
  private static func layout(_ layout: inout LayoutDocument, _ test: ValueTest) {
    var change = ItemChange()
    change.isVisible = false
    layout.conditionControls = [ApplicationRig.lateSettings]
    layout.knobs[0].cases = [ItemCase([.control(0, test)], change)]
  }

  private func withRig(
    _ test: ValueTest, _ body: (ApplicationRig, FakeControl) throws -> Void
  ) throws {
    try ApplicationRig.with(.condition(0), knobs: ["left"], { Self.layout(&$0, test) }, body)
  }

  @Test(
    "Numbers and texts are compared; an unknown value meets no condition",
    arguments: [
      (.isBetween(above: 40, below: nil), [.level(0.42)], true),
      (.isBetween(above: 42, below: nil), [.level(0.42)], false),
      (.isOneOf([.number(42)]), [.level(0.42)], true),
      (.isOneOf([.text("armed")]), [.text("Armed")], true),
      (.isOneOf([.flag(true)]), [.text("on")], true),
      (.isOneOf([.flag(true)]), [.text("on"), .unknown(reason: "?")], false),
      (.isOneOf([.flag(true)]), [.text("on"), .offline(reason: "no broker")], false),
      (.isOneOf([.flag(true)]), [.text("on"), .offline(reason: "no broker"), .level(0.01)], true),
    ] as [(ValueTest, [ControlEvent], Bool)])
  func compares(_ test: ValueTest, _ events: [ControlEvent], _ holds: Bool) throws {
    try withRig(test) { rig, control in
      for event in events { try rig.round { control.onEvent(event) } }
      #expect((rig.scene.panel.look(of: .knob(0)) == nil) == holds)
      #expect((rig.application.json(ofKnob: 0)["hidden"]?.bool ?? false) == holds)
    }
  }

  @Test("A label answers with the text that it has under its conditions")
  func label() throws {
    func addLabel(_ layout: inout LayoutDocument) {
      var label = LabelLayout(text: "Closed", at: DesignPoint(x: 10, y: 10))
      var change = ItemChange()
      change.text = "Open"
      label.cases = [ItemCase([.control(0, .isOneOf([.flag(true)]))], change)]
      layout.labels = [label]
      layout.conditionControls = [ApplicationRig.lateSettings]
    }
    try ApplicationRig.with(.condition(0), knobs: [], addLabel) { rig, control in
      for (word, text) in [("on", "Open"), ("off", "Closed")] {
        try rig.round { control.onEvent(.text(word)) }
        let index = try rig.application.index(ofLabel: "Closed")
        let state = rig.application.json(ofLabel: index)
        #expect(state["text"]?.string == text && state["state"]?.string == "online")
      }
    }
  }

  @Test("A loss is an event and a warning that name the item")
  func loss() throws {
    try withRig(.isOneOf([.flag(true)])) { rig, control in
      try rig.round { control.onEvent(.level(1)) }
      try rig.round { control.onEvent(.offline(reason: "no broker")) }
      #expect(rig.warnings.lines == ["condition of 'left': no broker"])
      let line = try #require(rig.eventLines.last)
      #expect(line.contains(#""condition":"left""#) && line.contains(#""event":"offline""#))
    }
  }

  @Test("A reload keeps the control of a condition and what it has reported")
  func reload() throws {
    try withRig(.isOneOf([.flag(true)])) { rig, control in
      try rig.round { control.onEvent(.text("on")) }
      var layout = ApplicationRig.layout(["left"])
      Self.layout(&layout, .isOneOf([.text("on")]))
      try rig.round { try? rig.application.show(layout) }
      #expect(rig.application.controls[.condition(0)] === control)
      #expect(rig.scene.panel.look(of: .knob(0)) == nil)
    }
  }

  // MARK: Time

  @Test("A layout is shown as its conditions on the current time say")
  func time() throws {
    let rig = try ApplicationRig([])
    try rig.application.start()
    defer { rig.application.stop() }
    let fields = try #require(LocalTime.fields(atUTCSeconds: WallClockTimer.utcSeconds))
    let minute = fields.hour * 60 + fields.minute
    for (from, to, isHidden) in [(-60, 60, true), (60, 120, false)] {
      var layout = ApplicationRig.layout(["left"])
      Self.layout(&layout, .isOneOf([]))
      let day = 24 * 60
      layout.conditionControls = []
      layout.knobs[0].cases[0].conditions = [
        .time(DayTimes(from: (minute + from + day) % day, to: (minute + to) % day))
      ]
      try rig.round { try? rig.application.show(layout) }
      #expect((rig.scene.panel.look(of: .knob(0)) == nil) == isHidden)
    }
  }

  @Test(
    "The next report is at the next bound, or at the next half hour",
    arguments: [
      // Seconds of UTC, the minute of the day, the bounds, and the seconds until the next report.
      (86_400, 0, [600], 1800), (86_400, 590, [600], 600), (86_459, 590, [600], 541),
      (86_400, 600, [600], 1800), (86_400, 599, [600, 620], 60), (86_400, 601, [600, 620], 1140),
      (86_400, 1439, [0], 60), (86_400, 1425, [5], 900), (86_430, 15, [16], 30),
    ] as [(Int64, Int, Set<Int>, Int64)])
  func next(_ seconds: Int64, _ minute: Int, _ bounds: Set<Int>, _ wait: Int64) {
    #expect(DayClock.next(after: (seconds, minute), bounds) == seconds + wait)
  }
}
