internal import Gesture
internal import Knobs

/// Audible feedback for a finger that turns a knob.
///
/// | # | the finger | feedback |
/// |---|---|---|
/// | 1 | turns the knob to another step or sector; several at once count as one | `detent` |
/// | 2 | as 1, steps closer than 2 degrees | `detent` once per 2 degrees or more of steps |
/// | 3 | turns it onto a magnet, or past one | `detent` |
/// | 4 | turns it off a magnet; turns a smooth knob, or one that snaps when it is released | – |
/// | 5 | reaches an end, or a guard stops it: limit, ceiling, maximum rise per touch | `end`, regardless of what it passes |
/// | 6 | turns further against it, or back by less than 4 degrees and to it again | – |
/// | 7 | turns back further, and to it again | `end` |
/// | 8 | lands with the knob already there and turns further against it | – |
/// | 9 | turns a knob without ends | never `end` |
///
/// Only turns by a finger give feedback here: not taps, glides, presets, members of a group moved
/// by their master, or changes from outside.
struct TurnFeedback {
  /// The minimum distance between audible steps, in degrees; finer steps would only buzz.
  private static let leastDegrees = 2.0
  /// The distance from a stop beyond which the next arrival counts, in degrees.
  private static let leavingDegrees = 4.0

  /// The distance between audible values; 0 if steps are not audible.
  private let spacing: Double
  /// As a fraction of the sweep.
  private let leaving: Double
  /// The stop that was reached and not left since, along the sweep; nil if there is none.
  private(set) var stop: Double?

  init(_ knob: Knob) {
    let sweep = max(abs(knob.travel.sweepDegrees), 1)
    leaving = Self.leavingDegrees / sweep
    let step = knob.scale.step
    let span = knob.scale.range.upperBound - knob.scale.range.lowerBound
    let count = step > 0 ? (Self.leastDegrees * span / (step * sweep) - 1e-9).rounded(.up) : 0
    spacing = knob.snap == .always ? step * max(count, 1) : 0
  }

  /// Starts with a finger that lands on the knob; gives no feedback for its current position.
  ///
  /// - Parameters:
  ///   - knob: The knob.
  ///   - highest: The position along the sweep where a finger is stopped.
  mutating func begin(_ knob: Knob, highest: Double) {
    leave(knob.position)
    stop = reached(knob, highest) ?? stop
  }

  /// Handles a turn by the finger.
  ///
  /// - Parameters:
  ///   - knob: The knob.
  ///   - old: Its value before the turn.
  ///   - highest: The position along the sweep where a finger is stopped.
  /// - Returns: The feedback to give.
  mutating func turned(_ knob: Knob, from old: Double, highest: Double) -> Feedback {
    leave(knob.position)
    if let position = reached(knob, highest), position != stop {
      stop = position
      return .end
    }
    return knob.value != old && passes(knob, from: old) ? .detent : []
  }

  /// Returns the stop at the knob's position; nil between stops.
  private func reached(_ knob: Knob, _ highest: Double) -> Double? {
    guard !knob.travel.wraps else { return nil }
    if knob.position <= 0 { return 0 }
    return knob.position >= highest - 1e-9 ? min(highest, 1) : nil
  }

  private mutating func leave(_ position: Double) {
    if let stop, abs(position - stop) > leaving { self.stop = nil }
  }

  private func passes(_ knob: Knob, from old: Double) -> Bool {
    let (new, limits) = (knob.value, knob.scale.range)
    func index(of value: Double) -> Double {
      ((value - limits.lowerBound) / spacing + 1e-9).rounded(.down)
    }
    if spacing > 0, index(of: old) != index(of: new) { return true }
    // A knob without ends takes the shorter way.
    let isAround =
      knob.travel.wraps && abs(new - old) > (limits.upperBound - limits.lowerBound) / 2
    let range = min(old, new)...max(old, new)
    return knob.magnets.contains { magnet in
      guard magnet.value != old else { return false }
      return magnet.value == new || range.contains(magnet.value) != isAround
    }
  }
}
