/// A reduction that slows a knob down the further the finger is from it, for fine adjustment.
///
/// The knob turns at full speed within `near` of the centre (perpendicular to it, for straight
/// drags), `ratio` times slower from `far` on, and linearly in between. Each movement is scaled by
/// its own distance, so that a change of distance alone turns nothing.
public struct Gear: Hashable, Sendable {
  /// How many times slower it turns from `far` on; 1 for no difference.
  public var ratio: Double
  /// In design pixels.
  public var near: Double
  /// In design pixels; greater than `near`.
  public var far: Double

  /// Creates a gear from its ratio and distances.
  public init(ratio: Double, near: Double, far: Double) {
    self.ratio = ratio
    self.near = near
    self.far = far
  }

  /// No difference between near and far.
  public static let none = Gear(ratio: 1, near: 0, far: 1)

  /// Returns the factor for a movement at this distance, 1/ratio…1.
  func gain(at distance: Double) -> Double {
    guard ratio > 1, far > near else { return 1 }
    let t = min(max((distance - near) / (far - near), 0), 1)
    return 1 / (1 + (ratio - 1) * t)
  }
}
