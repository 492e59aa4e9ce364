/// Ribs across the edge of a round grip, lit by one lamp.
///
/// The ribs turn with the grip; the light on them does not: each side of a rib is bright while it
/// faces the lamp.
public struct Knurling: Sendable {
  private let center: PixelPoint
  private let ground: LinearGradient
  private let light: Direction
  private let strength: Float
  private let perRadian: Float
  private var phase: Float
  private let rims: Rims

  /// Light from above along both edges of the ribs, fading out at 60 % of the height.
  public struct Rims: Sendable {
    fileprivate let color: Color
    fileprivate let innerPart: Float
    fileprivate let outer: Float
    fileprivate let inner: Float
    fileprivate let perWidth: Float

    /// Creates light of one colour along both edges.
    ///
    /// - Parameters:
    ///   - color: The light's colour, with its opacity.
    ///   - innerPart: The inner edge's light as a fraction of the outer edge's.
    ///   - reach: The distances of the two edges from the centre, in pixels.
    ///   - width: The width of each line, in pixels.
    public init(
      _ color: Color, innerPart: Float, reach: ClosedRange<Float>, width: Float
    ) {
      self.color = color
      self.innerPart = innerPart
      perWidth = 1 / max(width, 0.5)
      outer = reach.upperBound - width * 0.5
      inner = reach.lowerBound + width * 0.5
    }
  }

  /// Creates the ribs of a grip.
  ///
  /// - Parameters:
  ///   - center: The grip's centre, in pixels of the picture.
  ///   - ground: The grip in even light.
  ///   - rims: The light along both edges.
  ///   - ribs: The number of ribs around the grip, one of them at `turned`.
  ///   - turned: The direction to which the grip is turned.
  ///   - light: The direction of the lamp.
  ///   - strength: How much the light adds to or subtracts from a rib's side, in 0…255.
  public init(
    center: PixelPoint, ground: LinearGradient, rims: Rims, ribs: Int, turned: Direction,
    light: Direction, strength: Float
  ) {
    self.center = center
    self.ground = ground
    self.rims = rims
    self.light = light
    self.strength = strength
    perRadian = Float(max(ribs, 1)) / (2 * .pi)
    let ribs = turned.radians * perRadian
    phase = ribs - ribs.rounded()
  }

  /// Returns the step nearest to the grip's rotation, of `count` steps from one rib to the next.
  public func step(of count: Int) -> Int {
    let step = Int((phase * Float(count)).rounded())
    return step < 0 ? step + count : step % count
  }

  /// Returns the same grip, turned to one of `count` steps from one rib to the next.
  public func turned(toStep step: Int, of count: Int) -> Knurling {
    var other = self
    other.phase = Float(step) / Float(count)
    return other
  }
}

extension Knurling: Painting {
  static var isSmooth: Bool { true }
  var isOpaque: Bool { ground.isOpaque }

  @inline(__always) func sample(_ x: Float, _ y: Float) -> Sample {
    let offset = Offset(x, y, from: center)
    let perDistance = 1 / offset.distance
    // The components of the light along the edge and from outside.
    let along = (offset.x * light.cosine + offset.y * light.sine) * perDistance
    let ahead = (offset.x * light.sine - offset.y * light.cosine) * perDistance
    let rib = AngularGradient.angle(-offset.y, offset.x) * perRadian - phase
    // −½…½ across a rib.
    let across = rib - ((rib + Float.integerBits) - Float.integerBits)
    let inside = 1 - 4 * across * across
    let slope = across * inside * -5.2
    let added =
      (slope * along * 0.7 + (inside * inside - 0.55) * (0.62 + 0.38 * ahead)) * strength
    let outer = greater(1 - abs(offset.distance - rims.outer) * rims.perWidth, 0)
    let inner = greater(1 - abs(offset.distance - rims.inner) * rims.perWidth, 0)
    let height = lesser(greater(0.1667 - 0.8333 * offset.y / rims.outer, 0), 1)
    let share = (outer + inner * rims.innerPart) * height * rims.color.opacity
    let base = ground.sample(x, y)
    func lit(_ channel: Float, _ rim: Float) -> Float {
      let value = lesser(greater(channel + added, 0), 255)
      return value + (rim - value) * share
    }
    return Sample(
      red: lit(base.red, rims.color.red), green: lit(base.green, rims.color.green),
      blue: lit(base.blue, rims.color.blue), opacity: base.opacity)
  }
}
