@testable import Raster

/// The expected coverage of shapes, computed from many sample points per pixel.
enum SupersampledReference {
  /// Points per side.
  ///
  /// They are sheared, so that no two share a row or column, and an upright edge is measured to
  /// 1/4096.
  static let side = 64

  /// The largest difference in any pixel, in 255ths, between white coverage drawn on black and the
  /// share of the pixel's sample points that are inside, with its position.
  static func largestError(
    of picture: PixelBuffer, isInside: (Double, Double) -> Bool
  ) -> (error: Double, x: Int, y: Int) {
    var worst = (error: 0.0, x: 0, y: 0)
    for y in 0..<picture.size.height {
      for x in 0..<picture.size.width {
        let expected = 255 * share(of: x, y, isInside: isInside)
        let actual = Double(picture.pixels[y * picture.stride + x] & 0xFF)
        if abs(actual - expected) > worst.error { worst = (abs(actual - expected), x, y) }
      }
    }
    return worst
  }

  private static func share(of x: Int, _ y: Int, isInside: (Double, Double) -> Bool) -> Double {
    // A coarse check first: if all points of the pixel and its surroundings agree, the shapes of
    // these tests have no detail in between.
    var agree = 0
    for row in -2...4 {
      for column in -2...4 {
        let point = (Double(x) + Double(column) / 2, Double(y) + Double(row) / 2)
        agree += isInside(point.0, point.1) ? 1 : 0
      }
    }
    if agree == 0 && !isNearThinShape(x, y, isInside) { return 0 }
    if agree == 49 { return 1 }
    var count = 0
    for row in 0..<side {
      for column in 0..<side {
        let (i, j) = (Double(column), Double(row))
        let n = Double(side)
        let px = Double(x) + (i + (j + 0.5) / n) / n
        let py = Double(y) + (j + (i + 0.5) / n) / n
        count += isInside(px, py) ? 1 : 0
      }
    }
    return Double(count) / Double(side * side)
  }

  /// Whether a point of a finer grid is inside, for shapes thinner than half a pixel.
  private static func isNearThinShape(
    _ x: Int, _ y: Int, _ isInside: (Double, Double) -> Bool
  ) -> Bool {
    for row in 0..<8 {
      for column in 0..<8
      where isInside(
        Double(x) + (Double(column) + 0.5) / 8, Double(y) + (Double(row) + 0.5) / 8)
      {
        return true
      }
    }
    return false
  }
}

/// Distances in their simplest form.
enum Geometry {
  static func distance(_ x: Double, _ y: Double, _ point: PixelPoint) -> Double {
    let (dx, dy) = (x - Double(point.x), y - Double(point.y))
    return (dx * dx + dy * dy).squareRoot()
  }

  static func distance(
    _ x: Double, _ y: Double, from start: PixelPoint, to end: PixelPoint
  ) -> Double {
    let (dx, dy) = (Double(end.x - start.x), Double(end.y - start.y))
    let (px, py) = (x - Double(start.x), y - Double(start.y))
    let square = dx * dx + dy * dy
    let along = square == 0 ? 0 : min(max((px * dx + py * dy) / square, 0), 1)
    let (rx, ry) = (px - along * dx, py - along * dy)
    return (rx * rx + ry * ry).squareRoot()
  }

  static func isInside(_ rect: RoundedRect, _ x: Double, _ y: Double) -> Bool {
    rect.halfWidth > 0 && rect.halfHeight > 0 && distance(x, y, outside: rect) < 0
  }

  /// The distance from the edge, negative inside.
  static func distance(_ x: Double, _ y: Double, outside rect: RoundedRect) -> Double {
    let radius = Double(rect.radius)
    let dx = abs(x - Double(rect.center.x)) - Double(rect.halfWidth) + radius
    let dy = abs(y - Double(rect.center.y)) - Double(rect.halfHeight) + radius
    guard dx > 0, dy > 0 else { return max(dx, dy) - radius }
    return (dx * dx + dy * dy).squareRoot() - radius
  }
}
