internal import Glibc
internal import Gesture
internal import Randomness

/// A finger's way about a knob, and what it says that the knob should have turned.
///
/// Offsets are from the knob's centre in pixels; time is seconds since the finger came down.
struct FingerPath: Sendable {
  var name: String
  var seconds: Double
  /// Reports per second.
  var rate: Double
  /// Radius of the knob, pixels.
  var radius = 160.0
  /// Noise on either axis, in pixels: its amplitude, or its standard deviation if it is normal.
  var noise = 0.0
  /// Whether the noise has a normal distribution instead of an even one.
  var isNormal = false
  /// What positions are rounded to, in pixels; 0 for nothing.
  var raster = 0.0
  /// True for a path that is to be followed within 0.5 % of the range, else 1 %.
  var isClean: Bool { noise == 0 && raster == 0 }
  /// True for a way that `auto` should take for a circle.
  var isCircle: Bool {
    name.hasPrefix("perfect") || name.hasPrefix("resting")
  }
  /// Where the finger is.
  var place: @Sendable (Double) -> DesignPoint
  /// Since when what the finger does is only the roll of its lifting.
  var rollsFrom = Double.infinity

  /// How long the finger takes for a step of the raster, in the mean; 0 without one.
  var rasterMilliseconds: Double {
    guard raster > 0 else { return 0 }
    let steps = 1000
    let way = (0..<steps).reduce(0.0) { sum, step in
      let (start, end) = (Double(step) / Double(steps), Double(step + 1) / Double(steps))
      return sum + place(start * seconds).distance(to: place(end * seconds))
    }
    return way > 0 ? 1000 * raster * seconds / way : 0
  }

  /// The samples that a touchscreen gives of it, the first of them the landing.
  func samples(seed: Int) -> [(time: Double, point: DesignPoint)] {
    var random = SeededGenerator(seed: UInt64(seed))
    return (0...Int((seconds * rate).rounded())).map { report in
      let time = Double(report) / rate
      var point = place(time)
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
  /// Evenly in −1…1, or normal with a standard deviation of 1 (Box and Muller, "A Note on the
  /// Generation of Random Normal Deviates", 1958).
  private static func deviation(_ isNormal: Bool, _ random: inout SeededGenerator) -> Double {
    guard isNormal else { return 2 * random.fraction() - 1 }
    let radius = (-2 * log(1 - random.fraction())).squareRoot()
    return radius * cos(2 * .pi * random.fraction())
  }
}

/// A point on a circle; degrees clockwise from the top.
func polar(_ degrees: Double, _ radius: Double) -> DesignPoint {
  let radians = Angle.radians(fromDegrees: degrees)
  return DesignPoint(x: radius * sin(radians), y: -radius * cos(radians))
}
