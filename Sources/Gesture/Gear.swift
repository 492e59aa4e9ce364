/// Slows a knob down the further the finger is from it, for fine adjustment.
///
/// Full speed within `near` of the centre (perpendicular to it, for straight drags), `ratio` times
/// slower from `far` on, and linear in between. Each movement is scaled by its own distance, so that
/// a change of distance alone turns nothing.
public struct Gear: Hashable, Sendable {
  /// How many times slower it is from `far` on; 1 for no difference.
  public var ratio: Double
  /// Design pixels.
  public var near: Double
  /// Design pixels, more than `near`.
  public var far: Double

  /// A gear by its ratio and distances.
  public init(ratio: Double, near: Double, far: Double) {
    self.ratio = ratio
    self.near = near
    self.far = far
  }

  /// No difference between near and far.
  public static let none = Gear(ratio: 1, near: 0, far: 1)

  /// The factor for a movement at this distance, 1/ratio…1.
  func gain(at distance: Double) -> Double {
    guard ratio > 1, far > near else { return 1 }
    let t = min(max((distance - near) / (far - near), 0), 1)
    return 1 / (1 + (ratio - 1) * t)
  }
}
