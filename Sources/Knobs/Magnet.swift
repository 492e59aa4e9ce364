/// A value that draws the pointer's neighbourhood to itself.
///
/// Within `width` of it the knob says its value; from there to twice the width it catches up, so that
/// nothing is lost and nothing leaps.
public struct Magnet: Hashable, Sendable {
  public var value: Double
  /// In the knob's unit, to either side; positive.
  public var width: Double

  public init(value: Double, width: Double) {
    self.value = value
    self.width = width
  }

  /// Where `value` is drawn to by the first magnet that reaches it.
  static func pulled(_ value: Double, by magnets: [Magnet]) -> Double {
    for magnet in magnets {
      let offset = value - magnet.value
      let distance = abs(offset)
      if distance <= magnet.width { return magnet.value }
      if distance < 2 * magnet.width {
        return magnet.value + (offset < 0 ? -2 : 2) * (distance - magnet.width)
      }
    }
    return value
  }
}
