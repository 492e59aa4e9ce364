/// Noise that breaks up banding in dark gradients; constant at each position.
enum Dither {
  /// Returns a value in −½…½ for the pixel whose centre is at x, y (not negative).
  ///
  /// Uses the two-dimensional golden-ratio sequence (R2): neighbours differ widely, so that the eye
  /// averages them, and no pattern repeats. The channels use it with different signs, which makes
  /// it even less visible as brightness.
  @inline(__always) static func noise(_ x: Float, _ y: Float) -> Float {
    noise(Dither.index(x) &* Dither.perColumn &+ Dither.index(y) &* Dither.perRow)
  }

  /// Returns the position in the sequence of a column's pixel, in a row whose centres are at y.
  ///
  /// Adding `perColumn` gives the next pixel's position only if no column is negative.
  @inline(__always) static func sequence(column: Int32, _ y: Float) -> UInt32 {
    UInt32(bitPattern: column) &* Dither.perColumn &+ Dither.index(y) &* Dither.perRow
  }

  /// The difference between the positions of a pixel and its left neighbour.
  @inline(__always) static var perColumn: UInt32 { 3_242_174_889 }
  @inline(__always) private static var perRow: UInt32 { 2_447_445_414 }

  /// Returns the value at a position in the sequence.
  @inline(__always) static func noise(_ sequence: UInt32) -> Float {
    // Slightly less than a half, so that a colour that needs no rounding does not change.
    (Float(fraction: sequence) - 0.5) * 0.98
  }

  /// Returns the index of the pixel with a given centre.
  @inline(__always) private static func index(_ center: Float) -> UInt32 {
    (center - 0.5 + Float.integerBits).bitPattern & 0x3F_FFFF
  }
}
