/// A place in a picture: x to the right, y downward, in pixels from the top left corner.
///
/// Pixel (i, j) is the square from (i, j) to (i + 1, j + 1); its centre is at (i + ½, j + ½).
public struct PixelPoint: Hashable, Sendable {
  /// Pixels from the left edge.
  public var x: Float
  /// Pixels from the top edge.
  public var y: Float

  /// A place in pixels from the top left corner.
  @inlinable public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }

  /// The place `radius` pixels from this one at a clockwise angle from 12 o'clock.
  public func moved(by radius: Float, at angle: Direction) -> PixelPoint {
    PixelPoint(x: x + radius * angle.sine, y: y - radius * angle.cosine)
  }
}

extension Float {
  /// Shapes farther out or larger than this are not drawn; it keeps every conversion to an integer
  /// within its range.
  static var largestCoordinate: Float { 100_000 }

  /// False for numbers that no shape can have: NaN, infinite, or too large.
  var isDrawable: Bool { abs(self) <= Float.largestCoordinate }

  /// The integer at or below; `self` must be drawable or close to it. (`rounded(.down)` is a call
  /// into libm on machines without SSE 4.1.)
  @inline(__always) var pixelFloor: Int {
    let whole = Int(self)
    return Float(whole) > self ? whole - 1 : whole
  }

  /// The integer at or above; `self` must be drawable or close to it.
  @inline(__always) var pixelCeiling: Int {
    let whole = Int(self)
    return Float(whole) < self ? whole + 1 : whole
  }
}
