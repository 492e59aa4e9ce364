/// How a level is rounded for a target that knows few levels, such as a mixer of two steps, and what
/// is shown of that; one rule for all back ends.
///
/// The step nearest to the level is sent, unless that is louder than the level by more than half a
/// percent: then it is the step below.
///
/// | steps of the target | level | is set to |
/// |---|---|---|
/// | 0…100 | 0.424, 0.426 | 42, 43: the nearest |
/// | 0…10 | 0.39 | 3: 4 is more than was asked |
/// | 0…10 | 0.396 | 4: a knob of percents says 40 |
/// | 0…1 | 0.01, 0.99 | 0: 1 is more than was asked |
/// | 0…1 | 1 | 1 |
///
/// Half a percent is how far a knob of percents is from a level that it has read: what is read back
/// and sent again is the same step.
enum CoarseTarget {
  /// How much louder than the level a step may be.
  static let excess = 0.005
  /// Levels that differ by no more look the same on a knob.
  static let shownDifference = 0.02

  /// Whether a level between two steps becomes the louder one.
  static func becomesLouder(_ level: Double, above quieter: Double, below louder: Double) -> Bool {
    louder - level <= min(excess + 1e-9, level - quieter)
  }

  /// A level as a target takes it, 0…1; of what is no number the quietest.
  static func limited(_ level: Double) -> Double { level > 0 ? min(level, 1) : 0 }

  /// The whole number that a level becomes.
  ///
  /// - Parameters:
  ///   - exact: What the level is before it is rounded.
  ///   - level: 0…1; its ends are rounded to the nearest number.
  ///   - levelOf: The level of a number, which rises or falls with it, also beyond 0 and 1.
  /// - Returns: One of the two numbers about `exact`.
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

  /// The step that a level becomes, of steps at equal distances.
  ///
  /// - Parameters:
  ///   - level: Any number; what is no level is the nearest end, and no number is the quietest step.
  ///   - last: The loudest step; the quietest is 0.
  /// - Returns: 0…`last`.
  static func step(for level: Double, of last: Int) -> Int {
    guard last > 0 else { return 0 }
    let (level, count) = (limited(level), Double(last))
    let number = number(near: level * count, for: level) { $0 / count }
    return min(Int(exactly: number) ?? last, last)
  }

  /// The level that a knob has to show once it is let go; nil if it shows that well enough.
  ///
  /// - Parameters:
  ///   - real: What the target has made of the level, 0…1.
  ///   - asked: The level that it was set to.
  /// - Returns: What it has made of it, if a person sees the difference.
  static func shown(_ real: Double, for asked: Double) -> Double? {
    abs(real - limited(asked)) > shownDifference ? real : nil
  }
}
