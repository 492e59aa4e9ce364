/// A rounded rectangle whose edge fades: a shadow, a glow.
///
/// Coverage falls as in a `SoftDisc`, over `blur` pixels on either side of the edge.
public struct SoftRect: Sendable {
  /// The edge, at which coverage is a half.
  public let edge: RoundedRect
  /// The distance over which coverage falls from a half to 0, in pixels.
  public let blur: Float
  /// The distance inside the edge of a hole, at which coverage is a half again, in pixels; nil for
  /// none.
  public let hole: Float?

  /// Creates a rectangle whose edge fades over `blur` pixels on either side.
  public init(_ edge: RoundedRect, blur: Float, hole: Float? = nil) {
    self.edge = edge
    self.blur = max(blur, 0.5)
    self.hole = hole
  }
}

extension SoftRect: Shape {
  static var isSoft: Bool { true }

  /// All pixels that the rectangle may touch.
  public var bounds: PixelRect { edge.inset(by: -blur).bounds }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let distance = edge.distance(x, y)
    let outer = SoftDisc.fade((blur - distance) * (0.5 / blur))
    guard let hole else { return outer }
    return outer * (1 - SoftDisc.fade(0.5 - hole - distance))
  }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    let outer = edge.chord(edge.radius + blur, y)
    let empty = hole.map { edge.chord(edge.radius - $0 - 0.5, y) } ?? .none
    runs.add(outer, around: empty)
  }
}
