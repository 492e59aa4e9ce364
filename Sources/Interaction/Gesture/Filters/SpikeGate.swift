internal import Glibc

/// Holds back a report that no finger can have made until the next one confirms or refutes it.
///
/// Some touchscreens occasionally report, once, a position far from the finger. A real finger
/// stops, continues as before, or does something in between: its path changes by less than `reach`
/// from one report to the next, in any direction.
///
/// | # | report | result |
/// |---|---|---|
/// | 1 | near the last one, or between it and where the path leads | passes |
/// | 2 | elsewhere | waits |
/// | 3 | as 1, while one waits | passes; the waiting one is dropped |
/// | 4 | near the waiting one, or where its path leads | both pass: the finger was that fast |
/// | 5 | elsewhere, while one waits | replaces the waiting one |
/// | 6 | none for 40 ms | the waiting one passes: the finger rests there |
/// | 7 | none before the finger lifts | the waiting one is dropped: fading pressure distorts the position |
/// | 8 | near the one before the last, which was off the path to it | passes; the last one is discounted |
///
/// Row 8 handles spikes smaller than the reach: the knob continues from its state before them, so
/// that nothing cut off meanwhile by an end or a guard is lost.
struct SpikeGate {
  typealias Sample = (point: DesignPoint, time: Timestamp)

  private var last: Sample
  /// The report before the last.
  private var before: Sample?
  private var waiting: Sample?
  private var lastReport: Timestamp
  /// The shortest time between two reports of the contact so far, in microseconds.
  private var interval: Int64?
  /// When the finger was last on its path if the passing report refuted the previous one.
  private(set) var refutedSince: Timestamp?

  /// How far a path can change in 10 ms, in reach radii: more than for any finger on such a knob.
  private static let reachRadii = 0.3
  /// The silence that confirms a report: touchscreens report a moving finger more often than this.
  private static let silence: Int64 = 40_000
  /// The longest interval assumed while none is known; most touchscreens report every 8 to 16 ms.
  private static let usualInterval: Int64 = 25_000
  private static let longestInterval: Int64 = 4_000_000

  init(at point: DesignPoint, time: Timestamp) {
    last = (point, time)
    lastReport = time
  }

  /// Handles a report; returns true if it passes, false if it has to wait.
  ///
  /// Sets `earlier` to a waiting report that passes before this one.
  mutating func passes(
    _ point: DesignPoint, time: Timestamp, rules: TurnRules, earlier: inout Sample?
  ) -> Bool {
    let sample = (point, time)
    earlier = release(at: time)
    defer { note(time) }
    if isNear(sample, rules: rules) {
      if isReturn(to: sample, rules: rules) { refutedSince = before?.time }
    } else if continues(to: sample, rules: rules) {
      // It passes.
    } else if let suspect = waiting, confirms(sample, suspect, rules: rules) {
      earlier = suspect
      last = suspect
    } else {
      waiting = sample
      return false
    }
    waiting = nil
    // A refuted report is not part of the finger's path.
    if refutedSince == nil { before = last }
    last = sample
    return true
  }

  /// When the waiting report passes unless another one follows; nil if none waits.
  var wake: Timestamp? { waiting?.time.advanced(byMicroseconds: Self.silence) }

  /// Returns the waiting report if no other has followed it for the length of `silence`; else nil.
  mutating func release(at time: Timestamp) -> Sample? {
    refutedSince = nil
    guard let waiting, time.microseconds(since: waiting.time) >= Self.silence else { return nil }
    (before, last) = (nil, waiting)
    self.waiting = nil
    return waiting
  }

  /// Drops the waiting report because the finger lifts.
  mutating func drop() {
    waiting = nil
  }

  private mutating func note(_ time: Timestamp) {
    let elapsed = time.microseconds(since: lastReport)
    if elapsed > 0 { interval = min(interval ?? Self.longestInterval, max(elapsed, 4000)) }
    lastReport = time
  }
}

// MARK: Paths

extension SpikeGate {
  private func isNear(_ end: Sample, rules: TurnRules) -> Bool {
    end.point.distance(to: last.point) <= reach(from: last, to: end, rules: rules)
  }

  /// Returns whether the finger can have continued to `end` along its path.
  private func continues(to end: Sample, rules: TurnRules) -> Bool {
    guard let before else { return false }
    let reach = reach(from: last, to: end, rules: rules)
    let (step, turned) = continuation(from: before, over: last, to: end, rules: rules)
    return (end.point - last.point).distance(toSegment: step) <= reach
      || end.point.distance(to: turned) <= reach
  }

  /// Returns whether a report confirms that the finger really was at the suspect position.
  private func confirms(_ end: Sample, _ suspect: Sample, rules: TurnRules) -> Bool {
    let reach = reach(from: suspect, to: end, rules: rules)
    if end.point.distance(to: suspect.point) <= reach { return true }
    let (step, turned) = continuation(from: last, over: suspect, to: end, rules: rules)
    return end.point.distance(to: suspect.point + step) <= reach
      || end.point.distance(to: turned) <= reach
  }

  /// Returns the offset by which a finger continues straight on, and its position if it circles the
  /// centre.
  private func continuation(
    from start: Sample, over middle: Sample, to end: Sample, rules: TurnRules
  ) -> (step: DesignPoint, turned: DesignPoint) {
    let share = seconds(from: middle, to: end, 4000) / seconds(from: start, to: middle, 4000)
    let turn = rules.dial.turn(from: start.point, to: middle.point) * share
    return (
      (middle.point - start.point) * share, rules.dial.rotated(middle.point, byRadians: turn)
    )
  }

  /// Returns whether the finger is back immediately from a position off its path.
  private func isReturn(to end: Sample, rules: TurnRules) -> Bool {
    guard let before, end.time.microseconds(since: last.time) < Self.silence else { return false }
    let detour = last.point - before.point
    return detour.distance(toSegment: end.point - before.point) > Self.reach(rules) / 2
  }

  /// Returns how far a path can change between two reports, in design pixels.
  private func reach(from start: Sample, to end: Sample, rules: TurnRules) -> Double {
    // Devices batch their reports, so short intervals are not reliable.
    Self.reach(rules) * seconds(from: start, to: end, 10_000) / 0.01
  }

  /// Returns how far a path can change in 10 ms, in design pixels.
  private static func reach(_ rules: TurnRules) -> Double {
    max(reachRadii * rules.dial.reachRadius, 2 * rules.tapSlop)
  }

  /// Returns how long a finger moved between two reports: if they are further apart than the
  /// device's interval, the finger moved only shortly before the second.
  private func seconds(from start: Sample, to end: Sample, _ least: Int64) -> Double {
    let longest = max((interval ?? 0) * 3 / 2, Self.usualInterval)
    return Double(min(max(end.time.microseconds(since: start.time), least), longest)) / 1e6
  }
}

extension DesignPoint {
  /// Returns the distance of an offset from the line between the origin and another offset.
  fileprivate func distance(toSegment segment: DesignPoint) -> Double {
    let square = segment.square
    let share = square > 0 ? min(max((x * segment.x + y * segment.y) / square, 0), 1) : 0
    return distance(to: segment * share)
  }
}

extension Dial {
  /// Returns a point turned about the centre, clockwise positive.
  fileprivate func rotated(_ point: DesignPoint, byRadians angle: Double) -> DesignPoint {
    let offset = point - center
    let (sine, cosine) = (sin(angle), cos(angle))
    return center
      + DesignPoint(
        x: offset.x * cosine - offset.y * sine, y: offset.x * sine + offset.y * cosine)
  }
}
