import Gesture
import Knobs
import Testing

import Layout
@testable import LayoutFile

/// Each key that affects how a knob feels sets its field.
@Suite struct FeelKeyTests {
  private func knob(_ text: String) throws -> KnobLayout {
    let head = "version: 1\nknobs:\n  k:\n    center: [400, 240]\n    diameter: 300\n"
    let lines = text.split(separator: "\n").map { "    \($0)\n" }.joined()
    let outcome = LayoutReader.parse(bytes: Array((head + lines).utf8), path: "test.yaml")
    #expect(outcome.diagnostics.isEmpty, "\(outcome.text)")
    return try #require(outcome.layout?.knobs.first)
  }

  @Test("Omitted keys have the defaults of their types") func defaults() throws {
    let knob = try knob("name: plain")
    #expect(knob.feel == Feel())
    #expect(knob.guards == Guards())
    #expect(knob.taps == Taps())
    #expect(knob.report == Report())
    #expect(knob.overTravel == nil && knob.snap == .always && knob.magnets.isEmpty)
    #expect(knob.format == nil && knob.arcOrigin == .minimum && !knob.hasInertia)
  }

  @Test func turning() throws {
    let knob = try knob(
      """
      sensitivity: 0.5
      travel: 300
      fine: 4
      ring: {inner: 40, outer: 200}
      leave: stop
      over_travel: slack
      snap: release
      step: 5
      magnets: [{value: 50, width: 2}, {value: 0, width: 1}]
      inertia: true
      arc: 25
      decimals: 2
      names: [{value: 0, name: off}]
      """)
    #expect(knob.feel.sensitivity == 0.5)
    #expect(knob.feel.dragTravel == 300)
    #expect(knob.feel.fine == 4)
    #expect(knob.feel.innerRadius == 40)
    #expect(knob.feel.outerRadius == 200)
    #expect(knob.feel.leave == .stop)
    #expect(knob.overTravel == .slack)
    #expect(knob.snap == .release)
    #expect(knob.magnets == [Magnet(value: 50, width: 2), Magnet(value: 0, width: 1)])
    #expect(knob.hasInertia)
    #expect(knob.arcOrigin == .value(25))
    #expect(knob.format?.decimals == 2)
    #expect(knob.format?.text(for: 0) == "off")
  }

  @Test func guarding() throws {
    let knob = try knob(
      """
      hold: 0.3
      limit: 85
      cancel: restore
      guards:
        lock: true
        unlocked: 10
        max_rise_per_second: 30
        max_rise: 25
        ceiling: 70
        slide_away: 400
        second_finger: true
        palm: 120
        filter: false
        lift_off: 0.05
        bridge: 0.06
        stuck: 0
      """)
    #expect(knob.feel.holdMicroseconds == 300_000)
    #expect(knob.feel.slideAwayRadius == 400)
    #expect(!knob.feel.isFiltered)
    #expect(knob.feel.liftOffMicroseconds == 50_000)
    #expect(knob.feel.bridgeMicroseconds == 60_000)
    #expect(knob.feel.stuckMicroseconds == 0)
    var guards = Guards()
    guards.maximumRisePerSecond = 30
    guards.maximumRisePerGesture = 25
    guards.ceiling = 70
    guards.limit = 85
    guards.lock = .tap
    guards.unlockedMicroseconds = 10_000_000
    guards.cancel = .restore
    guards.secondFingerCancels = true
    guards.largestContact = 120
    #expect(knob.guards == guards)
  }

  @Test(arguments: [
    ("none", Taps.Action.none), ("mute", .mute), ("next", .next), ("{nudge: 5}", .nudge(5)),
  ])
  func tapping(_ text: String, action: Taps.Action) throws {
    let knob = try knob("taps: {tap: \(text), repeat: true, double: none}")
    #expect(knob.taps.action == action)
    #expect(knob.taps.repeats)
    #expect(!knob.taps.doubleTapResets)
  }

  @Test func reporting() throws {
    let knob = try knob("report: {when: release, per_second: 20}")
    #expect(knob.report.occasion == .release)
    #expect(knob.report.perSecond == 20)
  }

  @Test(arguments: [
    ("60", ValueReturn(microseconds: 60_000_000)),
    ("{after: 0.5}", ValueReturn(microseconds: 500_000)),
    ("{after: 60, to: default}", ValueReturn(microseconds: 60_000_000)),
    ("{after: 60, to: 12}", ValueReturn(microseconds: 60_000_000, value: 12)),
  ])
  func returning(_ text: String, valueReturn: ValueReturn) throws {
    #expect(try knob("default: 20\nreturn: \(text)").valueReturn == valueReturn)
  }

  @Test func returnToSector() throws {
    let knob = try knob("sectors: [Radio, CD]\nreturn: {after: 60, to: CD}")
    #expect(knob.valueReturn?.value == 1)
  }

  @Test func reportAsOneWord() throws {
    #expect(try knob("report: release").report.occasion == .release)
  }

  @Test(arguments: [
    ("minimum", ArcOrigin.minimum), ("center", .center), ("zero", .value(0)),
    ("-12.5", .value(-12.5)),
  ])
  func arcs(_ text: String, origin: ArcOrigin) throws {
    #expect(try knob("arc: \(text)").arcOrigin == origin)
  }

  @Test(
    "Clicks are on if any of their keys is given",
    arguments: [
      ("true", true, "default", 50), ("false", false, "default", 50), ("{}", true, "default", 50),
      ("{volume: 0}", true, "default", 0), ("{device: \"hw:A\"}", true, "hw:A", 50),
    ] as [(String, Bool, String, Double)])
  func clicks(_ text: String, _ isOn: Bool, _ device: String, _ volume: Double) throws {
    let outcome = parse(
      """
      version: 1
      panel: {clicks: \(text)}
      knobs: {k: {center: [400, 240], diameter: 300}}
      """)
    let clicks = try #require(outcome.layout?.panel.clicks, "\(outcome.text)")
    #expect(clicks.isOn == isOn)
    #expect(clicks.device == device)
    #expect(clicks.volume == volume)
  }
}
