/// Where a knob's value arc begins.
public enum ArcOrigin: Hashable, Sendable {
  /// At the lowest value.
  case minimum
  /// At the middle of the travel.
  case center
  /// At a value, often 0; at the nearer end if the value is out of range.
  case value(Double)
  /// At the knob's reading: the arc is the difference between the actual and the wanted value.
  case reading

  /// Returns the position along the travel, 0…1; nil at a reading.
  public func position(on scale: Scale) -> Double? {
    switch self {
    case .reading: nil
    case .minimum: 0
    case .center: 0.5
    case .value(let value): scale.position(ofValue: value)
    }
  }
}
