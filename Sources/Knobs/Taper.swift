/// How a knob's position 0…1 maps to its value.
public enum Taper: Hashable, Sendable {
  /// Equal turns add equal amounts to the value.
  case linear
  /// Equal turns multiply the value by equal factors; both ends must be positive.
  case logarithmic
  /// The value is decibels; equal turns add to the cube root of the amplitude equally, as in the
  /// volume scales of PulseAudio and alsamixer: with a wide range, half way is 18 dB below full.
  case decibel
  /// Value grows with the cube of the position.
  case cubic
  /// Value grows with this power of the position; must be positive.
  case power(Double)
  /// Straight lines between points that ascend in position (0 to 1) and value.
  case piecewise([Breakpoint])

  /// A point of a piecewise taper.
  public struct Breakpoint: Hashable, Sendable {
    /// 0…1.
    public var position: Double
    /// In the knob's unit.
    public var value: Double

    /// A point of a position and its value.
    public init(position: Double, value: Double) {
      self.position = position
      self.value = value
    }
  }
}
