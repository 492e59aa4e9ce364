internal import JSON

/// The numbers in messages that represent a knob's lowest and highest value.
struct WireRange: Hashable, Sendable {
  /// The number for the knob's lowest value.
  var lowest: Double
  /// The number for the knob's highest value; differs from `lowest`, and may be lower.
  var highest: Double
  /// Whether numbers outside the range are errors.
  ///
  /// A label has no limits: such numbers then stand for levels below 0 and above 1.
  var isLimited = true

  /// The distance between the ends.
  var width: Double { abs(highest - lowest) }

  func value(at level: Double) -> Double {
    lowest + (highest - lowest) * CoarseTarget.limited(level)
  }

  /// Returns the number to send for a level, rounded by `CoarseTarget`.
  ///
  /// - Parameters:
  ///   - level: The level, 0…1.
  ///   - unit: The number of steps from 0 to 1: 10 for one digit after the decimal point.
  /// - Returns: A number between the ends, or between the rounded ends.
  func number(at level: Double, unit: Double = 1) -> Double {
    let level = CoarseTarget.limited(level)
    let number = CoarseTarget.number(near: value(at: level) * unit, for: level) {
      ($0 / unit - lowest) / (highest - lowest)
    }
    let ends = ((lowest * unit).rounded(), (highest * unit).rounded())
    return min(max(number, min(ends.0, ends.1)), max(ends.0, ends.1)) / unit
  }

  /// Returns the level of a number that was sent; outside of a limited range, the level of the end.
  func level(of value: Double) -> Double {
    let level = (value - lowest) / (highest - lowest)
    return isLimited ? min(max(level, 0), 1) : level
  }

  /// Returns the level of a reported number; nil if it is out of range, which is never limited to
  /// an end.
  ///
  /// | number, for the range 0…100 | result |
  /// |---|---|
  /// | 0…100 | a level |
  /// | 100.05 | the end: devices round |
  /// | −1, 101, 32768, infinity | out of range, unless the range has no limits |
  ///
  /// - Parameters:
  ///   - value: The number.
  ///   - rounding: How far rounding can push the numbers sent beyond an end.
  /// - Returns: 0…1, or any finite level of a range without limits.
  func level(ofReported value: Double, rounding: Double = 0) -> Double? {
    let level = (value - lowest) / (highest - lowest)
    guard level.isFinite else { return nil }
    guard isLimited else { return level }
    // Half an integer is more than rounding: −1 means "none" on many devices.
    let beyond = max(-level, level - 1) * width
    return beyond <= max(min(width / 1000, 0.4), rounding) ? min(max(level, 0), 1) : nil
  }

  /// Returns why a number is out of range, such as `32768, which is not within 0 to 100`.
  func excess(_ value: Double) -> String {
    let ends = [min(lowest, highest), max(lowest, highest)].map { JSONText.number($0) }
    return "\(JSONText.number(value)), which is not within \(ends[0]) to \(ends[1])"
  }
}
