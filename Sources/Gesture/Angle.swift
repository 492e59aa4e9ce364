internal import Glibc

/// Angles of the project: 0 at 12 o'clock, clockwise positive, radians inside, degrees at the edges.
public enum Angle {
  public static let fullTurn = 2 * Double.pi

  /// The same direction within half a turn either side of 12 o'clock, −π…π.
  public static func wrapped(_ radians: Double) -> Double {
    radians.remainder(dividingBy: fullTurn)
  }

  public static func radians(fromDegrees degrees: Double) -> Double {
    degrees * .pi / 180
  }

  public static func degrees(fromRadians radians: Double) -> Double {
    radians * 180 / .pi
  }

  /// The direction of an offset from the centre; 0 for no offset.
  static func direction(x: Double, y: Double) -> Double {
    atan2(x, -y)
  }
}
