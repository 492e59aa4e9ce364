internal import Gesture

/// How many fingers resting for five seconds on a noisy touchscreen change the knob.
public struct RestTable: Sendable {
  /// One report rate.
  public struct Row: Sendable {
    /// Touch reports per second.
    public var rate: Double
    /// The number of resting fingers.
    public var rests: Int
    /// The number of fingers under which the pointer moved.
    public var changed: Int
  }

  /// One row for each report rate.
  public let rows: [Row]

  /// Standard deviation of the noise on one axis, in pixels.
  public static let noise = 1.5

  /// Measures `rests` fingers at each rate.
  public init(rests: Int = 500) {
    rows = [30.0, 60, 100, 240].map { rate in
      let path = FingerPath(
        name: "resting", seconds: 5, rate: rate, noise: Self.noise, isNormal: true, raster: 1,
        position: { _ in polar(40, 120) })
      let changed = (1...rests).count { seed in
        OurKnob.firstMovement(.relative, along: path, seed: seed) != nil
      }
      return Row(rate: rate, rests: rests, changed: changed)
    }
  }
}
