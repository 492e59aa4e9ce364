/// Something that covers pixels.
///
/// A pixel's coverage depends on its position and the shape alone, never on what else is being
/// drawn or clipped: frames drawn in parts equal frames drawn whole.
protocol Shape {
  /// All pixels that it may touch; empty for a shape that cannot be drawn.
  var bounds: PixelRect { get }
  /// Whether its coverage changes so slowly that rounding it would show as bands.
  static var isSoft: Bool { get }
  /// Coverage 0…1 of the pixel whose centre is at x, y.
  func coverage(_ x: Float, _ y: Float) -> Float
  /// Where the row of pixels whose centres are at `y` is touched, at least within `columns`.
  func runs(_ y: Float, _ columns: Range<Int>) -> RowRuns
}

extension Shape {
  static var isSoft: Bool { false }
}

/// The stretches of one row that a shape touches, from left to right; the rest has coverage 0.
struct RowRuns {
  struct Run {
    var start: Int32 = 0
    var end: Int32 = 0
    /// Coverage is 1 all along; otherwise it has to be asked for each pixel.
    var isFull = false
  }

  private(set) var runs = InlineArray<6, Run>(repeating: Run())
  private(set) var count = 0

  /// Adds the pixels from `start` up to but without `end`; there is room for six runs.
  @inline(__always) mutating func add(_ start: Int, _ end: Int, isFull: Bool) {
    guard start < end else { return }
    runs[count] = Run(
      start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end), isFull: isFull)
    count += 1
  }
}

/// The pixels of a row whose centres are within a distance from a vertical line.
struct Chord {
  let start: Int
  let end: Int

  /// Pixels of the row whose centres are within `radius` of a centre `height` away from the row.
  @inline(__always) init(center: Float, radius: Float, height: Float) {
    let square = radius * radius - height * height
    if radius > 0, square > 0 {
      let half = square.squareRoot()
      start = (center - half - 0.5).pixelCeiling
      end = (center + half - 0.5).pixelFloor + 1
    } else {
      start = center.pixelFloor
      end = start
    }
  }

  @inline(__always) var isEmpty: Bool { start >= end }
}

/// The pixels around a disc, empty unless it can be drawn.
func boundsOfDisc(center: PixelPoint, radius: Float) -> PixelRect {
  guard center.x.isDrawable, center.y.isDrawable, radius.isDrawable, radius > 0 else {
    return PixelRect(x: 0, y: 0, width: 0, height: 0)
  }
  let left = (center.x - radius).pixelFloor
  let top = (center.y - radius).pixelFloor
  return PixelRect(
    x: left, y: top, width: (center.x + radius).pixelCeiling - left,
    height: (center.y + radius).pixelCeiling - top)
}
