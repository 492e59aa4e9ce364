/// An upright rectangle with round corners.
public struct RoundedRect: Hashable, Sendable {
  /// In pixels of the picture.
  public let center: PixelPoint
  /// Half its width, in pixels.
  public let halfWidth: Float
  /// Half its height, in pixels.
  public let halfHeight: Float
  /// The corner radius, in pixels; at least half a pixel, at most half the shorter side.
  public let radius: Float
  /// Half the size of the core, the rectangle of the corners' centres: each edge is `radius` away.
  private let coreX: Float
  private let coreY: Float

  /// Creates a rectangle with rounded corners; lengths are in pixels.
  public init(center: PixelPoint, width: Float, height: Float, radius: Float) {
    self.center = center
    halfWidth = max(width * 0.5, 0)
    halfHeight = max(height * 0.5, 0)
    let shorter = min(halfWidth, halfHeight)
    self.radius = min(max(radius, 0.5), shorter)
    coreX = halfWidth - self.radius
    coreY = halfHeight - self.radius
  }

  /// Returns the rectangle shrunk on every side (grown if negative), with the same corner centres.
  public func inset(by distance: Float) -> RoundedRect {
    RoundedRect(
      center: center, width: (halfWidth - distance) * 2, height: (halfHeight - distance) * 2,
      radius: radius - distance)
  }

  /// Returns how far a point lies beyond the core's edges in each direction; negative within them.
  @inline(__always) fileprivate func outward(_ x: Float, _ y: Float) -> (x: Float, y: Float) {
    (abs(x - center.x) - coreX, abs(y - center.y) - coreY)
  }

  /// Returns the distance outside the edge in pixels, negative inside.
  @inline(__always) func distance(_ x: Float, _ y: Float) -> Float {
    let (outX, outY) = outward(x, y)
    let (farX, farY) = (max(outX, 0), max(outY, 0))
    return (farX * farX + farY * farY).squareRoot() + min(max(outX, outY), 0) - radius
  }

  /// Returns the pixels of a row whose centres are within `radius` of the core.
  @inline(__always) func chord(_ radius: Float, _ y: Float) -> Columns {
    let height = max(abs(y - center.y) - coreY, 0)
    guard radius > 0, height < radius else { return .none }
    let half = coreX + (radius * radius - height * height).squareRoot()
    return Columns(from: center.x - half, to: center.x + half)
  }
}

extension RoundedRect: Shape {
  /// All pixels that the rectangle may touch.
  public var bounds: PixelRect {
    guard halfWidth > 0, halfHeight > 0, halfWidth.isDrawable, halfHeight.isDrawable,
      center.isDrawable
    else { return .empty }
    let left = (center.x - halfWidth).pixelFloor
    let top = (center.y - halfHeight).pixelFloor
    return PixelRect(
      x: left, y: top, width: (center.x + halfWidth).pixelCeiling - left,
      height: (center.y + halfHeight).pixelCeiling - top)
  }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let (outX, outY) = outward(x, y)
    let offset = Offset(max(outX, 0), max(outY, 0))
    // The fraction of the pixel beyond a corner's centre in both directions, where the edge is
    // curved.
    let bend = min(max(0.5 + outX, 0), 1) * min(max(0.5 + outY, 0), 1)
    return offset.normal.coverage(inside: radius - offset.distance, curvature: bend / radius)
  }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    runs.add(
      chord(radius + EdgeNormal.reach, y), full: chord(radius - EdgeNormal.reach, y))
  }
}

extension RoundedRect: Refinable {
  var smallestRadius: Float { radius }

  func scaled(by factor: Float) -> RoundedRect {
    RoundedRect(
      center: center.scaled(by: factor), width: halfWidth * 2 * factor,
      height: halfHeight * 2 * factor, radius: radius * factor)
  }
}
