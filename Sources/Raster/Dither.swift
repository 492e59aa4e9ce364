/// Noise that breaks the bands of a dark gradient, always the same at the same place.
enum Dither {
  /// A value in −½…½ for the pixel whose centre is at x, y (not negative).
  ///
  /// The two-dimensional golden-ratio sequence (R2): neighbours differ widely, so that the eye
  /// averages them, and no pattern repeats. The channels use it with different signs, so that it is
  /// even less visible as brightness.
  @inline(__always) static func noise(_ x: Float, _ y: Float) -> Float {
    noise(Dither.index(x) &* Dither.perColumn &+ Dither.index(y) &* Dither.perRow)
  }

  /// The place in the sequence of the pixel in a column, in a row whose centres are at y.
  ///
  /// Those of the pixels right of it follow from it only where no column is negative.
  @inline(__always) static func sequence(column: Int32, _ y: Float) -> UInt32 {
    UInt32(bitPattern: column) &* Dither.perColumn &+ Dither.index(y) &* Dither.perRow
  }

  /// What the place of a pixel has more than that of the pixel left of it.
  @inline(__always) static var perColumn: UInt32 { 3_242_174_889 }
  @inline(__always) private static var perRow: UInt32 { 2_447_445_414 }

  /// The value at a place in the sequence.
  @inline(__always) static func noise(_ sequence: UInt32) -> Float {
    // A little less than a half: a colour that needs no rounding stays as it is.
    (Float(fraction: sequence) - 0.5) * 0.98
  }

  /// Of the pixel with a centre.
  @inline(__always) private static func index(_ center: Float) -> UInt32 {
    (center - 0.5 + Float.integerBits).bitPattern & 0x3F_FFFF
  }
}
