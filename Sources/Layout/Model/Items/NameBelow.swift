/// The position of a name below a knob, in design pixels downward from the knob's centre.
public struct NameBelow: Hashable, Sendable {
  /// The baseline of the name, or of its first line.
  public var baseline: Double
  /// Where the descenders of the last line end at the latest; nil for no limit.
  public var bottom: Double?

  /// Creates a position.
  public init(baseline: Double, bottom: Double?) {
    self.baseline = baseline
    self.bottom = bottom
  }
}
