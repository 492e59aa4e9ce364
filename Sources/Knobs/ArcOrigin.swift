/// Where the arc that shows a knob's value begins.
public enum ArcOrigin: Hashable, Sendable {
  case minimum
  case center
  /// A value, often 0; at the nearer end if the range does not have it.
  case value(Double)

  /// Along the travel, 0…1.
  public func position(on scale: Scale) -> Double {
    switch self {
    case .minimum: 0
    case .center: 0.5
    case .value(let value): scale.position(ofValue: value)
    }
  }
}
