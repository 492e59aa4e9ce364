/// The position of a pixel relative to a point.
struct Offset {
  let x: Float
  let y: Float
  let distance: Float
  private let squared: Float

  /// The minimum distance; not 0, so that the centre, which has no direction, needs no special
  /// case.
  static var minDistance: Float { 0.001 }

  @inline(__always) init(_ x: Float, _ y: Float) {
    self.x = x
    self.y = y
    squared = greater(x * x + y * y, Offset.minDistance * Offset.minDistance)
    distance = squared.squareRoot()
  }

  @inline(__always) init(_ x: Float, _ y: Float, from center: PixelPoint) {
    self.init(x - center.x, y - center.y)
  }

  /// The normal of a circle's edge.
  @inline(__always) var normal: EdgeNormal {
    EdgeNormal(x, y, distance: distance, squared: squared)
  }
}
