/// The numbers in messages that represent a knob's lowest and highest value.
public struct WireRange: Hashable, Sendable {
  /// The number for the knob's lowest value.
  public var lowest: Double
  /// The number for the knob's highest value; differs from `lowest`, and may be less.
  public var highest: Double
  /// Whether numbers outside of the range stand for its ends.
  ///
  /// A label has no ends: for it they stand for levels below 0 and above 1.
  public var isLimited = true

  /// Creates a range from two different numbers.
  public init(lowest: Double, highest: Double) {
    self.lowest = lowest
    self.highest = highest
  }

  /// The distance between both ends.
  var width: Double { abs(highest - lowest) }

  func value(at level: Double) -> Double {
    lowest + (highest - lowest) * min(max(level, 0), 1)
  }

  func level(of value: Double) -> Double {
    let level = (value - lowest) / (highest - lowest)
    return isLimited ? min(max(level, 0), 1) : level
  }
}
