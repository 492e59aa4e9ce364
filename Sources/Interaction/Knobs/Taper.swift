/// The mapping of a knob's position 0…1 to its value.
public enum Taper: Hashable, Sendable {
  /// Equal turns add equal amounts to the value.
  case linear
  /// Equal turns multiply the value by equal factors; both ends must be positive.
  case logarithmic
  /// The value is in decibels; equal turns add equal amounts to the cube root of the amplitude.
  ///
  /// The volume scales of PulseAudio and alsamixer do the same: with a wide range, the middle is 18
  /// dB below the maximum.
  case decibel
  /// The value grows with the cube of the position.
  case cubic
  /// The value grows with this power of the position, which must be positive.
  case power(Double)
  /// Straight lines from 0 to both ends; 0 is at this position, between 0 and 1, and in the range.
  case zero(position: Double)
  /// Straight lines between points that ascend in position (from 0 to 1) and value.
  case piecewise([Breakpoint])

  /// A point of a piecewise taper.
  public struct Breakpoint: Hashable, Sendable {
    /// 0…1.
    public var position: Double
    /// In the knob's unit.
    public var value: Double

    /// Creates a point from a position and its value.
    public init(position: Double, value: Double) {
      self.position = position
      self.value = value
    }
  }
}
