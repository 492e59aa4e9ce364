/// Brushed metal: fine circular grooves that spread the reflection of each light into two opposite
/// wedges.
///
/// The wedges do not move when the disc turns, as on real metal: the grooves look the same at every
/// angle.
public struct BrushedMetal: Sendable {
  private let center: PixelPoint
  private let ground: LinearGradient
  private let light: Direction
  private let secondLight: Direction
  private let strength: Float

  /// `ground` is the metal in even light; `strength` (0…255) is how much the wedges add.
  public init(center: PixelPoint, ground: LinearGradient, light: Direction, strength: Float) {
    self.center = center
    self.ground = ground
    self.light = light
    secondLight = Direction(radians: light.radians + 1.25)
    self.strength = strength
  }
}

extension BrushedMetal: Painting {
  static var isSmooth: Bool { true }
  var isOpaque: Bool { ground.isOpaque }

  @inline(__always) func sample(_ x: Float, _ y: Float) -> Sample {
    let offset = Offset(x, y, from: center)
    // The centre, where all angles meet, has no grooves.
    let reach = lesser(offset.distance * 0.03, 1)
    let (unitX, unitY) = (offset.x / offset.distance, offset.y / offset.distance)
    let wedge = BrushedMetal.square(unitX * light.sine - unitY * light.cosine)
    let other = BrushedMetal.square(unitX * secondLight.sine - unitY * secondLight.cosine)
    let shine =
      wedge * wedge * wedge + 0.45 * BrushedMetal.square(other * other) - 0.36
    let added = (shine + BrushedMetal.groove(offset.distance)) * reach * strength
    let base = ground.sample(x, y)
    return Sample(
      red: lesser(greater(base.red + added, 0), 255),
      green: lesser(greater(base.green + added, 0), 255),
      blue: lesser(greater(base.blue + added, 0), 255), opacity: base.opacity)
  }

  @inline(__always) private static func square(_ value: Float) -> Float { value * value }

  /// Returns −0.05…0.05, varying irregularly with the distance from the centre.
  @inline(__always) private static func groove(_ distance: Float) -> Float {
    let step = distance * 1.7
    let index = (step + Float.integerBits).bitPattern
    let fraction = step - (Float(bitPattern: index) - Float.integerBits) + 0.5
    let (first, last) = (hash(index), hash(index &+ 1))
    return (first + (last - first) * fraction - 0.5) * 0.1
  }

  /// Returns 0…1, without a visible pattern.
  @inline(__always) private static func hash(_ value: UInt32) -> Float {
    let mixed = (value &* 0x9E37_79B1) ^ ((value &* 0x85EB_CA6B) >> 13)
    return Float(fraction: mixed &* 0xC2B2_AE35)
  }
}
