internal import Glibc

/// An sRGB-encoded colour with straight (not premultiplied) opacity.
///
/// Colours are mixed as encoded values, as in browsers and design tools, so that gradients look the
/// same.
public struct Color: Hashable, Sendable {
  /// 0…255, fractions allowed.
  public var red: Float
  /// 0…255, fractions allowed.
  public var green: Float
  /// 0…255, fractions allowed.
  public var blue: Float
  /// 0…1.
  public var opacity: Float

  /// Creates a colour from channels 0…255 and an opacity 0…1.
  public init(red: Float, green: Float, blue: Float, opacity: Float = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.opacity = opacity
  }

  /// Creates a colour from `0xRRGGBB`.
  public init(_ rgb: UInt32, opacity: Float = 1) {
    self.init(
      red: Float(rgb >> 16 & 0xFF), green: Float(rgb >> 8 & 0xFF), blue: Float(rgb & 0xFF),
      opacity: opacity)
  }

  /// Returns the same colour with another opacity 0…1.
  public func opacity(_ opacity: Float) -> Color {
    Color(red: red, green: green, blue: blue, opacity: opacity)
  }

  /// Returns the colour a fraction 0…1 of the way to `other`.
  public func mixed(with other: Color, _ fraction: Float) -> Color {
    Color(
      red: red + (other.red - red) * fraction, green: green + (other.green - green) * fraction,
      blue: blue + (other.blue - blue) * fraction,
      opacity: opacity + (other.opacity - opacity) * fraction)
  }

  /// Returns the colour composited over an opaque background.
  public func over(_ ground: Color) -> Color {
    ground.mixed(with: opacity(1), opacity).opacity(1)
  }

  /// Relative luminance, 0 black to 1 white (WCAG 2.2, "relative luminance").
  public var luminance: Float {
    func linear(_ channel: Float) -> Float { Color.linear(min(max(channel / 255, 0), 1)) }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }

  /// Returns the linear light 0…1 of a channel encoded as 0…1 (sRGB, IEC 61966-2-1).
  static func linear(_ encoded: Float) -> Float {
    encoded <= 0.04045 ? encoded / 12.92 : powf((encoded + 0.055) / 1.055, 2.4)
  }

  /// Returns the level 0…255 of the grey with a given relative luminance.
  public static func encoded(luminance: Float) -> Float {
    let value = min(max(luminance, 0), 1)
    return 255 * (value <= 0.003_130_8 ? value * 12.92 : 1.055 * powf(value, 1 / 2.4) - 0.055)
  }

  /// Returns a ratio from 1 (no contrast) to 21 (black on white) (WCAG 2.2, "contrast ratio").
  public func contrast(with other: Color) -> Float {
    let (one, two) = (luminance, other.luminance)
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)
  }

  /// The colour as an opaque pixel, rounded to nearest.
  public var pixel: UInt32 {
    Sample(self).pixel
  }
}
