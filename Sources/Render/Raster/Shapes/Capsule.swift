/// A straight line drawn with a round pen.
public struct Capsule: Hashable, Sendable {
  /// The centre of the pen at the start.
  public let start: PixelPoint
  /// The centre of the pen at the end.
  public let end: PixelPoint
  /// The pen's width, in pixels.
  public let width: Float
  private let directionX: Float
  private let directionY: Float
  private let length: Float

  /// Creates a line between two points, drawn with a round pen `width` pixels wide.
  public init(from start: PixelPoint, to end: PixelPoint, width: Float) {
    self.start = start
    self.end = end
    self.width = width
    let (dx, dy) = (end.x - start.x, end.y - start.y)
    length = (dx * dx + dy * dy).squareRoot()
    directionX = length > 0 ? dx / length : 1
    directionY = length > 0 ? dy / length : 0
  }
}

extension Capsule: Shape {
  /// All pixels that the line may touch.
  public var bounds: PixelRect {
    boundsOfDisc(center: start, radius: width * 0.5)
      .union(boundsOfDisc(center: end, radius: width * 0.5))
  }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let (fromX, fromY) = (x - start.x, y - start.y)
    let along = fromX * directionX + fromY * directionY
    let nearest = lesser(greater(along, 0), length)
    let offset = Offset(fromX - nearest * directionX, fromY - nearest * directionY)
    // The fraction of the pixel beyond the ends, where the edge is curved.
    let beyond = lesser(greater(0.5 - along, 0), 1) + lesser(greater(0.5 + along - length, 0), 1)
    let curvature = lesser(beyond, 1) / (width * 0.5)
    return offset.normal.coverage(inside: width * 0.5 - offset.distance, curvature: curvature)
  }

  var body: Band { Band(through: start, directionX, directionY, width: width) }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    let outer = chord(width * 0.5 + EdgeNormal.reach, y)
    let full = chord(width * 0.5 - EdgeNormal.reach, y)
    let body = bodyColumns(y)
    if full.isEmpty {
      runs.add(outer, body: body)
    } else {
      runs.add(Columns(outer.start, full.start), body: body)
      runs.add(full, .full)
      runs.add(Columns(full.end, outer.end), body: body)
    }
  }

  /// Returns the columns of a row that are certain to lie between the line's ends.
  @inline(__always) private func bodyColumns(_ y: Float) -> Columns {
    // Half a pixel, as in `coverage`, plus a margin for rounding.
    let margin: Float = 0.75
    let along = (y - start.y) * directionY
    let inverse = 1 / directionX
    let afterStart = HalfRow(
      origin: start.x, ahead: directionX, inverse: inverse, limit: margin - along)
    let beforeEnd = HalfRow(
      origin: start.x, ahead: -directionX, inverse: -inverse, limit: along - length + margin)
    return afterStart.columns.clamped(to: beforeEnd.columns)
  }

  /// Returns the pixels of a row whose centres are within `radius` of the line; they are
  /// contiguous, as the shape is convex.
  @inline(__always) private func chord(_ radius: Float, _ y: Float) -> Columns {
    guard radius > 0 else { return .none }
    let (first, last) = (y - start.y, y - end.y)
    var left = Float.infinity
    var right = -Float.infinity
    if abs(first) < radius {
      let half = (radius * radius - first * first).squareRoot()
      left = start.x - half
      right = start.x + half
    }
    if abs(last) < radius {
      let half = (radius * radius - last * last).squareRoot()
      left = min(left, end.x - half)
      right = max(right, end.x + half)
    }
    // The two long sides, where the row crosses them between their ends.
    for side in 0..<2 {
      let offset = side == 0 ? radius : -radius
      let sideY = first - directionX * offset
      if abs(directionY) > 1e-3, sideY / directionY >= 0, sideY / directionY <= length {
        let x = start.x - directionY * offset + directionX * (sideY / directionY)
        left = min(left, x)
        right = max(right, x)
      }
    }
    guard left <= right else { return .none }
    return Columns(from: left, to: right)
  }
}

extension Capsule: Refinable {
  var smallestRadius: Float { width * 0.5 }

  func scaled(by factor: Float) -> Capsule {
    Capsule(
      from: start.scaled(by: factor), to: end.scaled(by: factor), width: width * factor)
  }
}
