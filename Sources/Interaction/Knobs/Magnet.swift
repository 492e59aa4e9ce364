/// A value that attracts the values around it.
///
/// Within `width` of the magnet the knob has its value; between that and twice the width the knob
/// catches up, so that the value is continuous.
public struct Magnet: Hashable, Sendable {
  /// In the knob's unit.
  public var value: Double
  /// In the knob's unit, on either side; positive.
  public var width: Double

  /// Creates a magnet.
  public init(value: Double, width: Double) {
    self.value = value
    self.width = width
  }

  /// Returns the value to which the first magnet in range moves `value`.
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
