/// Prediction of a finger's turn by the time its frame is shown.
///
/// | # | the finger | it is shown |
/// |---|---|---|
/// | 1 | began to turn with the last sample | where it was |
/// | 2 | moves steadily, or accelerates | further ahead by its speed |
/// | 3 | slows down | further ahead by its decreasing speed, until it would stop |
/// | 4 | has just turned back | where it was |
/// | 5 | will move no further than the noise | where it was |
/// | 6 | has had no sample for more than 20 ms | decreasingly far ahead; after 40 ms where it was |
///
/// The speed is taken over the shortest preceding span that is well above the noise: ten
/// milliseconds on a touchscreen without noise, up to sixty with noise. A second span, before the
/// first, gives the deceleration. `bench feel` compares the result with the true finger.
extension TurnTrail {
  /// Longer than a frame at 60 Hz; a finger is not predictable further ahead.
  private static let longestMicroseconds: Int64 = 20_000
  /// The minimum and maximum duration of a span.
  private static let spanMicroseconds: (least: Int64, most: Int64) = (10_000, 60_000)
  /// A span is long enough if it covers this many standard deviations of the noise.
  private static let clearDeviations = 10.0

  /// Returns how far the finger is expected to turn after its last sample.
  ///
  /// - Parameters:
  ///   - time: When the frame is shown.
  ///   - start: The first sample to use: movement held back until then arrived at once.
  ///   - noise: Standard deviation of the samples on one axis, in design pixels.
  /// - Returns: Radians, clockwise positive.
  func turnAhead(to time: Timestamp, since start: Timestamp, noise: Double) -> Double {
    guard let last = samples.last, let recent = segment(toAge: 0, since: start, noise: noise) else {
      return 0
    }
    let elapsed = time.microseconds(since: last.time)
    guard elapsed > 0, elapsed < 2 * Self.longestMicroseconds else { return 0 }
    let lead = Double(min(elapsed, 2 * Self.longestMicroseconds - elapsed))
    let speed = recent.turn / recent.microseconds
    var turn = speed * lead
    if let before = segment(toAge: recent.oldestAge, since: start, noise: noise) {
      let earlier = before.turn / before.microseconds
      guard speed * earlier > 0 else { return 0 }
      if abs(speed) < abs(earlier) {
        let middles = (recent.microseconds + before.microseconds) / 2
        let deceleration = (earlier - speed) / middles
        // The speed of a span is that at its middle.
        let now = speed - deceleration * recent.microseconds / 2
        guard now * speed > 0 else { return 0 }
        let untilRest = min(lead, now / deceleration)
        turn = (now - deceleration * untilRest / 2) * untilRest
      }
    }
    return turn * reliability(of: turn, along: recent, noise: noise)
  }

  /// When prediction ends without another sample; nil if there are no samples.
  var predictionEnd: Timestamp? {
    samples.last?.time.advanced(byMicroseconds: 2 * Self.longestMicroseconds)
  }

  /// A span of a finger's movement: its turn, distance and duration.
  private struct Segment {
    var turn: Double
    var distance: Double
    var microseconds: Double
    /// The age of its first sample.
    var oldestAge: Int
  }

  /// Returns the shortest span, up to the sample of that age, that is clearly above the noise.
  private func segment(toAge age: Int, since first: Timestamp, noise: Double) -> Segment? {
    let end = samples[age: age]
    var segment: Segment?
    for oldest in stride(from: age + 1, to: samples.count, by: 1) {
      let start = samples[age: oldest]
      let span = end.time.microseconds(since: start.time)
      guard start.time >= first, span > 0 else { break }
      segment = Segment(
        turn: end.element.turned - start.element.turned,
        distance: end.element.point.distance(to: start.element.point), microseconds: Double(span),
        oldestAge: oldest)
      guard let segment, span < Self.spanMicroseconds.most else { break }
      let isClear = segment.distance >= Self.clearDeviations * noise
      if span >= Self.spanMicroseconds.least, isClear { break }
    }
    return segment
  }

  /// Returns the reliability of a predicted turn, 0…1: 0 for a turn that could be noise.
  private func reliability(of turn: Double, along segment: Segment, noise: Double) -> Double {
    guard noise > 0, turn != 0, segment.turn != 0 else { return 1 }
    let distance = abs(turn / segment.turn) * segment.distance
    let share = noise / max(distance, 1e-9)
    let certainty = min(max(2 * segment.distance / (Self.clearDeviations * noise) - 1, 0), 1)
    return max(1 - share * share, 0) * certainty
  }
}
