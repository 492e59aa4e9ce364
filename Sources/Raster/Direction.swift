internal import Glibc

/// A direction with its sine and cosine: radians, 0 at 12 o'clock, clockwise positive.
public struct Direction: Hashable, Sendable {
  /// 0 at 12 o'clock, clockwise positive.
  public let radians: Float
  /// Of `radians`: the x of a vector of length 1 in this direction.
  public let sine: Float
  /// Of `radians`: the −y of a vector of length 1 in this direction.
  public let cosine: Float

  /// From radians, 0 at 12 o'clock, clockwise positive.
  public init(radians: Float) {
    self.radians = radians
    // In Double, so that rounding to Float hides what differs between processors.
    sine = Float(sin(Double(radians)))
    cosine = Float(cos(Double(radians)))
  }

  /// From degrees, 0 at 12 o'clock, clockwise positive.
  public init(degrees: Double) {
    self.init(radians: Float(degrees / 180 * .pi))
  }
}
