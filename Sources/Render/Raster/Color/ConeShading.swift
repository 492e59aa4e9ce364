/// A flat cone seen from above, lit by one lamp: brightest toward it, darkest away from it.
public struct ConeShading: Sendable {
  private let center: PixelPoint
  private let color: Color
  private let light: Direction
  private let strength: Float

  /// `strength` (0…255) is how much the light adds toward the lamp and subtracts opposite it.
  public init(center: PixelPoint, _ color: Color, light: Direction, strength: Float) {
    self.center = center
    self.color = color
    self.light = light
    self.strength = strength
  }
}

extension ConeShading: Painting {
  static var isSmooth: Bool { true }
  var isOpaque: Bool { color.opacity == 1 }

  @inline(__always) func sample(_ x: Float, _ y: Float) -> Sample {
    let offset = Offset(x, y, from: center)
    // The tip is rounded, so that no lines meet there.
    let slope = min(offset.distance * 0.08, 1) / offset.distance
    let added = (offset.x * light.sine - offset.y * light.cosine) * slope * strength
    return Sample(
      red: min(max(color.red + added, 0), 255), green: min(max(color.green + added, 0), 255),
      blue: min(max(color.blue + added, 0), 255), opacity: color.opacity)
  }
}
