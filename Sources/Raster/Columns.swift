/// Some columns of a row of pixels, from `start` up to but without `end`; none where the end is not
/// beyond the start.
///
/// In place of a `Range<Int>`, which tests its bounds: for a few pixels of a row that takes longer
/// than drawing them.
struct Columns {
  var start: Int32
  var end: Int32

  @inline(__always) init(_ start: Int32, _ end: Int32) {
    self.start = start
    self.end = end
  }

  /// Those of a rectangle.
  @inline(__always) init(of rect: PixelRect) {
    self.init(Int32(truncatingIfNeeded: rect.x), Int32(truncatingIfNeeded: rect.maxX))
  }

  static let none = Columns(0, 0)

  /// No picture has a column as far out.
  static let far: Int32 = 100_000

  @inline(__always) var isEmpty: Bool { start >= end }
  /// Of columns that are not empty.
  @inline(__always) var count: Int { Int(end &- start) }
  @inline(__always) var middle: Int32 { (start &+ end) / 2 }

  /// Those that are in `limits` too.
  @inline(__always) func clamped(to limits: Columns) -> Columns {
    Columns(max(start, limits.start), min(end, limits.end))
  }

  /// All of these and of the others, and what is between; neither is empty.
  @inline(__always) func hull(with other: Columns) -> Columns {
    Columns(min(start, other.start), max(end, other.end))
  }

  /// A place within these or at one of their ends.
  @inline(__always) func nearest(to column: Int32) -> Int32 { min(max(column, start), end) }
}

extension Columns {
  /// The columns whose centres lie between two places, in pixels.
  @inline(__always) init(from left: Float, to right: Float) {
    // The centre of column i is at i + ½, so that the first is left − ½ rounded up, which is left
    // rounded to nearest.
    self.init(left.nearestInteger, right.nearestInteger)
  }

  /// The columns of the row whose centres are within `radius` of a centre `height` away from the
  /// row.
  @inline(__always) init(center: Float, radius: Float, height: Float) {
    let square = choose(radius > 0, radius * radius - height * height, 0)
    let half = greater(square, 0).squareRoot()
    self.init(from: center - half, to: center + half)
  }
}

/// The pixels of a row that lie on one side of a line.
struct HalfRow {
  /// Beyond all pixels where there is no end.
  var columns: Columns

  /// All others.
  @inline(__always) var opposite: Columns {
    let far = Columns.far
    return columns.start == -far ? Columns(columns.end, far) : Columns(-far, columns.start)
  }

  /// Where `ahead` × (column's centre − origin) is at least `limit`; `inverse` is 1 / `ahead`.
  ///
  /// Nearly parallel to the row all or none are, so that nothing grows beyond bounds.
  @inline(__always) init(origin: Float, ahead: Float, inverse: Float, limit: Float) {
    let far = Columns.far
    if abs(ahead) < 1e-5 {
      columns = limit <= 0 ? Columns(-far, far) : Columns(far, far)
    } else {
      let place = min(max(origin + limit * inverse, -90_000), 90_000).nearestInteger
      columns = ahead > 0 ? Columns(place, far) : Columns(-far, place)
    }
  }
}
