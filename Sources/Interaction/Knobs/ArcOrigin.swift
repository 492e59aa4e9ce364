/// Where a knob's value arc begins.
public enum ArcOrigin: Hashable, Sendable {
  /// At the lowest value.
  case minimum
  /// At the middle of the travel.
  case center
  /// At a value, often 0; at the nearer end if the value is out of range.
  case value(Double)

  /// Returns the position along the travel, 0…1.
  public func position(on scale: Scale) -> Double {
    switch self {
    case .minimum: 0
    case .center: 0.5
    case .value(let value): scale.position(ofValue: value)
    }
  }
}
