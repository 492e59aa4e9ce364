/// The area between two parallel lines: a capsule without its ends.
struct Band: Shape {
  private let point: PixelPoint
  private let normalX: Float
  private let normalY: Float
  private let half: Float
  private let normal: EdgeNormal

  /// Creates a band along a unit vector.
  init(through point: PixelPoint, _ directionX: Float, _ directionY: Float, width: Float) {
    self.point = point
    normalX = -directionY
    normalY = directionX
    half = width * 0.5
    normal = EdgeNormal(normalX, normalY, distance: 1, squared: 1)
  }

  var bounds: PixelRect { .empty }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let aside = abs((x - point.x) * normalX + (y - point.y) * normalY)
    // Both lines of a thin band may cross the same pixel.
    return normal.coverage(inside: half - aside) - normal.coverage(inside: -half - aside)
  }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {}
}
