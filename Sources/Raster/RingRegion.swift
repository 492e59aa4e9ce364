/// The pixels of a ring, to which drawing can be limited.
///
/// Its rows and the rectangles around it are computed once, as ribs that turn are drawn on the same
/// ring in each frame.
public final class RingRegion: Sendable {
  /// The pixels around it, those of the hole included.
  public let bounds: PixelRect
  private let center: PixelPoint
  /// Between which distances from the centre the centres of its pixels are.
  private let inner: Float
  private let outer: Float
  /// From the top of the bounds down.
  let rows: [Row]
  /// Rectangles around it, few enough to leave room for other damage.
  let rectangles: Damage
  let boundsOfRectangles: PixelRect

  /// Left and right of the hole; all columns are left where there is none.
  struct Row {
    let left: Columns
    let right: Columns

    init(left: Columns, right: Columns) {
      self.left = left.isEmpty ? .none : left
      self.right = right.isEmpty ? .none : right
    }

    /// The index of a column that belongs to the region, from the leftmost on.
    func index(ofColumn column: Int32) -> Int {
      Int(column < left.end ? column - left.start : Int32(left.count) + column - right.start)
    }
  }

  /// The pixels that a ring touches, and perhaps some beside them.
  public convenience init(_ ring: Ring) {
    self.init(center: ring.center, inner: ring.inner, outer: ring.outer)
  }

  /// The pixels that a ring between two distances from a centre touches, and perhaps some beside
  /// them; all in pixels of the picture.
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
    // The margin is added there.
    rectangles.addRing(
      center: center, inner: inner, outer: outer, from: 0, to: 2 * .pi, pieces: 5)
    self.rectangles = rectangles
    boundsOfRectangles = rectangles.bounds
  }

  /// The columns that belong to it in a row of pixels: left and right of the hole, or all of them.
  func columns(ofRow y: Int) -> (Columns, Columns) {
    guard rows.indices.contains(y - bounds.y) else { return (.none, .none) }
    let row = rows[y - bounds.y]
    return (row.left, row.right)
  }

  /// True if all of a rectangle lies in the hole.
  func missesInside(_ rect: PixelRect) -> Bool {
    let dx = max(abs(Float(rect.x) - center.x), abs(Float(rect.maxX) - center.x))
    let dy = max(abs(Float(rect.y) - center.y), abs(Float(rect.maxY) - center.y))
    return inner > 0 && dx * dx + dy * dy < inner * inner
  }

  /// True if all that a ring touches belongs to it.
  func contains(_ ring: Ring) -> Bool {
    ring.center == center && ring.inner - EdgeNormal.reach >= inner
      && ring.outer + EdgeNormal.reach <= outer
  }
}

extension Damage {
  /// Adds rectangles around the part of a ring that lies within `limits`.
  public mutating func add(_ ring: RingRegion, within limits: PixelRect) {
    // Mostly all of it is seen: then none of its rectangles needs to be held against the others.
    if isEmpty, limits.contains(ring.boundsOfRectangles) { return self = ring.rectangles }
    for index in 0..<ring.rectangles.count {
      add(ring.rectangles[index].intersection(limits))
    }
  }
}

extension Canvas {
  /// Calls `draw` with canvases that are open in a part of a row each, if this one is limited to a
  /// ring; for what is seldom drawn on one.
  ///
  /// - Parameters:
  ///   - area: The pixels that may be drawn on.
  ///   - draw: Draws on a canvas that is not limited to a ring.
  /// - Returns: False if this canvas is not limited to a ring; nothing was drawn then.
  func drawInParts(of area: PixelRect, _ draw: (Canvas) -> Void) -> Bool {
    guard let ring else { return false }
    let area = clip.intersection(area)
    if ring.missesInside(area) { return true }
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
