internal import Glibc

extension Scale {
  /// Returns the value at a pointer position 0…1, through the taper; not rounded to a step.
  public func value(atPosition position: Double) -> Double {
    let position = position.clamped(to: 0...1)
    switch taper {
    case .linear: return value(atLevel: position)
    case .cubic: return value(atLevel: position * position * position)
    case .power(let exponent): return value(atLevel: pow(position, exponent))
    case .logarithmic:
      return range.lowerBound * pow(range.upperBound / range.lowerBound, position)
    case .decibel:
      let floor = decibelFloor
      return range.upperBound + 60 * log10(floor + (1 - floor) * position)
    case .zero(let zero):
      return position < zero
        ? range.lowerBound * (1 - position / zero)
        : range.upperBound * ((position - zero) / (1 - zero))
    case .piecewise(let points):
      return Self.interpolate(position, in: points, from: \.position, to: \.value)
        ?? value(atLevel: position)
    }
  }

  /// Returns the pointer position 0…1 for a value, through the taper.
  public func position(ofValue value: Double) -> Double {
    guard span > 0, value.isFinite else { return 0 }
    let value = value.clamped(to: range)
    let position: Double
    switch taper {
    case .linear: position = level(ofValue: value)
    case .cubic: position = cbrt(level(ofValue: value))
    case .power(let exponent): position = pow(level(ofValue: value), 1 / exponent)
    case .logarithmic:
      position = log(value / range.lowerBound) / log(range.upperBound / range.lowerBound)
    case .decibel:
      let floor = decibelFloor
      position = (pow(10, (value - range.upperBound) / 60) - floor) / (1 - floor)
    case .zero(let zero):
      position =
        value < 0
        ? zero * (1 - value / range.lowerBound)
        : zero + (1 - zero) * value / range.upperBound
    case .piecewise(let points):
      position =
        Self.interpolate(value, in: points, from: \.value, to: \.position)
        ?? level(ofValue: value)
    }
    // A taper that does not suit its range (layouts are checked for this) must not produce NaN.
    return position.isFinite ? position.clamped(to: 0...1) : 0
  }

  /// The cube root of the lowest value's amplitude relative to the highest; the travel is spread
  /// evenly from there up, so that no part of it is dead.
  private var decibelFloor: Double { pow(10, -span / 60) }

  /// Interpolates linearly between ascending points; returns nil if there are none.
  private static func interpolate(
    _ x: Double, in points: [Taper.Breakpoint],
    from input: (Taper.Breakpoint) -> Double, to output: (Taper.Breakpoint) -> Double
  ) -> Double? {
    guard var left = points.first else { return nil }
    for right in points {
      if x <= input(right) {
        let width = input(right) - input(left)
        guard width > 0 else { return output(right) }
        return output(left) + (x - input(left)) / width * (output(right) - output(left))
      }
      left = right
    }
    return output(left)
  }
}
