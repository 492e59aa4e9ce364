internal import Glibc

/// Detects when a resting finger begins to move, on touchscreens with any level of noise.
///
/// It is a likelihood test. The finger is at rest until its samples are too unlikely for a
/// stationary finger under independent noise of unknown strength, up to `maximumNoise`. The test
/// uses two independent properties of the samples: how far the last ones are from the earlier ones,
/// and how smoothly they follow each other.
///
/// | # | samples | verdict |
/// |---|---|---|
/// | 1 | noise up to `maximumNoise` about one point, for any time | rests |
/// | 2 | a step larger than any noise | moves from this sample on |
/// | 3 | equal consecutive steps | moves from the third sample on |
/// | 4 | a drift smaller than the noise | moves once the mean of the last 2…32 samples shows it |
/// | 5 | alternating between neighbouring raster points | rests |
struct RestDetector {
  /// The start of a movement, estimated from the samples.
  struct Departure {
    /// Where the finger rested.
    var from: DesignPoint
    /// Where it is now.
    var to: DesignPoint
    /// How far it moves from one sample to the next.
    var step: DesignPoint
    /// Standard deviation of the noise on one axis.
    var noise: Double
  }

  /// Standard deviation on one axis of the noisiest touchscreens, in design pixels.
  private let maximumNoise: Double
  private var samples = SampleRing()
  private var count = 0
  private var sum = DesignPoint(x: 0, y: 0)
  /// The sums of the first 1, 2, 4, … samples.
  private var early = InlineArray<10, DesignPoint>(repeating: DesignPoint(x: 0, y: 0))
  /// Squares of the second differences, on average 12 times the variance of the noise.
  private var roughness = (sum: 0.0, count: 0)
  /// Whether samples of this rest differ, other than by a movement that begins with the last two.
  private var hasVaried: Bool
  /// The touchscreen's raster as known so far; steps larger than the maximum noise are movement.
  private var raster: Double

  /// Creates a rest at `point`, the mean of `weight` samples.
  init(at point: DesignPoint, maximumNoise: Double, weight: Int = 1, noise: Double = 0) {
    self.maximumNoise = maximumNoise
    raster = maximumNoise
    count = weight
    sum = point * Double(weight)
    // Rounding to pixels alone causes 0.29.
    hasVaried = noise > 0.3
    if weight > 2 { roughness = (12 * noise * noise * Double(weight - 2), weight - 2) }
    samples.append(point)
    for index in early.indices where 1 << index <= weight {
      early[index] = point * Double(1 << index)
    }
  }

  /// The mean of all samples of this rest.
  var center: DesignPoint { sum * (1 / Double(count)) }

  /// Adds a sample; returns the departure if the finger has begun to move.
  mutating func add(_ point: DesignPoint) -> Departure? {
    let last = samples[0]
    if samples.count > 2, samples[1] != samples[2] { hasVaried = true }
    learnRaster(from: point - last)
    if samples.count > 1 {
      let bend = point - last * 2 + samples[1]
      learnRaster(from: bend)
      roughness.sum += bend.square
      roughness.count += 1
    }
    samples.append(point)
    count += 1
    sum = sum + point
    if count & (count - 1) == 0, count < 1 << early.count {
      early[count.trailingZeroBitCount] = sum
    }
    return departure()
  }

  /// Updates the raster: differences, and differences of differences, are multiples of it.
  private mutating func learnRaster(from difference: DesignPoint) {
    if difference.x != 0 { raster = min(raster, abs(difference.x)) }
    if difference.y != 0 { raster = min(raster, abs(difference.y)) }
  }

  private func departure() -> Departure? {
    let m = Double(roughness.count)
    // Rounding to the raster hides noise of this variance.
    let noise = max(roughness.sum / 12, max(m, 1) * raster * raster / 12)
    var tail = DesignPoint(x: 0, y: 0)
    var width = 0
    // Means of the last 1, 2, 4, … 32 samples.
    while max(2 * width, 1) < count, max(2 * width, 1) <= samples.count {
      let target = max(2 * width, 1)
      while width < target {
        tail = tail + samples[width]
        width += 1
      }
      let recent = tail * (1 / Double(width))
      let rest = (sum - tail) * (1 / Double(count - width))
      let spread = 1 / Double(width) + 1 / Double(count - width)
      guard
        isDeparture(distance: (recent - rest).square, spread: spread, noise: noise, m: m)
      else { continue }
      return departure(
        from: rest, to: recent, width: width, noise: (noise / max(m, 1)).squareRoot())
    }
    guard count <= 8,
      isDeparture(distance: (samples[0] - early[0]).square, spread: 2, noise: noise, m: m)
    else { return nil }
    return departure(from: early[0], to: samples[0], width: 1, noise: 0)
  }

  private func departure(from rest: DesignPoint, to recent: DesignPoint, width: Int, noise: Double)
    -> Departure
  {
    // The centres of two adjacent runs of samples are half their combined length apart; of a long
    // rest only the end counts.
    let step = (recent - rest) * (2 / Double(min(count, 2 * width + 1)))
    // Too few samples for an estimate of the noise.
    guard count - width >= 4, count > 8 else {
      return Departure(from: early[0], to: samples[0], step: step, noise: 0)
    }
    return Departure(
      from: origin(step: step.length, width: width, noise: noise),
      to: recent + step * (Double(width - 1) / 2), step: step, noise: noise)
  }

  /// Returns where the finger landed: the mean of the first samples not shifted by the movement.
  private func origin(step: Double, width: Int, noise: Double) -> DesignPoint {
    var mean = early[0]
    for index in early.indices {
      let size = 1 << index
      guard size <= count - 3 * width || step * Double(size - 1) / 2 <= noise / 3, size < count
      else { break }
      mean = early[index] * (1 / Double(size))
    }
    return mean
  }

  /// Returns whether noise at rest is too unlikely to have moved two means so far apart.
  ///
  /// For noise of variance v per axis and means of spread s, the distance² has the tail probability
  /// exp(−distance² / 2sv). A roughness as low as observed has the probability (noise / v)^m / m!,
  /// at most 1. The test uses the most likely v up to the maximum noise.
  private func isDeparture(distance: Double, spread: Double, noise: Double, m: Double) -> Bool {
    guard distance > 2.25 * raster * raster else { return false }
    let u = distance / (2 * spread)
    let maximumVariance = maximumNoise * maximumNoise
    guard m > 0 else { return u > Self.threshold * maximumVariance }
    let estimate = min(noise / m * (1 + 2 / m.squareRoot()), maximumVariance)
    let variance = min(max(u / m, estimate), maximumVariance)
    let smooth = min(0, m * log(noise / variance) - lgamma(m + 1))
    let limit = hasVaried ? Self.noisyThreshold : Self.stillThreshold
    return u / variance - smooth > min(Self.threshold + 2 * (m - 1), limit)
  }

  /// Logarithms of the odds against a false departure: at the first samples, and later in a rest
  /// without and with noise.
  ///
  /// Several tests are made per sample; `bench feel` counts the false departures.
  private static let threshold = 11.0
  private static let stillThreshold = 14.0
  private static let noisyThreshold = 17.0
}

/// The last samples of a contact, the newest first.
private struct SampleRing {
  private var points = InlineArray<32, DesignPoint>(repeating: DesignPoint(x: 0, y: 0))
  private var newest = 0
  private(set) var count = 0

  mutating func append(_ point: DesignPoint) {
    newest = (newest + 1) & 31
    points[newest] = point
    count = min(count + 1, 32)
  }

  /// The sample `age` samples before the newest.
  subscript(age: Int) -> DesignPoint { points[(newest - age) & 31] }
}
