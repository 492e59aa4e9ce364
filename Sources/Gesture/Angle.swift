internal import Glibc

/// Angles: 0 at 12 o'clock, clockwise positive; in radians, but in degrees in files and events.
public enum Angle {
  /// Radians of a full turn.
  public static let fullTurn = 2 * Double.pi

  /// The same direction within half a turn either side of 12 o'clock, −π…π.
  public static func wrapped(_ radians: Double) -> Double {
    radians.remainder(dividingBy: fullTurn)
  }

  /// Degrees in radians.
  public static func radians(fromDegrees degrees: Double) -> Double {
    degrees * .pi / 180
  }

  /// Radians in degrees.
  public static func degrees(fromRadians radians: Double) -> Double {
    radians * 180 / .pi
  }

  /// The direction of an offset from the centre; 0 for no offset.
  static func direction(x: Double, y: Double) -> Double {
    atan2(x, -y)
  }
}
