/// An arc of nearly a full turn, whose round ends touch or almost touch.
///
/// A pixel that the edges of both ends may cross is averaged from many parts, few of which are
/// affected by both; other pixels have the arc's coverage.
struct MeetingArc: Shape {
  private let arc: Supersampled<Arc>
  private let enlarged: Arc
  private let first: PixelPoint
  private let second: PixelPoint
  private let radius: Float

  private static let parts: Int32 = 8

  init(_ base: Arc) {
    arc = Supersampled(base)
    enlarged = base.scaled(by: Float(Self.parts))
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

  private func mean(_ x: Float, _ y: Float) -> Float {
    let factor = Float(Self.parts)
    let (left, top) = ((x - 0.5) * factor + 0.5, (y - 0.5) * factor + 0.5)
    var sum: Float = 0
    for row in 0..<Self.parts {
      for column in 0..<Self.parts {
        sum += enlarged.coverage(left + Float(column), top + Float(row))
      }
    }
    return sum / (factor * factor)
  }
}
