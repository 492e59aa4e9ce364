internal import Glibc
internal import Gesture
internal import Randomness

/// A finger's path around a knob, and the turn expected from it.
///
/// Offsets are from the knob's centre in pixels; times are in seconds since the finger came down.
struct FingerPath: Sendable {
  var name: String
  var seconds: Double
  /// Reports per second.
  var rate: Double
  /// Radius of the knob, in pixels.
  var radius = 160.0
  /// Noise on either axis, in pixels: the amplitude, or the standard deviation if it is normal.
  var noise = 0.0
  /// Whether the noise is normally instead of uniformly distributed.
  var isNormal = false
  /// The grid to which positions are rounded, in pixels; 0 for no rounding.
  var raster = 0.0
  /// Whether the path is to be followed within 0.5 % of the range instead of 1 %.
  var isClean: Bool { noise == 0 && raster == 0 }
  /// Whether `auto` should treat the path as a circle.
  var isCircle: Bool {
    name.hasPrefix("perfect") || name.hasPrefix("resting")
  }
  /// The finger's position at a time.
  var position: @Sendable (Double) -> DesignPoint
  /// The time from which the finger's movement is only the roll of its lifting.
  var rollsFrom = Double.infinity

  /// The finger's mean time per step of the raster; 0 without a raster.
  var rasterMilliseconds: Double {
    guard raster > 0 else { return 0 }
    let steps = 1000
    let distance = (0..<steps).reduce(0.0) { sum, step in
      let (start, end) = (Double(step) / Double(steps), Double(step + 1) / Double(steps))
      return sum + position(start * seconds).distance(to: position(end * seconds))
    }
    return distance > 0 ? 1000 * raster * seconds / distance : 0
  }

  /// Returns the samples that a touchscreen reports for it; the first is the landing.
  func samples(seed: Int) -> [(time: Double, point: DesignPoint)] {
    var random = SeededGenerator(seed: UInt64(seed))
    return (0...Int((seconds * rate).rounded())).map { report in
      let time = Double(report) / rate
      var point = position(time)
      point.x += Self.deviation(isNormal, &random) * noise
      point.y += Self.deviation(isNormal, &random) * noise
      if raster > 0 {
        point.x = (point.x / raster).rounded() * raster
        point.y = (point.y / raster).rounded() * raster
      }
      return (time, point)
    }
  }
}

extension FingerPath {
  /// Returns a deviation, uniform in −1…1 or normal with a standard deviation of 1 (Box and Muller,
  /// "A Note on the Generation of Random Normal Deviates", 1958).
  private static func deviation(_ isNormal: Bool, _ random: inout SeededGenerator) -> Double {
    guard isNormal else { return 2 * random.fraction() - 1 }
    let radius = (-2 * log(1 - random.fraction())).squareRoot()
    return radius * cos(2 * .pi * random.fraction())
  }
}

/// Returns a point on a circle, in degrees clockwise from the top.
func polar(_ degrees: Double, _ radius: Double) -> DesignPoint {
  let radians = Angle.radians(fromDegrees: degrees)
  return DesignPoint(x: radius * sin(radians), y: -radius * cos(radians))
}
