/// The paint of a pixel: encoded colour 0…255 and opacity 0…1.
struct Sample {
  let red: Float
  let green: Float
  let blue: Float
  let opacity: Float

  @inline(__always) init(red: Float, green: Float, blue: Float, opacity: Float) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  @inline(__always) init(_ color: Color) {
    self.init(
      red: color.red, green: color.green, blue: color.blue, opacity: color.opacity)
  }

  /// Creates the sample of an opaque pixel.
  @inline(__always) init(pixel: UInt32) {
    self.init(
      red: Float(byte: pixel >> 16), green: Float(byte: pixel >> 8), blue: Float(byte: pixel),
      opacity: 1)
  }

  /// The sample as an opaque pixel: each channel rounded to nearest, ties to even.
  @inline(__always) var pixel: UInt32 {
    red.roundedByte << 16 | green.roundedByte << 8 | blue.roundedByte | 0xFF00_0000
  }

  /// Returns the opaque pixel with `noise`, less than a half, added to red and blue and subtracted
  /// from green.
  @inline(__always) func pixel(noise: Float) -> UInt32 {
    Sample(red: red + noise, green: green - noise, blue: blue + noise, opacity: opacity).pixel
  }

  /// Returns the sample composited over a pixel: `sample · alpha + ground · (1 − alpha)`, where
  /// alpha is opacity times coverage.
  ///
  /// In this form, alphas of 0 and 1 give exactly the ground or the sample, so that the formula may
  /// be used at any distance from an edge.
  @inline(__always) func over(_ pixel: UInt32, coverage: Float) -> Sample {
    let ground = Sample(pixel: pixel)
    let alpha = opacity * coverage
    let rest = 1 - alpha
    return Sample(
      red: red * alpha + ground.red * rest, green: green * alpha + ground.green * rest,
      blue: blue * alpha + ground.blue * rest, opacity: 1)
  }
}

/// The colour of each pixel of a shape, which depends only on the pixel's position.
///
/// Colours must be within 0…255 and opacities within 0…1.
protocol Painting {
  /// Whether the colour changes so slowly that rounding would cause banding.
  static var isSmooth: Bool { get }
  /// Whether the paint is fully opaque.
  var isOpaque: Bool { get }
  /// The value of fully covered pixels, or nil if they differ.
  var opaquePixel: UInt32? { get }
  /// Returns the colour at a pixel's centre.
  func sample(_ x: Float, _ y: Float) -> Sample
}

extension Painting {
  var opaquePixel: UInt32? { nil }
}

/// How a shape is filled.
public enum Paint: Sendable {
  /// One colour.
  case solid(Color)
  /// A gradient along a line.
  case linear(LinearGradient)
  /// A gradient by the distance from a centre.
  case radial(RadialGradient)
  /// A gradient of two colours by the angle around a centre.
  case angular(AngularGradient)
  /// A gradient of several colours by the angle around a centre.
  case ramp(AngularRamp)
  /// The shading of a flat cone.
  case cone(ConeShading)
  /// Brushed metal.
  case metal(BrushedMetal)
  /// The ribs of a grip.
  case knurls(Knurling)
}

extension Paint: Painting {
  /// True for all paints except solid ones, which have their own loop.
  static var isSmooth: Bool { true }

  var isOpaque: Bool {
    switch self {
    case .solid(let color): color.opacity == 1
    case .linear(let gradient): gradient.isOpaque
    case .radial(let gradient): gradient.isOpaque
    case .angular(let gradient): gradient.isOpaque
    case .ramp(let ramp): ramp.isOpaque
    case .cone(let cone): cone.isOpaque
    case .metal(let metal): metal.isOpaque
    case .knurls(let knurls): knurls.isOpaque
    }
  }

  func sample(_ x: Float, _ y: Float) -> Sample {
    switch self {
    case .solid(let color): Sample(color)
    case .linear(let gradient): gradient.sample(x, y)
    case .radial(let gradient): gradient.sample(x, y)
    case .angular(let gradient): gradient.sample(x, y)
    case .ramp(let ramp): ramp.sample(x, y)
    case .cone(let cone): cone.sample(x, y)
    case .metal(let metal): metal.sample(x, y)
    case .knurls(let knurls): knurls.sample(x, y)
    }
  }
}

struct SolidPaint: Painting {
  static var isSmooth: Bool { false }
  let color: Color

  var isOpaque: Bool { color.opacity == 1 }
  var opaquePixel: UInt32? { isOpaque ? color.pixel : nil }

  @inline(__always) func sample(_ x: Float, _ y: Float) -> Sample { Sample(color) }
}

/// A mix of two colours by a fraction 0…1.
struct Blend: Sendable {
  let first: Color
  let difference: Color

  init(_ first: Color, _ last: Color) {
    self.first = first
    difference = Color(
      red: last.red - first.red, green: last.green - first.green, blue: last.blue - first.blue,
      opacity: last.opacity - first.opacity)
  }

  var isOpaque: Bool { first.opacity == 1 && difference.opacity == 0 }

  @inline(__always) func at(_ fraction: Float) -> Sample {
    let t = saturate(fraction)
    return Sample(
      red: first.red + difference.red * t, green: first.green + difference.green * t,
      blue: first.blue + difference.blue * t, opacity: first.opacity + difference.opacity * t)
  }
}
