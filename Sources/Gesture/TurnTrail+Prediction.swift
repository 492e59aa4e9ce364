/// How far a finger turns in the time until a frame with it is shown.
///
/// | # | the finger | it is shown |
/// |---|---|---|
/// | 1 | has begun to turn with the last sample | where it was |
/// | 2 | moves steadily, or ever faster | further by its speed |
/// | 3 | slows down | further by the speed that is left, until it would stop |
/// | 4 | has just turned back | where it was |
/// | 5 | moves no further than the noise until then | where it was |
/// | 6 | has had no sample for longer than 20 ms | ever less far ahead, after 40 ms where it was |
///
/// The speed is that over the shortest way back that is well above the noise: ten milliseconds on a
/// touchscreen without noise, up to sixty on one with it. A second way, before that one, gives the
/// deceleration. `bench feel` compares the result with the true finger.
extension TurnTrail {
  /// Longer than a frame at 60 Hz; further ahead a finger does what it wants.
  private static let longestMicroseconds: Int64 = 20_000
  /// The shortest and the longest way back, in time.
  private static let spanMicroseconds: (least: Int64, most: Int64) = (10_000, 60_000)
  /// A way back of so many standard deviations of the noise is long enough.
  private static let clearDeviations = 10.0

  /// How far the finger will have turned since its last sample.
  ///
  /// - Parameters:
  ///   - time: When it is shown.
  ///   - start: The first sample that counts: what was held back until then came at once.
  ///   - noise: Standard deviation of the samples on one axis, in design pixels.
  /// - Returns: Radians, clockwise positive.
  func turnAhead(to time: Timestamp, since start: Timestamp, noise: Double) -> Double {
    guard let last = places.last, let recent = way(toAge: 0, since: start, noise: noise) else {
      return 0
    }
    let elapsed = time.microseconds(since: last.time)
    guard elapsed > 0, elapsed < 2 * Self.longestMicroseconds else { return 0 }
    let lead = Double(min(elapsed, 2 * Self.longestMicroseconds - elapsed))
    let speed = recent.turn / recent.microseconds
    var turn = speed * lead
    if let before = way(toAge: recent.oldestAge, since: start, noise: noise) {
      let earlier = before.turn / before.microseconds
      guard speed * earlier > 0 else { return 0 }
      if abs(speed) < abs(earlier) {
        let middles = (recent.microseconds + before.microseconds) / 2
        let deceleration = (earlier - speed) / middles
        // The speed of a way is that of its middle.
        let now = speed - deceleration * recent.microseconds / 2
        guard now * speed > 0 else { return 0 }
        let untilRest = min(lead, now / deceleration)
        turn = (now - deceleration * untilRest / 2) * untilRest
      }
    }
    return turn * clearness(of: turn, along: recent, noise: noise)
  }

  /// From when on nothing is predicted without another sample.
  var predictionEnd: Timestamp? {
    places.last?.time.advanced(byMicroseconds: 2 * Self.longestMicroseconds)
  }

  /// Part of a finger's movement: what it turned, how far it went, and for how long.
  private struct Way {
    var turn: Double
    var distance: Double
    var microseconds: Double
    /// The age of its first sample.
    var oldestAge: Int
  }

  /// The shortest way to the sample of that age that is clearly above the noise.
  private func way(toAge age: Int, since first: Timestamp, noise: Double) -> Way? {
    let end = places[age: age]
    var way: Way?
    for oldest in stride(from: age + 1, to: places.count, by: 1) {
      let start = places[age: oldest]
      let span = end.time.microseconds(since: start.time)
      guard start.time >= first, span > 0 else { break }
      way = Way(
        turn: end.element.turned - start.element.turned,
        distance: end.element.point.distance(to: start.element.point), microseconds: Double(span),
        oldestAge: oldest)
      guard let way, span < Self.spanMicroseconds.most else { break }
      if span >= Self.spanMicroseconds.least, way.distance >= Self.clearDeviations * noise { break }
    }
    return way
  }

  /// How much of a predicted turn to believe, 0…1: none of what the noise could be.
  private func clearness(of turn: Double, along way: Way, noise: Double) -> Double {
    guard noise > 0, turn != 0, way.turn != 0 else { return 1 }
    let distance = abs(turn / way.turn) * way.distance
    let share = noise / max(distance, 1e-9)
    let isSeen = min(max(2 * way.distance / (Self.clearDeviations * noise) - 1, 0), 1)
    return max(1 - share * share, 0) * isSeen
  }
}
