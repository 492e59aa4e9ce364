/// A position in a picture: x to the right, y downward, in pixels from the top left corner.
///
/// Pixel (i, j) is the square from (i, j) to (i + 1, j + 1); its centre is at (i + ½, j + ½).
public struct PixelPoint: Hashable, Sendable {
  /// In pixels from the left edge.
  public var x: Float
  /// In pixels from the top edge.
  public var y: Float

  /// Creates a position in pixels from the top left corner.
  @inlinable public init(x: Float, y: Float) {
    self.x = x
    self.y = y
  }

  /// Returns the position `radius` pixels from this one at a clockwise angle from 12 o'clock.
  public func moved(by radius: Float, at angle: Direction) -> PixelPoint {
    PixelPoint(x: x + radius * angle.sine, y: y - radius * angle.cosine)
  }

  /// Returns the position in a picture enlarged by a factor.
  func scaled(by factor: Float) -> PixelPoint { PixelPoint(x: x * factor, y: y * factor) }

  /// Whether a shape can have this position.
  var isDrawable: Bool { x.isDrawable && y.isDrawable }
}

extension Float {
  /// The maximum coordinate and size of drawn shapes; it keeps every conversion to an integer in
  /// range.
  static var largestCoordinate: Float { 100_000 }

  /// Whether a shape can have this coordinate or size: false for NaN, infinity and too large
  /// values.
  var isDrawable: Bool { abs(self) <= Float.largestCoordinate }

  /// The greatest integer not above `self`, which must be drawable or close to it.
  /// (`rounded(.down)` is a call into libm on machines without SSE 4.1.)
  @inline(__always) var pixelFloor: Int {
    let whole = Int(self)
    return Float(whole) > self ? whole - 1 : whole
  }

  /// The least integer not below `self`, which must be drawable or close to it.
  @inline(__always) var pixelCeiling: Int {
    let whole = Int(self)
    return Float(whole) < self ? whole + 1 : whole
  }
}
