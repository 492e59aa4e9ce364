/// The face of a turned metal disc: fine grooves about a centre, which spread each light of the
/// room into two opposite wedges.
///
/// The wedges stand still when the disc turns, as they do on real metal: the grooves look the same
/// at every angle.
public struct BrushedMetal: Sendable {
  private let center: PixelPoint
  private let ground: LinearGradient
  private let light: Angle
  private let secondLight: Angle
  private let strength: Float

  /// `ground` is the metal in even light; `strength` how much the wedges add, in 0…255.
  public init(center: PixelPoint, ground: LinearGradient, light: Angle, strength: Float) {
    self.center = center
    self.ground = ground
    self.light = light
    secondLight = Angle(radians: light.radians + 1.25)
    self.strength = strength
  }
}

extension BrushedMetal: Painting {
  static var isSmooth: Bool { true }

  @inline(__always) func sample(_ x: Float, _ y: Float) -> Sample {
    let (dx, dy) = (x - center.x, y - center.y)
    let distance = max((dx * dx + dy * dy).squareRoot(), 1e-3)
    // The centre, where all angles meet, is worn smooth.
    let reach = min(distance * 0.05, 1)
    let main = (dx * light.sine - dy * light.cosine) / distance
    let second = (dx * secondLight.sine - dy * secondLight.cosine) / distance
    let wedge = main * main
    let secondWedge = second * second
    let shine =
      wedge * wedge * wedge + 0.45 * secondWedge * secondWedge * secondWedge * secondWedge - 0.36
    let added = (shine + BrushedMetal.groove(distance)) * reach * strength
    let base = ground.sample(x, y)
    return Sample(
      red: min(max(base.red + added, 0), 255), green: min(max(base.green + added, 0), 255),
      blue: min(max(base.blue + added, 0), 255), opacity: base.opacity)
  }

  /// −0.05…0.05: irregular in the distance from the centre.
  @inline(__always) private static func groove(_ distance: Float) -> Float {
    let step = distance * 1.7
    let index = (step + 12_582_912).bitPattern
    let fraction = step - (Float(bitPattern: index) - 12_582_912) + 0.5
    let (first, last) = (hash(index), hash(index &+ 1))
    return (first + (last - first) * fraction - 0.5) * 0.1
  }

  @inline(__always) private static func hash(_ value: UInt32) -> Float {
    let mixed = (value &* 0x9E37_79B1) ^ ((value &* 0x85EB_CA6B) >> 13)
    return Float(Int32(bitPattern: (mixed &* 0xC2B2_AE35) >> 8)) * (1 / 16_777_216)
  }
}
