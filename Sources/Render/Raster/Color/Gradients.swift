/// A gradient along a straight line.
public struct LinearGradient: Sendable {
  private let blend: Blend
  private let start: PixelPoint
  private let perPixelX: Float
  private let perPixelY: Float

  /// Creates a gradient from one point to another; beyond them, the end colours continue.
  public init(from start: PixelPoint, _ first: Color, to end: PixelPoint, _ last: Color) {
    blend = Blend(first, last)
    self.start = start
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    let square = max(dx * dx + dy * dy, 1e-6)
    perPixelX = dx / square
    perPixelY = dy / square
  }

  /// Creates a vertical gradient from one height to another.
  public init(top: Float, _ first: Color, bottom: Float, _ last: Color) {
    self.init(from: PixelPoint(x: 0, y: top), first, to: PixelPoint(x: 0, y: bottom), last)
  }
}

extension LinearGradient: Painting {
  static var isSmooth: Bool { true }
  var isOpaque: Bool { blend.isOpaque }

  @inline(__always) func sample(_ x: Float, _ y: Float) -> Sample {
    blend.at((x - start.x) * perPixelX + (y - start.y) * perPixelY)
  }
}

/// An elliptical gradient by the distance from a centre.
public struct RadialGradient: Sendable {
  private let blend: Blend
  private let center: PixelPoint
  private let perPixelX: Float
  private let perPixelY: Float

  /// Creates a gradient from the first colour at the centre to the last at the radii (in pixels).
  public init(
    center: PixelPoint, radiusX: Float, radiusY: Float, _ first: Color, _ last: Color
  ) {
    blend = Blend(first, last)
    self.center = center
    perPixelX = 1 / max(radiusX, 1e-3)
    perPixelY = 1 / max(radiusY, 1e-3)
  }
}

extension RadialGradient: Painting {
  static var isSmooth: Bool { true }
  var isOpaque: Bool { blend.isOpaque }

  @inline(__always) func sample(_ x: Float, _ y: Float) -> Sample {
    let (dx, dy) = ((x - center.x) * perPixelX, (y - center.y) * perPixelY)
    return blend.at(Offset(dx, dy).distance)
  }
}

/// A gradient by the angle around a centre, from the start of a sweep to its end.
public struct AngularGradient: Sendable {
  private let blend: Blend
  private let center: PixelPoint
  private let middle: Direction
  private let perRadian: Float
  private let fractionAhead: Float

  /// Creates a gradient from one angle to another.
  ///
  /// `end` may precede `start`. Beyond the ends, their colours continue up to the point opposite
  /// the middle.
  ///
  /// The last colour is reached at `part` of the sweep (0…1).
  public init(
    center: PixelPoint, from start: Direction, _ first: Color, to end: Direction, _ last: Color,
    part: Float = 1
  ) {
    blend = Blend(first, last)
    self.center = center
    middle = Direction(radians: (start.radians + end.radians) * 0.5)
    let sweep = end.radians - start.radians
    perRadian = abs(sweep) < 1e-3 ? 0 : 1 / (sweep * max(part, 0.01))
    fractionAhead = 0.5 / max(part, 0.01)
  }
}

extension AngularGradient: Painting {
  static var isSmooth: Bool { true }
  var isOpaque: Bool { blend.isOpaque }

  @inline(__always) func sample(_ x: Float, _ y: Float) -> Sample {
    let (dx, dy) = (x - center.x, y - center.y)
    let ahead = middle.sine * dx - middle.cosine * dy
    let aside = middle.sine * dy + middle.cosine * dx
    return blend.at(fractionAhead + AngularGradient.angle(ahead, aside) * perRadian)
  }

  /// Returns the clockwise angle of a vector from straight ahead, −π…π, accurate to about 10⁻⁴.
  ///
  /// Uses a minimax polynomial for the arctangent of 0…1, mapped to the octant without branches.
  @inline(__always) static func angle(_ ahead: Float, _ aside: Float) -> Float {
    let (width, height) = (abs(ahead), abs(aside))
    let ratio = lesser(width, height) / greater(greater(width, height), 1e-6)
    let square = ratio * ratio
    let octant =
      ratio
      * (0.999_866 + square
        * (-0.330_299_5 + square * (0.180_141 + square * (-0.085_133 + square * 0.020_835_1))))
    let quadrant = choose(height > width, .pi / 2 - octant, octant)
    let half = choose(ahead < 0, .pi - quadrant, quadrant)
    return choose(aside < 0, -half, half)
  }
}
