/// Ribs across the edge of a round grip, in the light of one lamp.
///
/// The ribs turn with the grip; the light on them does not: each side of a rib is bright while it
/// faces the lamp.
public struct Knurling: Sendable {
  private let center: PixelPoint
  private let ground: LinearGradient
  private let light: Direction
  private let strength: Float
  private let perRadian: Float
  private let phase: Float

  /// - Parameters:
  ///   - ground: The grip in even light.
  ///   - ribs: How many there are around it, one of them at `turned`.
  ///   - strength: How much the light adds to a rib's side and takes away from it, in 0…255.
  public init(
    center: PixelPoint, ground: LinearGradient, ribs: Int, turned: Direction, light: Direction,
    strength: Float
  ) {
    self.center = center
    self.ground = ground
    self.light = light
    self.strength = strength
    perRadian = Float(max(ribs, 1)) / (2 * .pi)
    let ribs = turned.radians * perRadian
    phase = ribs - ribs.rounded()
  }
}

extension Knurling: Painting {
  static var isSmooth: Bool { true }

  @inline(__always) func sample(_ x: Float, _ y: Float) -> Sample {
    let offset = Offset(x, y, from: center)
    let (unitX, unitY) = (offset.x / offset.distance, offset.y / offset.distance)
    // How much of the light falls along the edge, and how much from outside.
    let along = unitX * light.cosine + unitY * light.sine
    let ahead = unitX * light.sine - unitY * light.cosine
    let place = AngularGradient.angle(-unitY, unitX) * perRadian - phase
    // −½…½ across a rib.
    let across = place - ((place + Float.integerBits) - Float.integerBits)
    let inside = 1 - 4 * across * across
    let slope = across * inside * -5.2
    let added =
      (slope * along * 0.7 + (inside * inside - 0.55) * (0.62 + 0.38 * ahead)) * strength
    let base = ground.sample(x, y)
    return Sample(
      red: lesser(greater(base.red + added, 0), 255),
      green: lesser(greater(base.green + added, 0), 255),
      blue: lesser(greater(base.blue + added, 0), 255), opacity: base.opacity)
  }
}
