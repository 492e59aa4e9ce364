/// Makes a knob finer the further the finger is from it.
///
/// Full speed within `near` of the centre (sideways of it, for straight drags), `ratio` times slower
/// from `far` on, even in between. Each movement counts in the gear of its own place, so that changing
/// gear moves nothing.
public struct Gear: Hashable, Sendable {
  /// How much finer it gets; 1 for no gear.
  public var ratio: Double
  /// Design pixels.
  public var near: Double
  /// Design pixels, more than `near`.
  public var far: Double

  public init(ratio: Double, near: Double, far: Double) {
    self.ratio = ratio
    self.near = near
    self.far = far
  }

  public static let none = Gear(ratio: 1, near: 0, far: 1)

  /// What a movement at this distance is multiplied by, 1/ratio…1.
  func gain(at distance: Double) -> Double {
    guard ratio > 1, far > near else { return 1 }
    let t = min(max((distance - near) / (far - near), 0), 1)
    return 1 / (1 + (ratio - 1) * t)
  }
}
