internal import Glibc

/// A direction with its sine and cosine: radians, 0 at 12 o'clock, clockwise positive.
public struct Direction: Hashable, Sendable {
  /// 0 at 12 o'clock, clockwise positive.
  public let radians: Float
  /// The sine of `radians`: the x of a unit vector in this direction.
  public let sine: Float
  /// The cosine of `radians`: the −y of a unit vector in this direction.
  public let cosine: Float

  /// Creates a direction from radians, 0 at 12 o'clock, clockwise positive.
  public init(radians: Float) {
    self.radians = radians
    // Computed in Double, so that rounding to Float hides differences between processors.
    sine = Float(sin(Double(radians)))
    cosine = Float(cos(Double(radians)))
  }

  /// Creates a direction from degrees, 0 at 12 o'clock, clockwise positive.
  public init(degrees: Double) {
    self.init(radians: Float(degrees / 180 * .pi))
  }
}
