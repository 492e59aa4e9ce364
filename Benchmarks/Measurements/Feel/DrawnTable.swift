internal import Gesture
internal import Randomness

/// The distance of the drawn pointer from the true finger when a frame becomes visible, with and
/// without the prediction of `TurnRecognizer.turnAhead`.
///
/// The display refreshes 60 times per second. Each frame is drawn 3.5 ms before its refresh, from
/// the touch reports received by then; reports arrive up to an eighth of their period late.
public struct DrawnTable: Sendable {
  /// One finger on one touchscreen.
  public struct Row: Sendable {
    /// The name of the finger path.
    public var path: String
    /// Touch reports per second.
    public var rate: Double
    /// A description of the touchscreen's noise.
    public var noise: String
    /// The distance without prediction.
    public var without: Distance
    /// The distance with prediction.
    public var with: Distance
  }

  /// Distances of the pointer from the finger, in degrees.
  public struct Distance: Sendable {
    /// The root mean square over all frames.
    public var rootMeanSquare: Double
    /// The largest distance.
    public var largest: Double
    /// How far the pointer went beyond the finger's range in the last 100 ms.
    public var overshoot: Double
  }

  /// One row for each path, touchscreen and report rate.
  public let rows: [Row]

  private static let refreshHertz = 60.0
  private static let drawSeconds = 0.0035
  private static let screens: [(name: String, noise: Double, raster: Double)] = [
    ("none", 0, 0), ("1 px raster", 0, 1), ("1 px raster, 1.5 px noise", 1.5, 1),
  ]

  /// Measures all rows, each with `seeds` random seeds.
  public init(seeds: Int = 4) {
    rows = [60.0, 100, 125, 240].flatMap { rate in
      Self.screens.flatMap { screen in
        FingerPath.drawn(rate: rate, noise: screen.noise, raster: screen.raster).map { path in
          Row(
            path: path.name, rate: rate, noise: screen.name,
            without: Self.distance(path, seeds: seeds, isPredicted: false),
            with: Self.distance(path, seeds: seeds, isPredicted: true))
        }
      }
    }
  }

  private static func distance(_ path: FingerPath, seeds: Int, isPredicted: Bool) -> Distance {
    let truth = Truth(path, meaning: .turn)
    var (sum, count, result) = (0.0, 0, Distance(rootMeanSquare: 0, largest: 0, overshoot: 0))
    for seed in 1...seeds {
      for (flip, drawn) in frames(of: path, seed: seed, isPredicted: isPredicted) {
        let error = 270 * (drawn - truth.level(at: flip))
        sum += error * error
        count += 1
        result.largest = max(result.largest, abs(error))
        let passed = stride(from: flip - 0.1, through: flip, by: 0.001).map(truth.level)
        let (least, most) = (passed.min() ?? drawn, passed.max() ?? drawn)
        result.overshoot = max(result.overshoot, 270 * (drawn - most), 270 * (least - drawn))
      }
    }
    result.rootMeanSquare = (sum / Double(max(count, 1))).squareRoot()
    return result
  }

  /// Returns the visible time of each frame and its pointer position, 0…1 along the sweep.
  private static func frames(of path: FingerPath, seed: Int, isPredicted: Bool)
    -> [(flip: Double, drawn: Double)]
  {
    let knob = OurKnob(.relative, radius: path.radius)
    var late = SeededGenerator(seed: UInt64(seed))
    let samples = path.samples(seed: seed)
    var next = 1
    knob.down(samples[0].point, radius: path.radius)
    return (1..<Int(path.seconds * refreshHertz)).map { refresh in
      let flip = Double(refresh) / refreshHertz
      while next < samples.count {
        let sample = samples[next]
        let reported = sample.time + late.fraction() / 8 / path.rate
        guard reported <= flip - drawSeconds else { break }
        knob.moved(to: sample.point, time: reported)
        next += 1
      }
      return (flip, knob.drawn(at: isPredicted ? flip : nil))
    }
  }
}
