/// A filled circle.
public struct Disc: Sendable {
  /// In pixels of the picture.
  public let center: PixelPoint
  /// In pixels.
  public let radius: Float

  /// Creates a disc with a radius in pixels.
  public init(center: PixelPoint, radius: Float) {
    self.center = center
    self.radius = radius
  }
}

extension Disc: Shape {
  var bounds: PixelRect { boundsOfDisc(center: center, radius: radius) }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let offset = Offset(x, y, from: center)
    return offset.normal.coverage(inside: radius - offset.distance, curvature: 1 / radius)
  }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    let height = y - center.y
    let outer = Columns(center: center.x, radius: radius + EdgeNormal.reach, height: height)
    let full = Columns(center: center.x, radius: radius - EdgeNormal.reach, height: height)
    runs.add(outer, full: full)
  }
}

extension Disc: Refinable {
  var smallestRadius: Float { radius }

  func scaled(by factor: Float) -> Disc {
    Disc(center: center.scaled(by: factor), radius: radius * factor)
  }
}
