internal import Gesture

/// How well one knob followed one finger; errors are percentages of the range.
public struct Measurement: Sendable {
  /// The largest distance of a value from the true one, over all reports that changed it and after
  /// the finger has lifted.
  public var largestError = 0.0
  /// The mean of the same distances.
  public var meanError = 0.0
  /// The distance of the final value from the true one.
  public var finalError = 0.0
  /// The mean lag of the values behind the finger, in milliseconds.
  public var lagMilliseconds = 0.0
  /// Changes of the value under a resting finger.
  public var falseChanges = 0
  /// Degrees by which the knob is behind when the finger has turned the first 20 degrees.
  public var lostDegrees = 0.0
  /// The largest change of the value in one report beyond the finger's turn in two, in percent.
  public var largestLeap = 0.0

  /// Follows a path and compares the knob with the truth.
  static func of(
    _ path: FingerPath, by knob: inout some Turning, truth: Truth, seed: Int
  ) -> Measurement {
    var result = Measurement()
    let samples = path.samples(seed: seed)
    guard let first = samples.first else { return result }
    knob.down(first.point, radius: path.radius)
    var last = knob.level
    var lastTrue = truth.level(at: 0)
    var beforeTrue = lastTrue
    var (sum, count, lag, distance, isEarly) = (0.0, 0, 0.0, 0.0, true)
    for sample in samples.dropFirst() {
      knob.moved(to: sample.point, time: sample.time)
      let (level, expected) = (knob.level, truth.level(at: sample.time))
      let counts = sample.time <= path.rollsFrom
      if level != last {
        if truth.isResting { result.falseChanges += 1 }
        let error = 100 * abs(level - expected)
        if counts {
          result.largestError = max(result.largestError, error)
          sum += error
          count += 1
        }
        if sample.time > 1.5 / path.rate {
          result.largestLeap = max(
            result.largestLeap, 100 * (abs(level - last) - abs(expected - beforeTrue)))
        }
      }
      let step = expected - lastTrue
      // At a steady speed, the distance behind the finger is proportional to a delay.
      if counts, step != 0 {
        lag += (expected - level) * (step < 0 ? -1 : 1)
        distance += abs(step) * path.rate
      }
      if isEarly, abs(expected - truth.level(at: 0)) * 270 >= 20 {
        isEarly = false
        result.lostDegrees = 270 * abs(expected - level)
      }
      (last, lastTrue, beforeTrue) = (level, expected, lastTrue)
    }
    knob.up(time: path.seconds + 0.001)
    result.finalError = 100 * abs(knob.level - truth.level(at: min(path.seconds, path.rollsFrom)))
    result.largestError = max(result.largestError, result.finalError)
    result.meanError = (sum + result.finalError) / Double(count + 1)
    result.lagMilliseconds = distance > 0 ? max(1000 * lag / distance, 0) : 0
    return result
  }

  /// Returns the worst of several runs; the mean error and the lag are averaged.
  static func worst(of runs: [Measurement]) -> Measurement {
    var result = Measurement()
    for run in runs {
      result.largestError = max(result.largestError, run.largestError)
      result.meanError += run.meanError / Double(runs.count)
      result.finalError = max(result.finalError, run.finalError)
      result.lagMilliseconds += run.lagMilliseconds / Double(runs.count)
      result.falseChanges = max(result.falseChanges, run.falseChanges)
      result.lostDegrees = max(result.lostDegrees, run.lostDegrees)
      result.largestLeap = max(result.largestLeap, run.largestLeap)
    }
    return result
  }
}
