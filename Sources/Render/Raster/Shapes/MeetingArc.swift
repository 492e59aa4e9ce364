/// An arc of nearly a full turn, whose round ends touch or almost touch.
///
/// A pixel that the edges of both ends may cross is averaged from many parts, few of which are
/// affected by both; other pixels have the arc's coverage.
struct MeetingArc: Shape {
  private let arc: Supersampled<Arc>
  private let refined: Supersampled<Arc>
  private let first: PixelPoint
  private let second: PixelPoint
  private let radius: Float

  init(_ base: Arc) {
    arc = Supersampled(base)
    refined = Supersampled(base, minParts: 8)
    first = base.startPoint
    second = base.endPoint
    radius = base.ring.width * 0.5
  }

  var bounds: PixelRect { arc.bounds }
  @inline(__always) var body: Ring { arc.body }
  @inline(__always) var tips: (Supersampled<ArcTip>, Supersampled<ArcTip>) { arc.tips }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    arc.addRuns(y, columns, to: &runs)
  }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    touches(first, x, y) && touches(second, x, y) ? mean(x, y) : arc.coverage(x, y)
  }

  /// Returns whether the edge of a round end may pass through a pixel.
  @inline(__always) private func touches(_ end: PixelPoint, _ x: Float, _ y: Float) -> Bool {
    abs(Offset(x, y, from: end).distance - radius) <= EdgeNormal.reach
  }

  private func mean(_ x: Float, _ y: Float) -> Float { refined.coverage(x, y) }
}
