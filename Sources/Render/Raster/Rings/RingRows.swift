/// The rows of a ring, computed once: the columns that it covers fully and the coverage of the
/// pixels beside them, so that drawing part of the ring computes coverage only at its ends.
///
/// Usable for all rings of the same radius and width whose centres have the same position within a
/// pixel. For a ring 300 pixels wide, it takes about 25 kilobytes.
public final class RingRows: Sendable {
  /// One row's columns left or right of the middle, relative to the pixel of the ring's centre.
  struct Side {
    /// Touched up to `end`, and fully covered from `full` up to `fullEnd`.
    var start: Int32 = 0
    var full: Int32 = 0
    var fullEnd: Int32 = 0
    var end: Int32 = 0
    /// The offset from a column to the index of its coverage: before `full`, and from `fullEnd` on.
    var first: Int32 = 0
    var second: Int32 = 0
  }

  struct Row {
    var left = Side()
    var right = Side()
  }

  /// The ring, with its centre in the pixel at 0, 0.
  private let ring: Ring
  private let firstRow: Int
  private let rows: [Row]
  /// In 0…1, padded by three values, because pixels are drawn in groups of four.
  private let coverage: [Float]

  /// Creates the rows of a ring; returns nil if it is too small, thin or large for them to pay off.
  public init?(_ ring: Ring) {
    guard Self.isWorthCaching(ring) else { return nil }
    let ring = ring.nearOrigin.ring
    let body = ThickRing(ring)
    let bounds = ring.bounds
    var (rows, coverage): ([Row], [Float]) = ([], [])
    rows.reserveCapacity(bounds.height)
    for row in bounds.y..<bounds.maxY {
      let y = Float(row) + 0.5
      let chords = RingChords(ring, y)
      func side(left: Bool) -> Side {
        let (columns, full) = chords.parts(left: left)
        guard !columns.isEmpty else { return Side() }
        var side = Side(start: columns.start, full: full.start, fullEnd: full.end, end: columns.end)
        func index(_ stretch: Columns) -> Int32 {
          let index = Int32(coverage.count) - stretch.start
          for column in stretch.start..<stretch.end {
            coverage.append(body.coverage(Float(column) + 0.5, y))
          }
          return index
        }
        side.first = index(Columns(side.start, side.full))
        side.second = index(Columns(side.fullEnd, side.end))
        return side
      }
      rows.append(Row(left: side(left: true), right: side(left: false)))
    }
    coverage += [0, 0, 0]
    self.ring = ring
    firstRow = bounds.y
    self.rows = rows
    self.coverage = coverage
  }

  /// Returns whether the rows can be used for a ring.
  func match(_ other: Ring) -> Bool { other.nearOrigin.ring == ring }

  /// Calls `body` with an arc of one of these rings, which is drawn with the help of the rows.
  func withKnownArc(_ arc: Arc, _ body: (KnownArc) -> Void) {
    let origin = arc.ring.nearOrigin
    rows.withUnsafeBufferPointer { rows in
      coverage.withUnsafeBufferPointer { coverage in
        guard let first = rows.baseAddress, let coverage = coverage.baseAddress else { return }
        let top = origin.y + firstRow
        body(
          KnownArc(
            arc: arc, rows: first, coverage: coverage, column: Int32(truncatingIfNeeded: origin.x),
            vertical: top..<top + rows.count))
      }
    }
  }

  /// Returns whether every pixel has at most one edge, as in `ThickRing`, and the inner edge bends
  /// so little that no pixel needs refinement.
  private static func isWorthCaching(_ ring: Ring) -> Bool {
    ring.isThick && !ring.needsRefinement && ring.inner > 0 && ring.outer < 2000
      && ring.center.isDrawable
  }
}

extension Ring {
  /// The pixel of the ring's centre, and the same ring with its centre in the pixel at 0, 0.
  ///
  /// Nothing is rounded, as only whole numbers are subtracted. A centre that cannot be drawn is
  /// kept.
  public var nearOrigin: (x: Int, y: Int, ring: Ring) {
    guard center.isDrawable else { return (0, 0, self) }
    let (x, y) = (center.x.pixelFloor, center.y.pixelFloor)
    let nearCenter = PixelPoint(x: center.x - Float(x), y: center.y - Float(y))
    return (x, y, Ring(center: nearCenter, radius: radius, width: width))
  }
}

/// An arc of a ring whose rows are known; its coverage equals the arc's, bit for bit.
struct KnownArc: Shape {
  let arc: Arc
  let rows: UnsafePointer<RingRows.Row>
  let coverage: UnsafePointer<Float>
  /// The column of the pixel of the ring's centre.
  let column: Int32
  /// The rows of the picture that the ring touches.
  let vertical: Range<Int>

  var bounds: PixelRect {
    let bounds = arc.bounds
    let top = max(bounds.y, vertical.lowerBound)
    return PixelRect(
      x: bounds.x, y: top, width: bounds.width,
      height: min(bounds.maxY, vertical.upperBound) - top)
  }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float { arc.coverage(x, y) }

  @inline(__always) func known(_ offset: Int32) -> KnownCoverage {
    KnownCoverage(coverage: coverage + Int(offset))
  }

  @inline(__always) var tips: (ArcTip, ArcTip) { arc.tips }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    // y is the middle of a row.
    let row = Int((y - 0.5).nearestInteger) - vertical.lowerBound
    arc.addRuns(KnownChords(row: rows + row, column: column), y, columns, to: &runs)
  }
}

/// Precomputed coverage of pixels in a row, by their column.
struct KnownCoverage: Shape {
  let coverage: UnsafePointer<Float>

  var bounds: PixelRect { .empty }
  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float { 0 }
  static var isKnown: Bool { true }
  @inline(__always) func coverage(first: Int32, lane: Int) -> Float {
    (coverage + Int(first))[lane]
  }
  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {}
}

/// The chords of a ring whose rows are known.
struct KnownChords: Chords {
  let row: UnsafePointer<RingRows.Row>
  let column: Int32

  @inline(__always) func side(left: Bool) -> Columns {
    let side = left ? row.pointee.left : row.pointee.right
    return Columns(side.start &+ column, side.end &+ column)
  }

  @inline(__always) func add(to runs: inout RowRuns, left: Bool, within limits: Columns) {
    let side = left ? row.pointee.left : row.pointee.right
    func part(_ start: Int32, _ end: Int32) -> Columns {
      Columns(start &+ column, end &+ column).clamped(to: limits)
    }
    runs.add(part(side.start, side.full), knownAt: side.first &- column)
    runs.add(part(side.full, side.fullEnd), .full)
    runs.add(part(side.fullEnd, side.end), knownAt: side.second &- column)
  }
}
