internal import Glibc

/// Holds back a report that no finger can have made until the next one confirms or refutes it.
///
/// Some touchscreens now and then report a place far away from the finger, once. A finger stops, goes
/// on as before, or does something between: it changes its way by less than `reach` from one report
/// to the next, in any direction.
///
/// | # | a report | what happens |
/// |---|---|---|
/// | 1 | near the last one, or between that and where its way leads | passes |
/// | 2 | elsewhere | waits |
/// | 3 | while one waits: as 1 | passes; the waiting one is dropped |
/// | 4 | while one waits: near that one, or where its way leads | both pass: the finger was that fast |
/// | 5 | while one waits: elsewhere | waits instead of that one |
/// | 6 | none for 40 ms | the waiting one passes: the finger rests there |
/// | 7 | none, as the finger lifts | it is dropped: fading pressure distorts the position |
/// | 8 | near the one before the last, which was off the way to it | passes; the last did not count |
///
/// Row 8 is for spikes of less than the reach: the knob goes on from where it was before them, so that
/// nothing is lost that an end or a guard has cut off meanwhile.
struct SpikeGate {
  typealias Sample = (point: DesignPoint, time: Timestamp)

  private var last: Sample
  /// The one before the last.
  private var before: Sample?
  private var waiting: Sample?
  private var lastReport: Timestamp
  /// The shortest time between two reports of the contact so far, in microseconds.
  private var interval: Int64?
  /// When the finger was last on its way, if the report that passed has refuted the one before it.
  private(set) var refutedSince: Timestamp?

  /// How far a finger changes its way in 10 ms: more than any finger does on a knob of its size.
  private static let reachRadii = 0.3
  /// So long a silence confirms a report: touchscreens report a finger that moves more often.
  private static let silence: Int64 = 40_000
  /// Most touchscreens report every 8 to 16 ms; so long may it be where nothing is known of that.
  private static let usualInterval: Int64 = 25_000
  private static let longestInterval: Int64 = 4_000_000

  init(at point: DesignPoint, time: Timestamp) {
    last = (point, time)
    lastReport = time
  }

  /// Takes a report; true if it passes, false if it has to wait.
  ///
  /// `earlier` is set to a waiting one that passes before that.
  mutating func passes(
    _ point: DesignPoint, time: Timestamp, rules: TurnRules, earlier: inout Sample?
  ) -> Bool {
    let sample = (point, time)
    earlier = release(at: time)
    defer { note(time) }
    if isNear(sample, rules: rules) {
      if isReturn(to: sample, rules: rules) { refutedSince = before?.time }
    } else if goesOn(to: sample, rules: rules) {
      // It passes.
    } else if let suspect = waiting, confirms(sample, suspect, rules: rules) {
      earlier = suspect
      last = suspect
    } else {
      waiting = sample
      return false
    }
    waiting = nil
    // What was refuted says nothing about the finger's way.
    if refutedSince == nil { before = last }
    last = sample
    return true
  }

  /// When the waiting report passes unless there is another one; nil if none waits.
  var wake: Timestamp? { waiting?.time.advanced(byMicroseconds: Self.silence) }

  /// The waiting report once no other has followed it for so long.
  mutating func release(at time: Timestamp) -> Sample? {
    refutedSince = nil
    guard let waiting, time.microseconds(since: waiting.time) >= Self.silence else { return nil }
    (before, last) = (nil, waiting)
    self.waiting = nil
    return waiting
  }

  /// Drops the waiting report, as the finger lifts.
  mutating func drop() {
    waiting = nil
  }

  private mutating func note(_ time: Timestamp) {
    let elapsed = time.microseconds(since: lastReport)
    if elapsed > 0 { interval = min(interval ?? Self.longestInterval, max(elapsed, 4000)) }
    lastReport = time
  }
}

// MARK: Ways

extension SpikeGate {
  private func isNear(_ end: Sample, rules: TurnRules) -> Bool {
    end.point.distance(to: last.point) <= reach(from: last, to: end, rules: rules)
  }

  /// True if the finger can have gone on to `end` as it moved before.
  private func goesOn(to end: Sample, rules: TurnRules) -> Bool {
    guard let before else { return false }
    let reach = reach(from: last, to: end, rules: rules)
    let (step, turned) = way(from: before, over: last, to: end, rules: rules)
    return (end.point - last.point).distance(toWay: step) <= reach
      || end.point.distance(to: turned) <= reach
  }

  /// True if a report shows that a finger really was where it was reported before.
  private func confirms(_ end: Sample, _ suspect: Sample, rules: TurnRules) -> Bool {
    let reach = reach(from: suspect, to: end, rules: rules)
    if end.point.distance(to: suspect.point) <= reach { return true }
    let (step, turned) = way(from: last, over: suspect, to: end, rules: rules)
    return end.point.distance(to: suspect.point + step) <= reach
      || end.point.distance(to: turned) <= reach
  }

  /// Where a finger goes on: how far straight on, and to which place about the centre.
  private func way(
    from start: Sample, over middle: Sample, to end: Sample, rules: TurnRules
  ) -> (step: DesignPoint, turned: DesignPoint) {
    let share = seconds(from: middle, to: end, 4000) / seconds(from: start, to: middle, 4000)
    let turn = rules.dial.turn(from: start.point, to: middle.point) * share
    return (
      (middle.point - start.point) * share, rules.dial.rotated(middle.point, byRadians: turn)
    )
  }

  /// True if the finger is back at once from a place that was not on its way.
  private func isReturn(to end: Sample, rules: TurnRules) -> Bool {
    guard let before, end.time.microseconds(since: last.time) < Self.silence else { return false }
    let detour = last.point - before.point
    return detour.distance(toWay: end.point - before.point) > Self.reach(rules) / 2
  }

  /// How far a finger changes its way from one report to another, in design pixels.
  private func reach(from start: Sample, to end: Sample, rules: TurnRules) -> Double {
    // Devices batch their reports, so short intervals are not reliable.
    Self.reach(rules) * seconds(from: start, to: end, 10_000) / 0.01
  }

  /// How far a finger changes its way in 10 ms, in design pixels.
  private static func reach(_ rules: TurnRules) -> Double {
    max(reachRadii * rules.dial.reachRadius, 2 * rules.tapSlop)
  }

  /// How long a finger moved from one report to another: if that is longer than the device takes, it
  /// has not moved until shortly before.
  private func seconds(from start: Sample, to end: Sample, _ least: Int64) -> Double {
    let longest = max((interval ?? 0) * 3 / 2, Self.usualInterval)
    return Double(min(max(end.time.microseconds(since: start.time), least), longest)) / 1e6
  }
}

extension DesignPoint {
  /// The distance of an offset from the straight line between no offset and another one.
  fileprivate func distance(toWay way: DesignPoint) -> Double {
    let square = way.square
    let share = square > 0 ? min(max((x * way.x + y * way.y) / square, 0), 1) : 0
    return distance(to: way * share)
  }
}

extension Dial {
  /// A point turned about the centre, clockwise positive.
  fileprivate func rotated(_ point: DesignPoint, byRadians angle: Double) -> DesignPoint {
    let offset = point - center
    let (sine, cosine) = (sin(angle), cos(angle))
    return center
      + DesignPoint(
        x: offset.x * cosine - offset.y * sine, y: offset.x * sine + offset.y * cosine)
  }
}
