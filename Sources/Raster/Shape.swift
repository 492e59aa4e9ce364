/// A shape that covers pixels.
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
  /// Whether pixels are cut into parts whose mean coverage is the pixel's, and into how many each
  /// way.
  static var isCut: Bool { get }
  var parts: Int32 { get }
  /// Coverage of one of those parts of the pixel whose centre is at x, y.
  func coverage(_ x: Float, _ y: Float, row: Int32, column: Int32) -> Float
  /// Adds the runs of the row of pixels whose centres are at `y`, at least those within `columns`.
  ///
  /// A pixel's kind may depend on the columns only where both kinds give it the same, to the bit.
  func addRuns(_ y: Float, _ columns: Range<Int>, to runs: inout RowRuns)
  /// The shape away from its ends, whose coverage is faster to compute.
  associatedtype Body: Shape = Self
  var body: Body { get }
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
}

extension Shape where Body == Self {
  @inline(__always) var body: Self { self }
}

extension Shape where Tip == Self {
  @inline(__always) var tips: (Self, Self) { (self, self) }
}

/// The stretches of one row that a shape touches; the rest has coverage 0.
struct RowRuns {
  enum Kind: UInt8 {
    /// Coverage is 1 all along.
    case full
    /// Bounded as the shape's body is.
    case side
    /// Bounded as the shape's first or second tip is.
    case firstTip
    case secondTip
    /// Coverage has to be computed for each pixel.
    case end
  }

  struct Run {
    var start: Int32
    var end: Int32
    var kind: Kind
  }

  /// Each side of an arc through both of its ends has eleven at most.
  static let capacity = 24
  /// With room for two parts of each.
  static let memoryCapacity = 3 * capacity

  /// Owned by the code that draws the rows; an inline array would be copied to read one run of it.
  private(set) var runs: UnsafeMutablePointer<Run>
  private(set) var count = 0
  private let memory: UnsafeMutablePointer<Run>

  /// - Parameter memory: Room for `memoryCapacity` runs.
  @inline(__always) init(memory: UnsafeMutableBufferPointer<Run>) {
    self.memory = memory.baseAddress.unsafelyUnwrapped
    runs = self.memory
  }

  /// Makes room for another row.
  @inline(__always) mutating func removeAll() {
    runs = memory
    count = 0
  }

  /// Removes what lies outside of two ranges of columns; called once for a row.
  mutating func keep(within columns: (Range<Int>, Range<Int>)) {
    let kept = memory + Self.capacity
    var keptCount = 0
    func add(_ run: Run, within range: Range<Int>) {
      let start = max(run.start, Int32(truncatingIfNeeded: range.lowerBound))
      let end = min(run.end, Int32(truncatingIfNeeded: range.upperBound))
      guard start < end else { return }
      (kept + keptCount).initialize(to: Run(start: start, end: end, kind: run.kind))
      keptCount += 1
    }
    for index in 0..<count {
      add(runs[index], within: columns.0)
      add(runs[index], within: columns.1)
    }
    runs = kept
    count = keptCount
  }

  /// Adds the pixels from `start` up to but without `end`.
  @inline(__always) mutating func add(_ start: Int, _ end: Int, _ kind: Kind) {
    guard start < end, count < RowRuns.capacity else { return }
    (runs + count).initialize(
      to: Run(
        start: Int32(truncatingIfNeeded: start), end: Int32(truncatingIfNeeded: end), kind: kind))
    count += 1
  }

  /// Adds a stretch of which what lies within `core` is covered all along.
  @inline(__always) mutating func add(_ start: Int, _ end: Int, _ kind: Kind, core: Range<Int>) {
    let first = min(max(core.lowerBound, start), end)
    let last = min(max(core.upperBound, first), end)
    add(start, first, kind)
    add(first, last, .full)
    add(last, end, kind)
  }

  @inline(__always) mutating func add(_ start: Int, _ end: Int, isFull: Bool) {
    add(start, end, isFull ? .full : .end)
  }

  /// Adds those pixels of a stretch that are within the body, and apart from them the others.
  @inline(__always) mutating func add(_ start: Int, _ end: Int, body: Range<Int>) {
    let first = min(max(body.lowerBound, start), end)
    let last = min(max(body.upperBound, first), end)
    add(start, first, .end)
    add(first, last, .side)
    add(last, end, .end)
  }
}

/// The pixels of a row that lie on one side of a line.
struct HalfRow {
  /// Of the pixels, −∞ and ∞ being 100,000 away.
  var columns: Range<Int>

  private static let far = 100_000

  /// All others.
  @inline(__always) var opposite: Range<Int> {
    columns.lowerBound == -Self.far ? columns.upperBound..<Self.far : -Self.far..<columns.lowerBound
  }

  /// Where `ahead` × (column's centre − origin) is at least `limit`; `inverse` is 1 / `ahead`.
  ///
  /// Nearly parallel to the row all or none are, so that nothing grows beyond bounds.
  @inline(__always) init(origin: Float, ahead: Float, inverse: Float, limit: Float) {
    let far = Self.far
    if abs(ahead) < 1e-5 {
      columns = limit <= 0 ? -far..<far : far..<far
    } else {
      let place = min(max(origin + limit * inverse - 0.5, -90_000), 90_000)
      columns = ahead > 0 ? place.pixelCeiling..<far : -far..<place.pixelFloor + 1
    }
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
