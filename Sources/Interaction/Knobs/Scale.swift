internal import Glibc

/// The possible values of a knob: their range, their mapping from positions, and their steps.
public struct Scale: Hashable, Sendable {
  /// The knob's ends, in its own unit.
  public var range: ClosedRange<Double>
  /// How positions map to values.
  public var taper: Taper
  /// The distance between steps, counted from the lower end; 0 for a smooth knob.
  public var step: Double

  /// Creates a scale; the default is 0…100 without steps.
  public init(range: ClosedRange<Double> = 0...100, taper: Taper = .linear, step: Double = 0) {
    self.range = range
    self.taper = taper
    self.step = step
  }

  var span: Double { range.upperBound - range.lowerBound }

  /// Returns a value as a fraction 0…1 of the range, regardless of the taper.
  public func level(ofValue value: Double) -> Double {
    span > 0 ? ((value - range.lowerBound) / span).clamped(to: 0...1) : 0
  }

  /// Returns the value at a fraction 0…1 of the range, regardless of the taper; not on a step.
  public func value(atLevel level: Double) -> Double {
    range.lowerBound + span * level.clamped(to: 0...1)
  }

  /// Returns the nearest value on which the knob can rest.
  ///
  /// Smooth knobs rest on decimal fractions too fine to be felt, a millionth of the range or less,
  /// so that a value prints in a few digits and equal texts mean equal values.
  public func nearestStep(to value: Double) -> Double {
    guard value.isFinite else { return range.lowerBound }
    let value = value.clamped(to: range)
    guard span > 0 else { return range.lowerBound }
    if step > 0 {
      let count = ((value - range.lowerBound) / step).rounded()
      let onStep = Self.decimal(range.lowerBound + count * step, digits: Self.digits(for: step) + 6)
      // The last step may be shorter: the upper end is always reachable.
      let last = range.upperBound
      return abs(last - value) < abs(onStep - value) ? last : onStep
    }
    return Self.decimal(value, digits: Self.digits(for: span / 1e6)).clamped(to: range)
  }

  /// Returns the number of decimals that distinguish values `distance` apart.
  static func digits(for distance: Double) -> Int {
    guard distance.isFinite, distance > 0 else { return 0 }
    let digits = (-log10(distance)).rounded(.up)
    return Int(digits.clamped(to: 0...15))
  }

  /// Returns the double nearest to `value` rounded to this number of decimals.
  private static func decimal(_ value: Double, digits: Int) -> Double {
    let scale = pow(10, Double(digits))
    let scaled = value * scale
    // Beyond 2^53 a double has no decimals left to round.
    return abs(scaled) < 9e15 ? scaled.rounded() / scale : value
  }
}

extension Double {
  package func clamped(to limits: ClosedRange<Double>) -> Double {
    Swift.min(Swift.max(self, limits.lowerBound), limits.upperBound)
  }
}
