/// Holds back a sample that no finger can have made until the next one confirms or refutes it.
///
/// | # | a sample | what happens |
/// |---|---|---|
/// | 1 | where a finger can be | passes |
/// | 2 | too far away, off the circle | waits |
/// | 3 | while one waits: near that one | both pass: the finger was that fast |
/// | 4 | while one waits: near the sample before | the waiting one was a spike and is dropped |
/// | 5 | none, as the finger lifts | it is dropped: fading pressure distorts the position |
///
/// A jump along the circle passes at once, however fast: turns of up to half a turn per sample count
/// in full.
struct SpikeGate {
  private var last: (point: DesignPoint, time: Timestamp)
  private var waiting: (point: DesignPoint, time: Timestamp)?

  /// Faster than any finger, even in a straight swipe, in radii per second.
  private static let speed = 100.0

  init(at point: DesignPoint, time: Timestamp) {
    last = (point, time)
  }

  /// Takes a sample; true if it passes, false if it has to wait.
  ///
  /// `earlier` is set to a waiting one that passes before it.
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

  /// The waiting sample when the finger lifts, if the finger stayed there long enough.
  mutating func flush(at time: Timestamp) -> (point: DesignPoint, time: Timestamp)? {
    defer { waiting = nil }
    guard let waiting, time.microseconds(since: waiting.time) > 40_000 else { return nil }
    return waiting
  }

  private func isSpike(_ point: DesignPoint, time: Timestamp, dial: Dial) -> Bool {
    // Devices batch their samples, so short intervals are not reliable.
    let seconds = Double(min(max(time.microseconds(since: last.time), 12_000), 1_000_000)) / 1e6
    let aside = abs(dial.nearness(of: point) - dial.nearness(of: last.point)) * dial.reachRadius
    return aside > 0.5 * dial.reachRadius
      && point.distance(to: last.point) > Self.speed * dial.reachRadius * seconds
  }
}
