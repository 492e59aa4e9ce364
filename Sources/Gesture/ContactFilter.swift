/// Takes the noise off a finger's samples without making it late.
///
/// | # | state | sample | out comes | next |
/// |---|---|---|---|---|
/// | 1 | resting | such as a resting finger gives (`RestDetector`) | the same point as before | resting |
/// | 2 | resting | such as it does not | all the way since it rested, at once | moving |
/// | 3 | moving | on a touchscreen without noise | the sample | moving |
/// | 4 | moving | on one with noise | the sample, pulled to where the movement tends | moving |
/// | 5 | moving | in the same place as 150 ms ago | the mean of where it rests | resting |
/// | 6 | moving | after a silence of 250 ms | as 2, from where it fell silent | |
/// | 7 | any | not a number | the same point as before | same |
///
/// The filter of row 4 is a one-euro filter's successor: the faster the finger, the less it smooths,
/// and what smoothing it does follows a steady movement without lag (an α-β tracker whose gain is
/// Kalata's for the ratio of movement to noise). What comes out is never further from the sample
/// than twice the noise. Nothing accumulates: out comes a place, not a movement.
struct ContactFilter {
  private enum State {
    case resting(RestDetector)
    case moving(Smoother)
  }

  private var state: State
  private let greatestNoise: Double
  private var last: (point: DesignPoint, time: Timestamp)
  /// Where the finger is held to be.
  private(set) var position: DesignPoint
  /// Where its movement counts from: better known than the first sample once it sets out.
  private(set) var start: DesignPoint
  /// True once the finger has moved; it may rest again since.
  private(set) var hasSetOut = false

  /// A finger that lands; `greatestNoise` is the worst to expect, in the unit of the points.
  init(at point: DesignPoint, time: Timestamp, greatestNoise: Double) {
    state = .resting(RestDetector(at: point, greatestNoise: greatestNoise))
    self.greatestNoise = greatestNoise
    last = (point, time)
    position = point
    start = point
  }

  /// True while the finger rests.
  var isResting: Bool {
    if case .resting = state { true } else { false }
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
          at: position, greatestNoise: greatestNoise, weight: 3, noise: smoother.noise)
        settle(detector.add(point), else: detector, at: point, interval: interval)
      } else if let rest = smoother.add(point, microseconds: interval) {
        position = rest.point
        state = .resting(
          RestDetector(
            at: rest.point, greatestNoise: greatestNoise, weight: rest.count,
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
    if !hasSetOut { start = departure.from }
    hasSetOut = true
    let smoother = Smoother(departure, at: point, previous: last.point, microseconds: interval)
    position = smoother.position
    state = .moving(smoother)
  }
}
