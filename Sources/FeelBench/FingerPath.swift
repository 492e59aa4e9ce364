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
    var random = SeededGenerator(seed: UInt64(seed))
    return (0...Int((seconds * rate).rounded())).map { report in
      let time = Double(report) / rate
      var point = place(time)
      point.x += (2 * random.fraction() - 1) * noise
      point.y += (2 * random.fraction() - 1) * noise
      if raster > 0 {
        point.x = (point.x / raster).rounded() * raster
        point.y = (point.y / raster).rounded() * raster
      }
      return (time, point)
    }
  }
}

/// A point on a circle; degrees clockwise from the top.
func polar(_ degrees: Double, _ radius: Double) -> DesignPoint {
  let radians = Angle.radians(fromDegrees: degrees)
  return DesignPoint(x: radius * sin(radians), y: -radius * cos(radians))
}
