/// A half-open range of columns in a row of pixels; empty unless `end` is beyond `start`.
///
/// Used instead of `Range<Int>`, whose bounds checks take longer than drawing a few pixels.
struct Columns {
  var start: Int32
  var end: Int32

  @inline(__always) init(_ start: Int32, _ end: Int32) {
    self.start = start
    self.end = end
  }

  /// Creates the columns of a rectangle.
  @inline(__always) init(of rect: PixelRect) {
    self.init(Int32(truncatingIfNeeded: rect.x), Int32(truncatingIfNeeded: rect.maxX))
  }

  static let none = Columns(0, 0)

  /// A column beyond the edge of any picture.
  static let far: Int32 = 100_000

  @inline(__always) var isEmpty: Bool { start >= end }
  /// The number of columns, which must not be empty.
  @inline(__always) var count: Int { Int(end &- start) }
  @inline(__always) var middle: Int32 { (start &+ end) / 2 }

  /// Returns the columns that are also in `limits`.
  @inline(__always) func clamped(to limits: Columns) -> Columns {
    Columns(max(start, limits.start), min(end, limits.end))
  }

  /// Returns the smallest range that contains both; neither may be empty.
  @inline(__always) func hull(with other: Columns) -> Columns {
    Columns(min(start, other.start), max(end, other.end))
  }

  /// Returns the nearest position in `start`…`end`, both included.
  @inline(__always) func nearest(to column: Int32) -> Int32 { min(max(column, start), end) }
}

extension Columns {
  /// Creates the columns whose centres lie between two positions, in pixels.
  @inline(__always) init(from left: Float, to right: Float) {
    // The centre of column i is at i + ½, so the first column is left − ½ rounded up, which is left
    // rounded to nearest.
    self.init(left.nearestInteger, right.nearestInteger)
  }

  /// Creates the columns of a row whose centres are within `radius` of a point `height` away from
  /// the row.
  @inline(__always) init(center: Float, radius: Float, height: Float) {
    let square = choose(radius > 0, radius * radius - height * height, 0)
    let half = greater(square, 0).squareRoot()
    self.init(from: center - half, to: center + half)
  }
}

/// The pixels of a row on one side of a line.
struct HalfRow {
  /// The columns; the unbounded end lies beyond all pixels.
  var columns: Columns

  /// All other columns.
  @inline(__always) var opposite: Columns {
    let far = Columns.far
    return columns.start == -far ? Columns(columns.end, far) : Columns(-far, columns.start)
  }

  /// Creates the columns where `ahead` × (column's centre − origin) is at least `limit`; `inverse`
  /// is 1 / `ahead`.
  ///
  /// If the line is nearly parallel to the row, takes all columns or none, so that values stay
  /// finite.
  @inline(__always) init(origin: Float, ahead: Float, inverse: Float, limit: Float) {
    let far = Columns.far
    if abs(ahead) < 1e-5 {
      columns = limit <= 0 ? Columns(-far, far) : Columns(far, far)
    } else {
      let edge = min(max(origin + limit * inverse, -90_000), 90_000).nearestInteger
      columns = ahead > 0 ? Columns(edge, far) : Columns(-far, edge)
    }
  }
}
