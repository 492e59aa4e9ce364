/// Noise that breaks the bands of a dark gradient, always the same at the same place.
enum Dither {
  /// A value in −½…½ for the pixel whose centre is at x, y (not negative).
  ///
  /// The two-dimensional golden-ratio sequence (R2): neighbours differ widely, so that the eye
  /// averages them, and no pattern repeats. Channels take it with different signs, so that it
  /// shows even less as brightness.
  @inline(__always) static func noise(_ x: Float, _ y: Float) -> Float {
    // Minus a half: pixel centres to indices. Adding 2²³ leaves an integer in the low bits.
    let column = (x + 8_388_607.5).bitPattern & 0x7F_FFFF
    let row = (y + 8_388_607.5).bitPattern & 0x7F_FFFF
    let sequence = column &* 3_242_174_889 &+ row &* 2_447_445_414
    let fraction = Float(Int32(bitPattern: sequence >> 8)) * (1 / 16_777_216)
    // A little less than a half: a colour that needs no rounding stays as it is.
    return (fraction - 0.5) * 0.98
  }
}
