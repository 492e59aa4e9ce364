/// Rounds levels for a target that has few, such as a mixer of two steps, and decides what is shown
/// of that; one rule for all back ends.
///
/// The step nearest to the level is sent, unless that is louder than the level by more than half a
/// percent: then it is the step below.
///
/// | steps of the target | level | is set to |
/// |---|---|---|
/// | 0…100 | 0.424, 0.426 | 42, 43: the nearest |
/// | 0…10 | 0.39 | 3: 4 is more than requested |
/// | 0…10 | 0.396 | 4: a knob in percent shows 40 |
/// | 0…1 | 0.01, 0.99 | 0: 1 is more than requested |
/// | 0…1 | 1 | 1 |
///
/// A knob in percent differs by up to half a percent from the level that it has read: with this
/// rule, a level that is read and sent again is the same step.
enum CoarseTarget {
  /// How much louder than the level a step may be.
  static let excess = 0.005
  /// Levels that differ by at most this look the same on a knob.
  static let shownDifference = 0.02

  /// Whether a level between two steps becomes the louder one.
  static func becomesLouder(_ level: Double, above quieter: Double, below louder: Double) -> Bool {
    louder - level <= min(excess + 1e-9, level - quieter)
  }

  /// A level limited to 0…1; 0 for NaN.
  static func limited(_ level: Double) -> Double { level > 0 ? min(level, 1) : 0 }

  /// Rounds a level to a whole number.
  ///
  /// - Parameters:
  ///   - exact: The number of the level before rounding.
  ///   - level: 0…1; its ends are rounded to the nearest number.
  ///   - levelOf: The level of a number; monotonic, also beyond 0 and 1.
  /// - Returns: One of the two numbers beside `exact`.
  static func number(
    near exact: Double, for level: Double, levelOf: (Double) -> Double
  ) -> Double {
    guard level > 0, level < 1 else { return exact.rounded() }
    let (low, high) = (exact.rounded(.down), exact.rounded(.down) + 1)
    let (lowLevel, highLevel) = (levelOf(low), levelOf(high))
    return lowLevel < highLevel
      ? becomesLouder(level, above: lowLevel, below: highLevel) ? high : low
      : becomesLouder(level, above: highLevel, below: lowLevel) ? low : high
  }

  /// Rounds a level to one of several equidistant steps.
  ///
  /// - Parameters:
  ///   - level: Any number; outside of 0…1 the nearest end, and for NaN the quietest step, is used.
  ///   - last: The loudest step; the quietest is 0.
  /// - Returns: 0…`last`.
  static func step(for level: Double, of last: Int) -> Int {
    guard last > 0 else { return 0 }
    let (level, count) = (limited(level), Double(last))
    let number = number(near: level * count, for: level) { $0 / count }
    return min(Int(exactly: number) ?? last, last)
  }

  /// The level that a knob must show once it is released; nil if it shows nearly the same.
  ///
  /// - Parameters:
  ///   - real: The level that the target has adopted, 0…1.
  ///   - requested: The level that it was set to.
  /// - Returns: The real level, if the difference is visible.
  static func shown(_ real: Double, for requested: Double) -> Double? {
    abs(real - limited(requested)) > shownDifference ? real : nil
  }
}
