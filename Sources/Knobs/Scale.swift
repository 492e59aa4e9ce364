/// The values a knob can have: their range, how positions map to them, and their steps.
public struct Scale: Hashable, Sendable {
  /// The knob's ends, in its own unit.
  public var range: ClosedRange<Double>
  public var taper: Taper
  /// Distance between the values it can rest on, counted from the lower end; 0 for a smooth knob.
  public var step: Double

  public init(range: ClosedRange<Double> = 0...100, taper: Taper = .linear, step: Double = 0) {
    self.range = range
    self.taper = taper
    self.step = step
  }
}
