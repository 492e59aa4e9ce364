internal import Gesture
internal import Knobs

/// What is to be heard of a finger that turns a knob.
///
/// | # | the finger | feedback |
/// |---|---|---|
/// | 1 | turns the knob to another step or sector; several at a time count once | `detent` |
/// | 2 | the same, steps closer than 2 degrees | `detent` for as many as make 2 degrees |
/// | 3 | turns it onto a magnet, or past one | `detent` |
/// | 4 | turns it off a magnet; turns a smooth knob, or one that snaps when it is released | – |
/// | 5 | arrives at an end, or where a guard stops it: limit, ceiling, the most for one touch | `end`, whatever it passes |
/// | 6 | turns on against it, or back by less than 4 degrees and again to it | – |
/// | 7 | turns back further, and again to it | `end` |
/// | 8 | finds the knob there and turns on against it | – |
/// | 9 | turns a knob without ends | never `end` |
///
/// Only a finger's turns come here: no taps, glides, presets, members of a group that its master
/// moves, nor anything from outside.
struct TurnFeedback {
  /// The least distance of steps that are heard, in degrees: finer ones would only buzz.
  private static let leastDegrees = 2.0
  /// How far from a stop the next arrival counts, in degrees.
  private static let leavingDegrees = 4.0

  /// The distance of the values that are heard; 0 for a knob whose steps are not.
  private let spacing: Double
  private let magnets: [Magnet]
  private let lowest: Double
  private let span: Double
  private let wraps: Bool
  /// As a fraction of the sweep.
  private let leaving: Double
  /// Where it was stopped and has not been left since, along the sweep; nil for nowhere.
  private(set) var stop: Double?

  init(_ knob: Knob) {
    let sweep = max(abs(knob.travel.sweepDegrees), 1)
    lowest = knob.scale.range.lowerBound
    span = knob.scale.range.upperBound - lowest
    magnets = knob.magnets
    wraps = knob.travel.wraps
    leaving = Self.leavingDegrees / sweep
    let step = knob.scale.step
    let count = step > 0 ? (Self.leastDegrees * span / (step * sweep) - 1e-9).rounded(.up) : 0
    spacing = knob.snap == .always ? step * max(count, 1) : 0
  }

  /// A finger lands on the knob; where it stands says nothing.
  ///
  /// - Parameters:
  ///   - knob: The knob.
  ///   - highest: Where a finger is stopped, along the sweep.
  mutating func begin(_ knob: Knob, highest: Double) {
    leave(knob.position)
    stop = reached(knob.position, highest) ?? stop
  }

  /// A finger has turned the knob.
  ///
  /// - Parameters:
  ///   - knob: The knob.
  ///   - old: Its value before.
  ///   - highest: Where a finger is stopped, along the sweep.
  /// - Returns: What is to be heard of it.
  mutating func turned(_ knob: Knob, from old: Double, highest: Double) -> Feedback {
    leave(knob.position)
    if let place = reached(knob.position, highest), place != stop {
      stop = place
      return .end
    }
    return knob.value != old && passes(from: old, to: knob.value) ? .detent : []
  }

  /// The stop at a position; nil between stops.
  private func reached(_ position: Double, _ highest: Double) -> Double? {
    guard !wraps else { return nil }
    if position <= 0 { return 0 }
    return position >= highest - 1e-9 ? min(highest, 1) : nil
  }

  private mutating func leave(_ position: Double) {
    if let stop, abs(position - stop) > leaving { self.stop = nil }
  }

  private func passes(from old: Double, to new: Double) -> Bool {
    if spacing > 0, index(of: old) != index(of: new) { return true }
    // A knob without ends goes the short way.
    let isAround = wraps && abs(new - old) > span / 2
    let way = min(old, new)...max(old, new)
    return magnets.contains { magnet in
      guard magnet.value != old else { return false }
      return magnet.value == new || way.contains(magnet.value) != isAround
    }
  }

  private func index(of value: Double) -> Double {
    ((value - lowest) / spacing + 1e-9).rounded(.down)
  }
}
