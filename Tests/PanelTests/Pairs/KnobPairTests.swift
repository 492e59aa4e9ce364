import Gesture
import Knobs
import Layout
import Pairs
import Raster
import Testing

@testable import Panel

/// After another touch, however it ended, a touch on a knob acts like the first one on a knob with
/// the same value.
@Suite struct KnobPairTests {
  typealias Row = Pair<Touch, Ending>

  /// What happens to the knob, until before the finger lifts.
  enum Touch: String, CaseIterable, Sendable {
    case tap, tapTwice, turns, turnsBack, turnsFar, rests, secondFingerTaps, palm, levelArrives
    case encoder, encoderPressed, muteKey, program
  }

  /// How the first touch ends.
  enum Ending: String, CaseIterable, Sendable {
    case lifted, cancelled, lost, console, reloaded, moved
  }

  /// The kinds of knobs under test.
  enum Kind: String, CaseIterable, Sendable {
    case plain, muting, nudging, wheel, absolute, master

    func change(_ knob: inout KnobLayout) {
      knob.encoder = EncoderLayout(input: EncoderInput(device: "Knob", axis: .dial))
      knob.encoder?.acceleration = 3
      switch self {
      case .plain: knob.defaultValue = 50
      case .muting:
        knob.scale.step = 0
        knob.taps.action = .mute
        knob.report.perSecond = 10
        knob.look.swapMicroseconds = 1_000_000
        knob.valueReturn = ValueReturn(microseconds: 3_000_000, value: 30)
        knob.guards.cancel = .restore
        knob.guards.secondFingerCancels = true
        knob.guards.largestContact = 40
      case .nudging:
        knob.taps.action = .nudge(4)
        knob.taps.repeats = true
        knob.guards.lock = .hold
        knob.guards.maximumRisePerSecond = 30
        knob.guards.maximumRisePerGesture = 20
        knob.guards.ceiling = 70
        knob.snap = .none
      case .wheel:
        knob.travel = .sectors(["a", "b", "c", "d", "e"])
        knob.scale = Scale(range: 0...4, step: 1)
        knob.value = 2
        knob.hasInertia = true
        knob.taps.action = .next
        knob.report.occasion = .release
        knob.guards.lock = .tap
        knob.feel.stuckMicroseconds = 1_000_000
      case .absolute:
        knob = KnobLayout(
          id: knob.id, center: knob.center, diameter: knob.diameter, scale: Scale(step: 5),
          value: 40, turn: .absolute, control: knob.control)
        knob.overTravel = .slack
        knob.snap = .release
        knob.magnets = [Magnet(value: 50, width: 3)]
        knob.feel.holdMicroseconds = 50_000
        knob.guards.limit = 80
      case .master:
        knob.taps.action = .mute
        knob.defaultValue = 70
        knob.control = .group(GroupLayout(members: ["b", "c"]))
      }
    }
  }

  /// The knob at (100, 100), and the two members if it is a master.
  private static func layout(_ kind: Kind, isReloaded: Bool = false, isMoved: Bool = false)
    -> LayoutDocument
  {
    let ids = kind == .master ? ["a", "b", "c"] : ["a"]
    let knobs = ids.enumerated().map { index, id in
      var knob = KnobLayout(
        id: id, center: DesignPoint(x: 100 + 150 * Double(index), y: 100),
        diameter: isReloaded ? 120 : 100, scale: Scale(step: 1), value: 40,
        control: .backEnd(TestSettings(name: id)))
      if index == 0 { kind.change(&knob) }
      if isMoved, knob.travel == .standard { knob.scale.range = 0...80 }
      return knob
    }
    var panel = PanelLayout(width: 500, height: 200)
    panel.clicks.isOn = true
    return LayoutDocument(panel: panel, knobs: knobs)
  }

  private static func play(_ touch: Touch, on rig: RecordingRig) {
    func turn(to end: Double) {
      rig.down(rig.ring(0))
      rig.wait(60)
      for part in 1...5 { rig.move(rig.ring(end * Double(part) / 5)) }
    }
    switch touch {
    case .tap: rig.down(rig.ring(90))
    case .tapTwice:
      rig.tap(rig.ring(-90))
      rig.wait(100)
      rig.down(rig.ring(-90))
    case .turns: turn(to: 50)
    case .turnsBack: turn(to: -40)
    case .turnsFar:
      turn(to: 150)
      for degrees in [230.0, 300, 380, 360] { rig.move(rig.ring(degrees)) }
    case .rests:
      rig.down(rig.ring(90))
      rig.wait(1700)
      for degrees in [95.0, 100, 110] { rig.move(rig.ring(degrees)) }
    case .secondFingerTaps:
      turn(to: 30)
      rig.tap(rig.ring(180), finger: 1)
      rig.move(rig.ring(40))
    case .palm:
      turn(to: 30)
      var frame = TouchFrame(time: rig.time, changes: [])
      frame.widths = [ContactWidth(contact: rig.play.contact(0), fractionOfDisplayWidth: 0.2)]
      rig.perform { $0.handle(frame) }
      rig.move(rig.ring(40))
    case .levelArrives:
      turn(to: 30)
      let knobs = rig.panel.layout.knobs.indices.suffix(1)
      for knob in knobs { rig.perform { $0.handleLevel(0.25, of: .knob(knob), at: rig.time) } }
    case .encoder:
      for counts in [1, 2, 1] {
        rig.perform { $0.handle(.turned(counts: counts), ofKnob: 0, at: rig.time) }
        rig.wait(40)
      }
    case .encoderPressed: rig.perform { $0.handle(.pressed, ofKnob: 0, at: rig.time) }
    case .muteKey: rig.perform { $0.handle(.muted, ofKnob: 0, at: rig.time) }
    case .program: rig.perform { _ = try? $0.setRemotely(45, ofKnob: 0, at: rig.time) }
    }
  }

  /// Ends the first touch.
  private static func end(_ ending: Ending, _ kind: Kind, on rig: RecordingRig) {
    switch ending {
    case .lifted: rig.up()
    case .cancelled: rig.cancel()
    case .console: rig.perform { $0.cancelAllContacts(at: rig.time) }
    case .lost:
      for knob in rig.panel.layout.knobs.indices where rig.panel.layout.knobs[knob].isDriving {
        rig.perform { $0.handleLoss(of: .knob(knob), at: rig.time) }
      }
    case .reloaded: rig.reload(layout(kind, isReloaded: true))
    case .moved:
      let layout = layout(kind, isMoved: true)
      rig.reload(
        layout,
        viewport: Viewport(panel: layout.panel, displaySize: PixelSize(width: 1200, height: 400)))
    }
  }

  private static func expectLikeFresh(after row: Row, _ kind: Kind) {
    let used = RecordingRig(layout(kind))
    for knob in used.panel.layout.knobs.indices where used.panel.layout.knobs[knob].isDriving {
      used.panel.connect(.knob(knob))
      if kind == .plain { used.panel.handleMute(false, of: .knob(knob), at: used.time) }
      used.panel.handleLevel(kind == .wheel ? 0.5 : 0.4, of: .knob(knob), at: used.time)
    }
    play(row.first, on: used)
    end(row.between, kind, on: used)
    used.rest(until: 200_000, levels: kind == .master ? [0, 0.6, 0.3] : nil)
    let fresh = used.fresh()
    for rig in [used, fresh] {
      play(row.second, on: rig)
      rig.up()
      rig.wait(700)
      // A touch without movement reveals remaining state of the previous one.
      rig.down(rig.ring(20))
      rig.wait(400)
      rig.up()
      rig.wait(5000)
    }
    if let difference = used.difference(from: fresh) { Issue.record("\(difference)") }
  }

  @Test(arguments: Row.all) func plain(row: Row) { Self.expectLikeFresh(after: row, .plain) }
  @Test(arguments: Row.all) func muting(row: Row) { Self.expectLikeFresh(after: row, .muting) }
  @Test(arguments: Row.all) func nudging(row: Row) { Self.expectLikeFresh(after: row, .nudging) }
  @Test(arguments: Row.all) func wheel(row: Row) { Self.expectLikeFresh(after: row, .wheel) }
  @Test(arguments: Row.all) func absolute(row: Row) { Self.expectLikeFresh(after: row, .absolute) }
  @Test(arguments: Row.all) func master(row: Row) { Self.expectLikeFresh(after: row, .master) }
}
