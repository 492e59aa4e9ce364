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
  func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns)
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
    var columns: Columns
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
  mutating func keep(within columns: (Columns, Columns)) {
    let kept = memory + Self.capacity
    var keptCount = 0
    func add(_ run: Run, within limits: Columns) {
      let part = run.columns.clamped(to: limits)
      guard !part.isEmpty else { return }
      (kept + keptCount).initialize(to: Run(columns: part, kind: run.kind))
      keptCount += 1
    }
    for index in 0..<count {
      add(runs[index], within: columns.0)
      add(runs[index], within: columns.1)
    }
    runs = kept
    count = keptCount
  }

  /// Adds some pixels.
  @inline(__always) mutating func add(_ columns: Columns, _ kind: Kind) {
    guard !columns.isEmpty, count < RowRuns.capacity else { return }
    (runs + count).initialize(to: Run(columns: columns, kind: kind))
    count += 1
  }

  /// Adds the pixels from `start` up to but without `end`.
  @inline(__always) mutating func add(_ start: Int32, _ end: Int32, _ kind: Kind) {
    add(Columns(start, end), kind)
  }

  /// Adds a stretch of which what lies within `core` is covered all along.
  @inline(__always) mutating func add(_ columns: Columns, _ kind: Kind, core: Columns) {
    let first = columns.nearest(to: core.start)
    let last = min(max(core.end, first), columns.end)
    add(columns.start, first, kind)
    add(first, last, .full)
    add(last, columns.end, kind)
  }

  /// Adds those pixels of a stretch that are within the body, and apart from them the others.
  @inline(__always) mutating func add(_ columns: Columns, body: Columns) {
    let first = columns.nearest(to: body.start)
    let last = min(max(body.end, first), columns.end)
    add(columns.start, first, .end)
    add(first, last, .side)
    add(last, columns.end, .end)
  }
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
