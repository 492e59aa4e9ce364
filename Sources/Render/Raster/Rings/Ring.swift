/// A full circle drawn with a pen.
public struct Ring: Hashable, Sendable {
  /// In pixels of the picture.
  public let center: PixelPoint
  /// The radius of the pen's path, in pixels.
  public let radius: Float
  /// The pen's width, in pixels; at most twice the radius.
  public let width: Float

  /// Creates a circle of `radius`, drawn with a pen of `width`, both in pixels.
  public init(center: PixelPoint, radius: Float, width: Float) {
    self.center = center
    self.radius = radius
    self.width = min(width, radius * 2)
  }

  /// Whether no pixel touches both of its edges.
  var isThick: Bool { width >= 2 * EdgeNormal.reach }

  var outer: Float { radius + width * 0.5 }
  var inner: Float { radius - width * 0.5 }
}

extension Ring: Shape {
  var bounds: PixelRect {
    guard width > 0 else { return .empty }
    return boundsOfDisc(center: center, radius: outer)
  }

  /// Returns the outer circle's coverage minus the inner one's, as both may pass through one pixel.
  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let offset = Offset(x, y, from: center)
    let normal = offset.normal
    return normal.coverage(inside: outer - offset.distance, curvature: 1 / outer)
      - normal.coverage(inside: inner - offset.distance, curvature: 1 / max(inner, 1))
  }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    let chords = RingChords(self, y)
    let all = Columns(-Columns.far, Columns.far)
    if columns.start <= chords.middle { chords.add(to: &runs, left: true, within: all) }
    if columns.end > chords.middle { chords.add(to: &runs, left: false, within: all) }
  }
}

extension Ring: Refinable {
  /// The hole's radius, as the outer circle is larger.
  var smallestRadius: Float { inner }

  func scaled(by factor: Float) -> Ring {
    Ring(center: center.scaled(by: factor), radius: radius * factor, width: width * factor)
  }
}

/// A ring so wide that no pixel touches both of its edges.
struct ThickRing: Shape {
  private let ring: Ring
  private let half: Float
  private let outerCurvature: Float
  private let innerCurvature: Float

  init(_ ring: Ring) {
    self.ring = ring
    half = ring.width * 0.5
    outerCurvature = 1 / max(ring.outer, 0.1)
    innerCurvature = -1 / max(ring.inner, 1)
  }

  var bounds: PixelRect { ring.bounds }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let offset = Offset(x, y, from: ring.center)
    let outward = offset.distance - ring.radius
    let curvature = choose(outward > 0, outerCurvature, innerCurvature)
    return offset.normal.coverage(inside: half - abs(outward), curvature: curvature)
  }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    ring.addRuns(y, columns, to: &runs)
  }
}

/// The parts of a ring in a row of pixels: two sides, which meet where the row misses the hole.
protocol Chords {
  /// Returns the pixels of one side, from the ring's edge to its hole, or to the middle if the row
  /// misses the hole.
  func side(left: Bool) -> Columns
  /// Adds the runs of one side within `limits`, where only the two circles bound the ring.
  func add(to runs: inout RowRuns, left: Bool, within limits: Columns)
}

/// Chords that are computed from the two circles.
struct RingChords: Chords {
  /// The columns inside or touched by the outer circle.
  let outer: Columns
  /// The columns inside the hole that the ring does not touch.
  let hole: Columns
  /// The column that separates the sides: left pixels are before it, right pixels at or after it.
  let middle: Int32
  private let ring: Ring
  private let height: Float

  @inline(__always) init(_ ring: Ring, _ y: Float) {
    self.ring = ring
    let (x, reach) = (ring.center.x, EdgeNormal.reach)
    height = y - ring.center.y
    outer = Columns(center: x, radius: ring.outer + reach, height: height)
    hole = Columns(center: x, radius: ring.inner - reach, height: height)
    middle = x.nearestInteger
  }

  @inline(__always) func side(left: Bool) -> Columns {
    left
      ? Columns(outer.start, hole.isEmpty ? middle : hole.start)
      : Columns(hole.isEmpty ? middle : hole.end, outer.end)
  }

  @inline(__always) func add(to runs: inout RowRuns, left: Bool, within limits: Columns) {
    let side = side(left: left).clamped(to: limits)
    guard !side.isEmpty else { return }
    let full = full(of: side, left: left)
    runs.add(side.start, full.start, .side)
    runs.add(full.start, full.end, .full)
    runs.add(full.end, side.end, .side)
  }

  /// Returns one side, and those of its pixels that are certain to be fully covered, if any.
  func parts(left: Bool) -> (side: Columns, full: Columns) {
    let side = side(left: left)
    return (side, side.isEmpty ? side : full(of: side, left: left))
  }

  /// Returns the pixels of one side, or of part of it, that are certain to be fully covered.
  @inline(__always) private func full(of side: Columns, left: Bool) -> Columns {
    let (x, reach) = (ring.center.x, EdgeNormal.reach)
    // Fully covered apart from the hole, and touched by the hole.
    let full = Columns(center: x, radius: ring.outer - reach, height: height)
    let fullHole = Columns(center: x, radius: ring.inner + reach, height: height)
    guard !full.isEmpty else { return Columns(side.end, side.end) }
    // End before the hole on the left, and start after it on the right, if the row reaches it.
    let start: Int32
    let end: Int32
    if left {
      start = full.start
      end = fullHole.isEmpty ? side.end : fullHole.start
    } else {
      start = fullHole.isEmpty ? side.start : fullHole.end
      end = full.end
    }
    let first = side.nearest(to: start)
    return Columns(first, min(max(end, first), side.end))
  }
}
