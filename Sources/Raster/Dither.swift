/// Noise that breaks the bands of a dark gradient, always the same at the same place.
enum Dither {
  /// A value in −½…½ for the pixel whose centre is at x, y (not negative).
  ///
  /// The two-dimensional golden-ratio sequence (R2): neighbours differ widely, so that the eye
  /// averages them, and no pattern repeats. The channels use it with different signs, so that it is
  /// even less visible as brightness.
  @inline(__always) static func noise(_ x: Float, _ y: Float) -> Float {
    let sequence =
      Dither.index(x) &* 3_242_174_889 &+ Dither.index(y) &* 2_447_445_414
    // A little less than a half: a colour that needs no rounding stays as it is.
    return (Float(fraction: sequence) - 0.5) * 0.98
  }

  /// Of the pixel with a centre.
  @inline(__always) private static func index(_ center: Float) -> UInt32 {
    (center - 0.5 + Float.integerBits).bitPattern & 0x3F_FFFF
  }
}
