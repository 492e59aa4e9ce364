import Gesture
import Knobs
import Pairs
import Testing

/// After any two touches, however the first one ended, a knob turns like one that had its value
/// from the start.
@Suite struct KnobPairTests {
  typealias Row = Pair<Touch, Ending>

  /// What a finger does after landing, or another change.
  enum Touch: String, CaseIterable, Sendable {
    case nothing, up, slowlyUp, down, farUp, farDown, upAndBack, beyondAndBack, points, steps
    case glides, set
  }

  /// How the first touch ends.
  enum Ending: String, CaseIterable, Sendable {
    case lifted, thrown, undone, restarted
  }

  /// The visible state of a knob.
  private struct Seen: Equatable {
    var value: Double
    var position: Double
    var strain: Double
    var laps: Int
    var wasStopped: Bool
  }

  /// A knob and its guard; each touch begins a second after the last one.
  private struct TurnedKnob {
    var knob: Knob
    var rise: RiseGuard
    var seconds: Int64 = 0
    var found: Knob.Mark
    var laps = 0
    var seen: [Seen] = []

    init(_ kind: Kind, value: Double) {
      knob = kind.knob(value: value)
      rise = RiseGuard(kind.guards, scale: knob.scale)
      found = knob.mark
    }

    private var time: Timestamp { Timestamp(microseconds: seconds * 1_000_000) }

    mutating func begin() {
      seconds += 1
      found = knob.mark
      laps = knob.laps
      seen = []
      rise.begin(at: knob.exactValue, time: time)
      note()
    }

    mutating func play(_ touch: Touch) {
      begin()
      switch touch {
      case .nothing: break
      case .up: for _ in 0..<4 { turn(0.3) }
      case .slowlyUp: for _ in 0..<8 { turn(0.013) }
      case .down: for _ in 0..<4 { turn(-0.3) }
      case .farUp: for _ in 0..<4 { turn(2.1) }
      case .farDown: for _ in 0..<4 { turn(-2.1) }
      case .upAndBack: for step in [0.9, -0.7, -0.15] { turn(step) }
      case .beyondAndBack: for step in [5.0, 4, -0.2, -9, -4, 0.3] { turn(step) }
      case .points: for direction in [0.4, 2.9, -1.2] { point(direction) }
      case .steps:
        for step in [7.0, -2, 90, -3] { change { $0.turn(byValue: step, highest: $1) } }
        for step in [0.11, -0.3, 2, -0.05] { change { $0.turn(byPosition: step, highest: $1) } }
      case .glides:
        knob.grab(atPosition: 0.371)
        note()
        turn(0.2)
      case .set:
        knob.set(value: 33)
        note()
      }
    }

    mutating func end(_ ending: Ending) {
      switch ending {
      case .lifted: knob.release()
      case .thrown: knob.release(atRadiansPerSecond: 7)
      case .undone: knob.restore(found)
      case .restarted: knob.restore(found, upTo: 20)
      }
      note()
    }

    private mutating func turn(_ radians: Double) {
      change { $0.turn(byRadians: radians, highest: $1) }
    }

    private mutating func point(_ direction: Double) {
      change { $0.point(atRadians: direction, highest: $1) }
    }

    private mutating func change(_ body: (inout Knob, Double) -> Void) {
      let old = knob.exactValue
      let value = rise.highest(from: old, at: time)
      let highest =
        value < knob.scale.range.upperBound ? knob.scale.position(ofValue: value) : 1
      body(&knob, highest)
      rise.moved(from: old, to: knob.exactValue)
      note(isTurn: true)
    }

    /// - Parameter isTurn: Whether a turn has just ended, so that `wasStopped` applies to it.
    private mutating func note(isTurn: Bool = false) {
      seen.append(
        Seen(
          value: knob.value, position: knob.position, strain: knob.strain,
          laps: knob.laps - laps, wasStopped: isTurn && knob.wasStopped))
    }
  }

  /// A kind of knob under test.
  struct Kind: Sendable {
    var scale = Scale()
    var travel = Travel.standard
    var overTravel = Knob.OverTravel.discard
    var snap = Knob.Snap.always
    var magnets: [Magnet] = []
    var guards = Guards()
    var hasInertia = false

    func knob(value: Double) -> Knob {
      Knob(
        scale: scale, travel: travel, value: value, overTravel: overTravel, snap: snap,
        magnets: magnets, hasInertia: hasInertia)
    }

    static let all: [Kind] = {
      var slow = Guards()
      slow.maximumRisePerSecond = 20
      slow.limit = 81
      var careful = Guards()
      careful.maximumRisePerGesture = 30
      careful.ceiling = 60
      return [
        Kind(), Kind(overTravel: .slack), Kind(overTravel: .hold, guards: careful),
        Kind(scale: Scale(step: 5), overTravel: .slack, guards: slow),
        Kind(scale: Scale(step: 5), snap: .release, guards: careful),
        Kind(scale: Scale(step: 5), overTravel: .hold, snap: .none),
        Kind(scale: Scale(taper: .cubic), magnets: [Magnet(value: 50, width: 4)], guards: slow),
        Kind(travel: .endless), Kind(scale: Scale(step: 10), travel: .endless),
        Kind(travel: .turns(-3), overTravel: .slack),
        Kind(travel: .sectors(["a", "b", "c", "d", "e"]), hasInertia: true),
      ]
    }()
  }

  @Test(arguments: Row.all) func behavesLikeFresh(row: Row) {
    for (index, kind) in Kind.all.enumerated() {
      var used = TurnedKnob(kind, value: 45)
      used.play(row.first)
      used.end(row.between)
      used.play(row.second)
      used.end(.lifted)
      for touch in Touch.allCases {
        var (again, fresh) = (used, TurnedKnob(kind, value: used.knob.value))
        again.play(touch)
        again.end(.lifted)
        fresh.play(touch)
        fresh.end(.lifted)
        guard again.seen != fresh.seen else { continue }
        Issue.record("\(touch) on knob \(index): \(again.seen), not \(fresh.seen)")
        return
      }
    }
  }
}
