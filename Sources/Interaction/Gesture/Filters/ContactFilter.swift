/// Removes the noise of a contact's samples without adding lag.
///
/// | # | state | sample | filtered position | next |
/// |---|---|---|---|---|
/// | 1 | resting | consistent with a resting finger (`RestDetector`) | unchanged | resting |
/// | 2 | resting | not consistent with one | the whole distance since it rested, at once | moving |
/// | 3 | moving | touchscreen without noise | the sample | moving |
/// | 4 | moving | touchscreen with noise | the sample, smoothed along the movement | moving |
/// | 5 | moving | same position as 150 ms ago | the mean position at rest | resting |
/// | 6 | moving | first after 250 ms without samples | as 2, from the last position | |
/// | 7 | any | not a number | unchanged | same |
///
/// The filter of row 4 is similar to a one-euro filter: the faster the finger, the less it smooths.
/// It is an α-β filter with Kalata's gains for the ratio of movement to noise, so it follows a
/// steady movement without lag. The result is never further from the sample than twice the noise,
/// and errors do not accumulate, because the filter tracks a position and not a movement.
struct ContactFilter {
  private enum State {
    case resting(RestDetector)
    case moving(Smoother)
  }

  private var state: State
  private let maximumNoise: Double
  private var last: (point: DesignPoint, time: Timestamp)
  /// The filtered position.
  private(set) var position: DesignPoint
  /// Where the last movement began, estimated from all samples at rest before it.
  private(set) var start: DesignPoint
  /// Whether the finger has moved, even if it rests again.
  private(set) var hasMoved = false

  /// Creates a filter; `maximumNoise` is the largest expected noise in design pixels.
  init(at point: DesignPoint, time: Timestamp, maximumNoise: Double) {
    state = .resting(RestDetector(at: point, maximumNoise: maximumNoise))
    self.maximumNoise = maximumNoise
    last = (point, time)
    position = point
    start = point
  }

  /// Whether the finger is at rest.
  var isResting: Bool {
    if case .resting = state { true } else { false }
  }

  /// Standard deviation of the noise of a moving finger on one axis, in design pixels; 0 at rest.
  var noise: Double {
    if case .moving(let smoother) = state { smoother.noise } else { 0 }
  }

  mutating func add(_ point: DesignPoint, time: Timestamp) {
    guard point.isFinite else { return }
    let interval = time.microseconds(since: last.time)
    switch state {
    case .resting(var detector):
      settle(detector.add(point), else: detector, at: point, interval: interval)
    case .moving(var smoother):
      if interval > 250_000 {
        var detector = RestDetector(
          at: position, maximumNoise: maximumNoise, weight: 3, noise: smoother.noise)
        settle(detector.add(point), else: detector, at: point, interval: interval)
      } else if let rest = smoother.add(point, microseconds: interval) {
        position = rest.point
        state = .resting(
          RestDetector(
            at: rest.point, maximumNoise: maximumNoise, weight: rest.count,
            noise: smoother.noise))
      } else {
        position = smoother.position
        state = .moving(smoother)
      }
    }
    last = (point, time)
  }

  private mutating func settle(
    _ departure: RestDetector.Departure?, else detector: RestDetector, at point: DesignPoint,
    interval: Int64
  ) {
    guard let departure else {
      state = .resting(detector)
      return
    }
    start = departure.from
    hasMoved = true
    let smoother = Smoother(departure, at: point, previous: last.point, microseconds: interval)
    position = smoother.position
    state = .moving(smoother)
  }
}
