internal import Glibc
internal import Gesture

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
  /// Amplitude of even noise on either axis, and the raster it is rounded to, in pixels.
  var noise = 0.0
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
    var random = Noise(seed: seed)
    return (0...Int((seconds * rate).rounded())).map { report in
      let time = Double(report) / rate
      var point = place(time)
      point.x += random.even() * noise
      point.y += random.even() * noise
      if raster > 0 {
        point.x = (point.x / raster).rounded() * raster
        point.y = (point.y / raster).rounded() * raster
      }
      return (time, point)
    }
  }
}

/// Even noise that is the same in every run.
struct Noise {
  private var state: UInt64

  init(seed: Int) {
    state = UInt64(truncatingIfNeeded: seed) &* 0x9E37_79B9_7F4A_7C15 | 1
    for _ in 0..<8 { _ = even() }
  }

  /// −1…1.
  mutating func even() -> Double {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return Double(state >> 11) / 4_503_599_627_370_496 - 1
  }
}

/// A point on a circle; degrees clockwise from the top.
func polar(_ degrees: Double, _ radius: Double) -> DesignPoint {
  let radians = Angle.radians(fromDegrees: degrees)
  return DesignPoint(x: radius * sin(radians), y: -radius * cos(radians))
}
