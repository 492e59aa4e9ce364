/// What is shown of a target that knows few levels, such as a mixer of two steps.
enum CoarseTarget {
  /// Levels that differ by no more look the same on a knob.
  static let shownDifference = 0.02

  /// The level that a knob has to show once it is let go; nil if it shows that well enough.
  ///
  /// - Parameters:
  ///   - real: What the target has made of the level, 0…1.
  ///   - asked: The level that it was set to.
  /// - Returns: What it has made of it, if a person sees the difference.
  static func shown(_ real: Double, for asked: Double) -> Double? {
    abs(real - min(max(asked, 0), 1)) > shownDifference ? real : nil
  }
}
