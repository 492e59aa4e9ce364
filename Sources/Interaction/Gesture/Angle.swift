internal import Glibc

/// Angles, 0 at 12 o'clock and clockwise positive; in radians, but in degrees in files and events.
public enum Angle {
  /// A full turn in radians.
  public static let fullTurn = 2 * Double.pi

  /// Returns the same direction within half a turn of 12 o'clock, −π…π.
  public static func wrapped(_ radians: Double) -> Double {
    radians.remainder(dividingBy: fullTurn)
  }

  /// Converts degrees to radians.
  public static func radians(fromDegrees degrees: Double) -> Double {
    degrees * .pi / 180
  }

  /// Converts radians to degrees.
  public static func degrees(fromRadians radians: Double) -> Double {
    radians * 180 / .pi
  }

  /// Returns the direction of an offset from the centre; 0 for a zero offset.
  static func direction(x: Double, y: Double) -> Double {
    atan2(x, -y)
  }
}
