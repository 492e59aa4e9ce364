internal import JSON

/// The numbers in messages that represent a knob's lowest and highest value.
public struct WireRange: Hashable, Sendable {
  /// The number for the knob's lowest value.
  public var lowest: Double
  /// The number for the knob's highest value; differs from `lowest`, and may be less.
  public var highest: Double
  /// Whether numbers outside of the range are nonsense.
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
    lowest + (highest - lowest) * CoarseTarget.limited(level)
  }

  /// The number that is sent for a level, rounded as `CoarseTarget` says.
  ///
  /// - Parameters:
  ///   - level: 0…1.
  ///   - unit: How many numbers there are from 0 to 1: 10 for one digit after the decimal point.
  /// - Returns: A number between the ends, or between what these are rounded to.
  func number(at level: Double, unit: Double = 1) -> Double {
    let level = CoarseTarget.limited(level)
    let number = CoarseTarget.number(near: value(at: level) * unit, for: level) {
      ($0 / unit - lowest) / (highest - lowest)
    }
    let ends = ((lowest * unit).rounded(), (highest * unit).rounded())
    return min(max(number, min(ends.0, ends.1)), max(ends.0, ends.1)) / unit
  }

  /// The level of a number of our own; one outside of the range is one of its ends.
  func level(of value: Double) -> Double {
    let level = (value - lowest) / (highest - lowest)
    return isLimited ? min(max(level, 0), 1) : level
  }

  /// The level of a number that a target tells; nil for nonsense, which is never taken for an end.
  ///
  /// | a number of the range 0…100 | is |
  /// |---|---|
  /// | 0…100 | a level |
  /// | 100.05 | the end: devices round |
  /// | −1, 101, 32768, infinity | nonsense, unless the range has no ends |
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - rounding: How far our own numbers can be beyond an end, because they are rounded.
  /// - Returns: 0…1, or any finite level of a range without ends.
  func level(ofReported value: Double, rounding: Double = 0) -> Double? {
    let level = (value - lowest) / (highest - lowest)
    guard level.isFinite else { return nil }
    guard isLimited else { return level }
    // Half of a whole number is more than rounding: −1 stands for "none" in many devices.
    let beyond = max(-level, level - 1) * width
    return beyond <= max(min(width / 1000, 0.4), rounding) ? min(max(level, 0), 1) : nil
  }

  /// Why a number is nonsense, such as `32768, which is not within 0 to 100`.
  func excess(_ value: Double) -> String {
    let ends = [min(lowest, highest), max(lowest, highest)].map { JSONText.number($0) }
    return "\(JSONText.number(value)), which is not within \(ends[0]) to \(ends[1])"
  }
}
