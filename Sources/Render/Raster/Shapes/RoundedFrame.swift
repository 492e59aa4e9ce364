/// The line along the inside of a rounded rectangle's edge.
public struct RoundedFrame: Hashable, Sendable {
  /// The outer edge of the line.
  public let outer: RoundedRect
  /// The line's width, in pixels.
  public let width: Float
  private let inner: RoundedRect

  /// Creates a line of `width` pixels inside the edge of a rectangle.
  public init(_ outer: RoundedRect, width: Float) {
    self.init(outer, width: max(width, 0), inner: outer.inset(by: max(width, 0)))
  }

  private init(_ outer: RoundedRect, width: Float, inner: RoundedRect) {
    self.outer = outer
    self.width = width
    self.inner = inner
  }

  /// Whether the line is so wide that nothing is left inside.
  var isFilled: Bool { width > 0 && (inner.halfWidth <= 0 || inner.halfHeight <= 0) }

  /// Returns whether a rectangle lies within the frame, untouched by its line.
  func holeContains(_ rect: PixelRect) -> Bool {
    let corner = max(inner.radius, EdgeNormal.reach)
    let (halfWidth, halfHeight) = (inner.halfWidth - corner, inner.halfHeight - corner)
    let (center, right, bottom) = (inner.center, Float(rect.maxX), Float(rect.maxY))
    return max(center.x - Float(rect.x), right - center.x) < halfWidth
      && max(center.y - Float(rect.y), bottom - center.y) < halfHeight
  }
}

extension RoundedFrame: Shape {
  /// All pixels that the frame may touch.
  public var bounds: PixelRect { width > 0 ? outer.bounds : .empty }

  /// Returns the outer coverage minus the inner one; exact, as the outer shape contains the inner.
  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    outer.coverage(x, y) - inner.coverage(x, y)
  }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    runs.add(
      outer.chord(outer.radius + EdgeNormal.reach, y),
      around: inner.chord(inner.radius - EdgeNormal.reach, y))
  }
}

extension RoundedFrame: Refinable {
  var smallestRadius: Float { inner.radius }

  func scaled(by factor: Float) -> RoundedFrame {
    RoundedFrame(
      outer.scaled(by: factor), width: width * factor, inner: inner.scaled(by: factor))
  }
}
