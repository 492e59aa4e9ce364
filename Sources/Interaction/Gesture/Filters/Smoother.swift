/// Smooths the samples of a moving finger: rows 3 to 5 of `ContactFilter`.
struct Smoother {
  /// The position of a finger that has come to rest, and the number of samples averaged for it.
  struct Rest {
    var point: DesignPoint
    var count: Int
  }

  private(set) var position: DesignPoint
  /// The observed standard deviation of the noise on one axis.
  private(set) var noise: Double
  /// In design pixels per second.
  private var velocity: DesignPoint
  private var previous: DesignPoint
  private var beforePrevious: DesignPoint
  /// The samples of the current and the previous interval of 150 ms, for detecting a rest.
  private var stretch = (sum: DesignPoint(x: 0, y: 0), count: 0, microseconds: Int64(0))
  private var lastStretch: Rest?

  init(
    _ departure: RestDetector.Departure, at point: DesignPoint, previous: DesignPoint,
    microseconds: Int64
  ) {
    noise = departure.noise
    let seconds = Self.seconds(microseconds)
    let aside = departure.to - point
    position = point + aside * min(noise / max(aside.length, 1e-9), 1)
    velocity = departure.step * (1 / seconds)
    self.previous = point
    beforePrevious = previous
  }

  /// Adds a sample; returns the rest if the finger has come to rest, else nil.
  mutating func add(_ point: DesignPoint, microseconds: Int64) -> Rest? {
    learnNoise(from: point)
    let seconds = Self.seconds(microseconds)
    let expected = position + velocity * seconds
    let residual = point - expected
    let (alpha, beta) = gains(seconds: seconds, residual: residual.length)
    position = expected + residual * alpha
    velocity = velocity + residual * (beta / seconds)
    beforePrevious = previous
    previous = point
    return rest(with: point, microseconds: microseconds)
  }

  private mutating func learnNoise(from point: DesignPoint) {
    guard (point - previous).square < 144 else { return }
    let bend = point - previous * 2 + beforePrevious
    // A single sharp turn is not noise: each sample changes the estimate by a limited amount.
    let limit = 3 * noise + 0.25
    let measured = min(bend.square / 12, limit * limit)
    noise = (noise * noise + (measured - noise * noise) / 12).squareRoot()
  }

  private func gains(seconds: Double, residual: Double) -> (alpha: Double, beta: Double) {
    guard noise > 0.05 else { return (1, 1) }
    // How much a finger's speed may change: nearly all of it within a tenth of a second.
    let agility = 60 + velocity.length / 0.1
    let index = agility * seconds * seconds / noise
    let r = (4 + index - (8 * index + index * index).squareRoot()) / 4
    let smooth = 1 - r * r
    // A difference larger than the noise is movement.
    let direct = residual > 2 * noise ? 1 - (2 * noise / residual) * (2 * noise / residual) : 0
    let alpha = max(smooth, direct)
    return (alpha, 2 * (2 - alpha) - 4 * (1 - alpha).squareRoot())
  }

  private mutating func rest(with point: DesignPoint, microseconds: Int64) -> Rest? {
    stretch.sum = stretch.sum + point
    stretch.count += 1
    stretch.microseconds += max(microseconds, 0)
    guard stretch.microseconds >= 150_000 else { return nil }
    let count = stretch.count
    let mean = Rest(point: stretch.sum * (1 / Double(count)), count: count)
    defer {
      lastStretch = mean
      stretch = (DesignPoint(x: 0, y: 0), 0, 0)
    }
    guard let lastStretch else { return nil }
    let step = mean.point.distance(to: lastStretch.point)
    let deviation = noise * (2 / Double(min(count, lastStretch.count))).squareRoot()
    // At a turning point the two means may be equal while the finger is elsewhere.
    let hasCaughtUp = mean.point.distance(to: position) < max(0.05, noise)
    return hasCaughtUp && step < max(0.05, 1.5 * deviation) ? mean : nil
  }

  /// Returns a plausible time between samples: devices batch them, and clocks can run backwards.
  private static func seconds(_ microseconds: Int64) -> Double {
    Double(min(max(microseconds, 2000), 100_000)) / 1e6
  }
}
