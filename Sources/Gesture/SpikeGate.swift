/// Holds back a sample that no finger can have made, until the next one tells.
///
/// | # | a sample | what happens |
/// |---|---|---|
/// | 1 | where a finger can have come | passes |
/// | 2 | far away, off the circle, all at once | waits |
/// | 3 | after one that waits: near that one | both pass: the finger was that fast |
/// | 4 | after one that waits: near the place before | the one that waited was a spike: forgotten |
/// | 5 | none more before the finger lifts at once | it was one: pressure that fades tears it away |
///
/// A leap along the circle passes at once, however fast: the knob counts turns of up to half a turn a
/// report in full.
struct SpikeGate {
  private var last: (point: DesignPoint, time: Timestamp)
  private var waiting: (point: DesignPoint, time: Timestamp)?

  /// Radii per second that no finger reaches, also not in a straight swipe.
  private static let speed = 100.0

  init(at point: DesignPoint, time: Timestamp) {
    last = (point, time)
  }

  /// Takes a sample and says if it passes; else it has to wait.
  ///
  /// `earlier` is set to one that waited and passes before it.
  mutating func passes(
    _ point: DesignPoint, time: Timestamp, dial: Dial,
    earlier: inout (point: DesignPoint, time: Timestamp)?
  ) -> Bool {
    if let suspect = waiting {
      waiting = nil
      if point.distance(to: suspect.point) < point.distance(to: last.point) { earlier = suspect }
    } else if isSpike(point, time: time, dial: dial) {
      waiting = (point, time)
      return false
    }
    last = (point, time)
    return true
  }

  /// What waits when the finger lifts, if it had the time to stay there.
  mutating func flush(at time: Timestamp) -> (point: DesignPoint, time: Timestamp)? {
    defer { waiting = nil }
    guard let waiting, time.microseconds(since: waiting.time) > 40_000 else { return nil }
    return waiting
  }

  private func isSpike(_ point: DesignPoint, time: Timestamp, dial: Dial) -> Bool {
    // Devices batch their reports: a short interval is a claim, not a fact.
    let seconds = Double(min(max(time.microseconds(since: last.time), 12_000), 1_000_000)) / 1e6
    let aside = abs(dial.nearness(of: point) - dial.nearness(of: last.point)) * dial.reachRadius
    return aside > 0.5 * dial.reachRadius
      && point.distance(to: last.point) > Self.speed * dial.reachRadius * seconds
  }
}
