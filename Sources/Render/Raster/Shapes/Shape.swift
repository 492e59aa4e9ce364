/// A shape that covers pixels.
///
/// A pixel's coverage depends on its position and the shape alone, never on what else is drawn or
/// clipped, so frames drawn in parts equal frames drawn whole.
protocol Shape {
  /// All pixels that the shape may touch; empty for a shape that cannot be drawn.
  var bounds: PixelRect { get }
  /// Whether coverage changes so slowly that rounding would cause banding.
  static var isSoft: Bool { get }
  /// Returns the coverage 0…1 of the pixel whose centre is at x, y.
  func coverage(_ x: Float, _ y: Float) -> Float
  /// Whether a pixel's coverage is the mean of its parts, and the number of parts in each
  /// direction.
  static var isCut: Bool { get }
  var parts: Int32 { get }
  /// Returns the coverage of one of those parts of the pixel whose centre is at x, y.
  func coverage(_ x: Float, _ y: Float, row: Int32, column: Int32) -> Float
  /// Whether coverage is known instead of computed.
  static var isKnown: Bool { get }
  /// Returns the known coverage of the pixel `lane` pixels right of column `first`.
  func coverage(first: Int32, lane: Int) -> Float
  /// Adds the runs of the row of pixels whose centres are at `y`, at least those within `columns`.
  ///
  /// A pixel's kind may depend on the columns only if both kinds give the same coverage, bit for
  /// bit.
  func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns)
  /// The shape away from its ends, whose coverage is faster to compute.
  associatedtype Body: Shape = Self
  var body: Body { get }
  /// The replacement for the body if coverage is known: the coverage at a run's offset.
  associatedtype Known: Shape = Self
  func known(_ offset: Int32) -> Known
  /// The shape near one of its two ends and away from the other.
  associatedtype Tip: Shape = Self
  var tips: (Tip, Tip) { get }
}

extension Shape {
  static var isSoft: Bool { false }
  static var isCut: Bool { false }
  @inline(__always) var parts: Int32 { 1 }
  @inline(__always) func coverage(_ x: Float, _ y: Float, row: Int32, column: Int32) -> Float {
    coverage(x, y)
  }
  static var isKnown: Bool { false }
  @inline(__always) func coverage(first: Int32, lane: Int) -> Float { 0 }
}

extension Shape where Body == Self {
  @inline(__always) var body: Self { self }
}

extension Shape where Known == Self {
  @inline(__always) func known(_ offset: Int32) -> Self { self }
}

extension Shape where Tip == Self {
  @inline(__always) var tips: (Self, Self) { (self, self) }
}

/// Returns the pixels around a disc; empty if it cannot be drawn.
func boundsOfDisc(center: PixelPoint, radius: Float) -> PixelRect {
  guard center.isDrawable, radius.isDrawable, radius > 0 else { return .empty }
  let left = (center.x - radius).pixelFloor
  let top = (center.y - radius).pixelFloor
  return PixelRect(
    x: left, y: top, width: (center.x + radius).pixelCeiling - left,
    height: (center.y + radius).pixelCeiling - top)
}
