/// A filled triangle, such as a pointer's head; its corners are sharp.
public struct Triangle: Hashable, Sendable {
  /// The first corner, in pixels of the picture.
  public let first: PixelPoint
  /// The second corner.
  public let second: PixelPoint
  /// The third corner.
  public let third: PixelPoint

  /// Creates a triangle from its corners, in either order.
  public init(_ first: PixelPoint, _ second: PixelPoint, _ third: PixelPoint) {
    self.first = first
    self.second = second
    self.third = third
  }
}

extension Triangle: Shape {
  /// All pixels that the triangle may touch.
  public var bounds: PixelRect {
    guard first.isDrawable, second.isDrawable, third.isDrawable else { return .empty }
    let left = min(first.x, second.x, third.x).pixelFloor
    let top = min(first.y, second.y, third.y).pixelFloor
    return PixelRect(
      x: left, y: top, width: max(first.x, second.x, third.x).pixelCeiling - left,
      height: max(first.y, second.y, third.y).pixelCeiling - top)
  }

  /// Returns the exact area that pixel and triangle share: the sum of the areas inside the pixel
  /// left of each edge, signed by the edge's direction.
  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let (left, top) = (x - 0.5, y - 0.5)
    let area =
      Triangle.areaLeft(of: first, second, left, top)
      + Triangle.areaLeft(of: second, third, left, top)
      + Triangle.areaLeft(of: third, first, left, top)
    return min(abs(area), 1)
  }

  /// Returns the part of the pixel at `left`, `top` that lies left of an edge, within the edge's
  /// height; negative for an edge that goes up.
  @inline(__always) private static func areaLeft(
    of start: PixelPoint, _ end: PixelPoint, _ left: Float, _ top: Float
  ) -> Float {
    let height = end.y - start.y
    let from = min(max(start.y - top, 0), 1)
    let to = min(max(end.y - top, 0), 1)
    let slope = abs(height) < 1e-4 ? 0 : (end.x - start.x) / height
    let first = start.x - left + (from + top - start.y) * slope
    let last = start.x - left + (to + top - start.y) * slope
    let run = last - first
    let mean =
      abs(run) < 1e-3
      ? min(max((first + last) * 0.5, 0), 1) : (integral(last) - integral(first)) / run
    return mean * (to - from)
  }

  /// Returns the integral of `min(max(x, 0), 1)` from 0.
  @inline(__always) private static func integral(_ x: Float) -> Float {
    let inside = min(max(x, 0), 1)
    return inside * inside * 0.5 + max(x - 1, 0)
  }

  /// A triangle is convex: a position inside it at both the top and the bottom of a row of pixels
  /// is inside it all the way between.
  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    let (top, bottom) = (y - 0.5, y + 0.5)
    let (highest, lowest) = (min(first.y, second.y, third.y), max(first.y, second.y, third.y))
    guard highest <= bottom, lowest >= top else { return }
    let above = TriangleSection(self, at: max(top, highest))
    let below = TriangleSection(self, at: min(bottom, lowest))
    var (left, right) = (min(above.left, below.left), max(above.right, below.right))
    // A corner within the row may reach farther than both.
    func reach(_ corner: PixelPoint) {
      guard corner.y > top, corner.y < bottom else { return }
      (left, right) = (min(left, corner.x), max(right, corner.x))
    }
    reach(first)
    reach(second)
    reach(third)
    let touched = Columns(from: left - 0.5 - Triangle.margin, to: right + 0.5 + Triangle.margin)
    guard top >= highest, bottom <= lowest else { return runs.add(touched, .end) }
    runs.add(
      touched, .end,
      core: Columns(
        from: max(above.left, below.left) + 0.5 + Triangle.margin,
        to: min(above.right, below.right) - 0.5 - Triangle.margin))
  }

  /// The margin for rounding, in pixels.
  private static let margin: Float = 1 / 16
}

/// The part of a horizontal line inside a triangle: its left and right x, in pixels.
private struct TriangleSection {
  private(set) var left = Float.infinity
  private(set) var right = -Float.infinity

  /// Creates the section at a height that is not above or below the triangle.
  @inline(__always) init(_ triangle: Triangle, at y: Float) {
    add(triangle.first, triangle.second, y)
    add(triangle.second, triangle.third, y)
    add(triangle.third, triangle.first, y)
  }

  @inline(__always) private mutating func add(_ start: PixelPoint, _ end: PixelPoint, _ y: Float) {
    guard min(start.y, end.y) <= y, max(start.y, end.y) >= y else { return }
    let height = end.y - start.y
    if abs(height) < 1e-4 {
      include(min(start.x, end.x), max(start.x, end.x))
    } else {
      let x = start.x + (y - start.y) / height * (end.x - start.x)
      include(x, x)
    }
  }

  @inline(__always) private mutating func include(_ low: Float, _ high: Float) {
    left = min(left, low)
    right = max(right, high)
  }
}
