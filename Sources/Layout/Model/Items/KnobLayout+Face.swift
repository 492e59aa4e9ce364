public import Knobs

extension KnobLayout {
  /// The diameter, in design pixels, from which a knob is drawn with a theme's large face.
  ///
  /// A large face has the name inside; smaller knobs have it below.
  public static let largeDiameter = 180.0

  /// How far the descenders of a name below a knob reach from the knob's centre, as a fraction of
  /// its radius.
  public static let nameDescent = 1.4

  /// The minimum distance from the edge of a small knob to the descenders of a name below it, in
  /// design pixels: names are never smaller than 11 pixels.
  public static let smallestNameDescent = 15.6
}

extension Travel {
  /// Whether it leaves room for a short text at 6 o'clock.
  public var hasGapBelow: Bool {
    guard case .arc(let from, let to) = self else { return false }
    let (low, high) = (min(from, to), max(from, to))
    let lowest = ((low - 180) / 360).rounded(.up) * 360 + 180
    // A short text fits into 25 degrees to either side.
    return lowest > high + 25 && lowest - 360 < low - 25
  }
}
