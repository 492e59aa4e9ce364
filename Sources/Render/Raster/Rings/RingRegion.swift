/// The pixels of a ring, to which drawing can be limited.
///
/// Its rows and the rectangles around it are computed once, because turning ribs are drawn on the
/// same ring in each frame.
public final class RingRegion: Sendable {
  /// The bounding box, which includes the hole.
  public let bounds: PixelRect
  private let center: PixelPoint
  /// The minimum and maximum distances of its pixels' centres from the centre.
  private let inner: Float
  private let outer: Float
  /// From the top of the bounds down.
  let rows: [Row]
  /// Rectangles around it, few enough to leave room for other damage.
  let rectangles: Damage
  let boundsOfRectangles: PixelRect

  /// The columns left and right of the hole; if the row misses the hole, all are in `left`.
  struct Row {
    let left: Columns
    let right: Columns

    init(left: Columns, right: Columns) {
      self.left = left.isEmpty ? .none : left
      self.right = right.isEmpty ? .none : right
    }

    /// Returns the index of a column of the region, counted from the leftmost.
    func index(ofColumn column: Int32) -> Int {
      Int(column < left.end ? column - left.start : Int32(left.count) + column - right.start)
    }
  }

  /// Creates a region of the pixels that a ring touches, and perhaps some next to them.
  public convenience init(_ ring: Ring) {
    self.init(center: ring.center, inner: ring.inner, outer: ring.outer)
  }

  /// Creates a region of the pixels that a ring between two distances from a centre touches, and
  /// perhaps some next to them; all in pixels of the picture.
  public init(center: PixelPoint, inner: Float, outer: Float) {
    self.center = center
    self.inner = inner - 1
    self.outer = outer + 1
    let bounds = boundsOfDisc(center: center, radius: outer + 1)
    self.bounds = bounds
    rows = (bounds.y..<bounds.maxY).map { y in
      let height = Float(y) + 0.5 - center.y
      let all = Columns(center: center.x, radius: outer + 1, height: height)
      let hole = Columns(center: center.x, radius: inner - 1, height: height)
      if hole.isEmpty { return Row(left: all, right: .none) }
      return Row(left: Columns(all.start, hole.start), right: Columns(hole.end, all.end))
    }
    var rectangles = Damage()
    // `addRing` adds the margin.
    rectangles.addRing(
      center: center, inner: inner, outer: outer, from: 0, to: 2 * .pi, pieces: 5)
    self.rectangles = rectangles
    boundsOfRectangles = rectangles.bounds
  }

  /// Returns the region's columns in a row of pixels: left and right of the hole, or all in the
  /// first.
  func columns(ofRow y: Int) -> (Columns, Columns) {
    guard rows.indices.contains(y - bounds.y) else { return (.none, .none) }
    let row = rows[y - bounds.y]
    return (row.left, row.right)
  }

  /// Returns whether all of a rectangle lies in the hole.
  func holeContains(_ rect: PixelRect) -> Bool {
    rect.isInside(center, radius: inner)
  }

  /// Returns whether the region contains all pixels that a ring touches.
  func contains(_ ring: Ring) -> Bool {
    ring.center == center && ring.inner - EdgeNormal.reach >= inner
      && ring.outer + EdgeNormal.reach <= outer
  }
}

extension Damage {
  /// Adds rectangles around the part of a ring that lies within `limits`.
  public mutating func add(_ ring: RingRegion, within limits: PixelRect) {
    // Usually all of it is visible: its rectangles then need not be compared with each other.
    if isEmpty, limits.contains(ring.boundsOfRectangles) { return self = ring.rectangles }
    for index in 0..<ring.rectangles.count {
      add(ring.rectangles[index].intersection(limits))
    }
  }
}

extension Canvas {
  /// Calls `draw` with a canvas for each part of a row if this one is limited to a ring; for items
  /// rarely drawn on a ring.
  ///
  /// - Parameters:
  ///   - area: The pixels that may be drawn on.
  ///   - draw: Draws on a canvas that is not limited to a ring.
  /// - Returns: False if this canvas is not limited to a ring; nothing is drawn then.
  func drawInParts(of area: PixelRect, _ draw: (Canvas) -> Void) -> Bool {
    guard let ring else { return false }
    let area = clip.intersection(area)
    if ring.holeContains(area) { return true }
    for y in area.y..<area.maxY {
      let (left, right) = ring.columns(ofRow: y)
      drawPart(of: y, left.clamped(to: Columns(of: area)), draw)
      drawPart(of: y, right.clamped(to: Columns(of: area)), draw)
    }
    return true
  }

  private func drawPart(of y: Int, _ columns: Columns, _ draw: (Canvas) -> Void) {
    guard !columns.isEmpty else { return }
    let part = PixelRect(x: Int(columns.start), y: y, width: columns.count, height: 1)
    draw(withoutRing.clipped(to: part))
  }
}
