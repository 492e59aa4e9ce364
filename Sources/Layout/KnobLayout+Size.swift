/// What a knob's size says about its drawing: what places knobs in cells, and what draws them, agree
/// on it here.
extension KnobLayout {
  /// The diameter from which a knob's face holds its name, in design pixels; a smaller knob has its
  /// name below.
  public static let largeDiameter = 180.0
  /// How far the descenders of a name below a knob reach down from its centre, in radii, where
  /// letters shrink with the knob.
  public static let largestDescent = 1.4
  /// How far they reach down from the knob's edge where letters are as small as can be read, in
  /// design pixels.
  public static let smallestDescent = 15.6
}
