import Gesture
import Knobs
import Layout
import Pairs
import Testing

@testable import Panel

/// After earlier acts, fingers on a master and its members act as on a panel whose knobs had those
/// values from the start.
@Suite struct MasterPairTests {
  typealias Row = Pair<Action, Ending>

  /// An act, until before the fingers lift: finger 0 is on the master, finger 1 on a member.
  enum Action: String, CaseIterable, Sendable {
    case master, toZero, throughZero, member, memberToZero, both, memberAtZero, mute, level, levels
    case lost, locked
  }

  /// How the first act ends.
  enum Ending: String, CaseIterable, Sendable {
    case lifted, cancelled, lost, console, reloaded
  }

  /// `home` is the master of `a`, `b` and `c`; `a` has a limit, and `c` a lock.
  private static func layout(isReloaded: Bool = false) -> LayoutDocument {
    let knobs = ["home", "a", "b", "c"].enumerated().map { index, id in
      var knob = KnobLayout(
        id: id, center: DesignPoint(x: 60 + 110 * Double(index), y: isReloaded ? 70 : 60),
        diameter: 100, scale: Scale(step: 1), value: 40,
        control: .backEnd(TestSettings(name: id)))
      knob.taps.action = .mute
      switch id {
      case "home": knob.control = .group(GroupLayout(members: ["a", "b", "c"]))
      case "a": knob.guards.maximumRisePerGesture = 30
      case "c": knob.guards.lock = .tap
      default: knob.report.perSecond = 10
      }
      return knob
    }
    return LayoutDocument(panel: PanelLayout(width: 460, height: 140), knobs: knobs)
  }

  private static func play(_ action: Action, on rig: RecordingRig) {
    func turn(_ knob: Int, by degrees: Double, finger: Int, from start: Double = 0) {
      for part in 1...4 {
        rig.move(rig.ring(start + degrees * Double(part) / 4, knob: knob), finger: finger)
      }
    }
    func grab(_ knob: Int, finger: Int) {
      rig.down(rig.ring(0, knob: knob), finger: finger)
      rig.wait(60)
    }
    switch action {
    case .member, .memberToZero:
      grab(2, finger: 1)
      turn(2, by: action == .member ? 60 : -260, finger: 1)
      return
    case .locked:
      rig.tap(rig.ring(0, knob: 3), finger: 1)
      rig.wait(100)
    default: break
    }
    grab(0, finger: 0)
    switch action {
    case .mute: break
    case .toZero: turn(0, by: -260, finger: 0)
    case .throughZero:
      turn(0, by: -260, finger: 0)
      turn(0, by: 90, finger: 0, from: -260)
    case .both:
      grab(1, finger: 1)
      turn(0, by: 40, finger: 0)
      turn(1, by: -30, finger: 1)
      rig.up(1)
      turn(0, by: -50, finger: 0, from: 40)
    case .memberAtZero:
      turn(0, by: -260, finger: 0)
      grab(1, finger: 1)
      turn(1, by: 50, finger: 1)
      rig.up(1)
      turn(0, by: 30, finger: 0, from: -260)
    case .level, .levels:
      turn(0, by: 30, finger: 0)
      for knob in action == .level ? 1...1 : 1...3 {
        rig.perform { $0.handleLevel(0.25, of: .knob(knob), at: rig.time) }
      }
    case .lost:
      turn(0, by: 30, finger: 0)
      rig.perform { $0.handleLoss(of: .knob(1), at: rig.time) }
      turn(0, by: 30, finger: 0, from: 30)
      rig.perform { $0.handleLevel(0.5, of: .knob(1), at: rig.time) }
      turn(0, by: -20, finger: 0, from: 60)
    case .master, .locked, .member, .memberToZero: turn(0, by: 50, finger: 0)
    }
  }

  private static func end(_ ending: Ending, on rig: RecordingRig) {
    switch ending {
    case .lifted: for finger in 0...1 { rig.up(finger) }
    case .cancelled: for finger in 0...1 { rig.cancel(finger) }
    case .lost: for knob in 1...3 { rig.perform { $0.handleLoss(of: .knob(knob), at: rig.time) } }
    case .console: rig.perform { $0.cancelAllContacts(at: rig.time) }
    case .reloaded: rig.reload(layout(isReloaded: true))
    }
  }

  @Test(arguments: Row.all) func behavesLikeFresh(row: Row) {
    let levels = [0, 0.6, 0.3, 0.1]
    let used = RecordingRig(Self.layout())
    for knob in 1...3 {
      used.panel.connect(.knob(knob))
      used.panel.handleLevel(levels[knob], of: .knob(knob), at: used.time)
    }
    Self.play(row.first, on: used)
    Self.end(row.between, on: used)
    used.rest(until: 100_000, levels: levels)
    let fresh = used.fresh()
    for rig in [used, fresh] {
      Self.play(row.second, on: rig)
      for finger in 0...1 { rig.up(finger) }
      rig.wait(700)
      // A touch of the master and a turn reveal remaining state.
      rig.down(rig.ring(0))
      rig.wait(400)
      rig.up()
      Self.play(.master, on: rig)
      rig.up()
      rig.wait(5000)
    }
    if let difference = used.difference(from: fresh) { Issue.record("\(difference)") }
  }
}
