/// What a paint gives for one pixel: encoded colour 0…255 and opacity 0…1.
struct Sample {
  let red: Float
  let green: Float
  let blue: Float
  let opacity: Float

  /// The opaque pixel: each channel plus `noise` (less than a half) rounded to nearest, ties to
  /// even.
  ///
  /// Adding 1.5 · 2²³ leaves the rounded integer in the low bits of a Float; a conversion would
  /// trap on what is out of range and with that keep the loop from being vectorised.
  @inline(__always) func pixel(noise: Float) -> UInt32 {
    let r = (red + noise + 12_582_912).bitPattern & 0xFF
    let g = (green - noise + 12_582_912).bitPattern & 0xFF
    let b = (blue + noise + 12_582_912).bitPattern & 0xFF
    return 0xFF00_0000 | r << 16 | g << 8 | b
  }

  /// The sample before what is there: `ground + (sample − ground) · opacity · coverage`.
  @inline(__always) func over(_ ground: UInt32, coverage: Float) -> Sample {
    let r = Float(Int32(bitPattern: ground >> 16 & 0xFF))
    let g = Float(Int32(bitPattern: ground >> 8 & 0xFF))
    let b = Float(Int32(bitPattern: ground & 0xFF))
    let alpha = opacity * coverage
    return Sample(
      red: r + (red - r) * alpha, green: g + (green - g) * alpha, blue: b + (blue - b) * alpha,
      opacity: 1)
  }
}

/// The colour of each pixel of a shape; depends on the pixel's position only.
///
/// Colours must be within 0…255 and opacities within 0…1.
protocol Painting {
  /// Whether it changes so slowly that rounding it would show as bands.
  static var isSmooth: Bool { get }
  /// The colour at a pixel's centre.
  func sample(_ x: Float, _ y: Float) -> Sample
}

/// How a shape is filled.
public enum Paint: Sendable {
  case solid(Color)
  case linear(LinearGradient)
  case radial(RadialGradient)
  case angular(AngularGradient)
  case metal(BrushedMetal)
}

struct SolidPaint: Painting {
  static var isSmooth: Bool { false }
  let color: Color

  @inline(__always) func sample(_ x: Float, _ y: Float) -> Sample {
    Sample(red: color.red, green: color.green, blue: color.blue, opacity: color.opacity)
  }
}

/// Two colours and what lies between, by a fraction 0…1.
struct Blend: Sendable {
  let first: Color
  let difference: Color

  init(_ first: Color, _ last: Color) {
    self.first = first
    difference = Color(
      red: last.red - first.red, green: last.green - first.green, blue: last.blue - first.blue,
      opacity: last.opacity - first.opacity)
  }

  @inline(__always) func at(_ fraction: Float) -> Sample {
    let t = min(max(fraction, 0), 1)
    return Sample(
      red: first.red + difference.red * t, green: first.green + difference.green * t,
      blue: first.blue + difference.blue * t, opacity: first.opacity + difference.opacity * t)
  }
}
