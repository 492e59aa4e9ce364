internal import Glibc

extension Damage {
  /// Adds one rectangle around what changes where an end of an arc moves, if it moves a short way.
  ///
  /// What changes lies on the way of the round pen, and within the sector that is not covered both
  /// before and after. Each of the two has a box, and the rectangle is what these share: on a
  /// diagonal that is about half of the sector's own box.
  ///
  /// - Parameters:
  ///   - ring: The ring that the arc is a part of.
  ///   - from: Where the pen's middle begins, in radians, 0 at 12 o'clock, clockwise positive.
  ///   - to: Where it ends, clockwise of `from`.
  ///   - sector: The angles between which pixels change, round ends included.
  /// - Returns: False if the way is so long that `addRing` covers less; then nothing was added.
  public mutating func addShortArc(
    of ring: Ring, from: Float, to: Float, within sector: (from: Float, to: Float)
  ) -> Bool {
    let angle = sector.to - sector.from
    // Each comparison is false for what is not a number.
    guard angle * ring.radius < max(ring.width * 2, 32), angle < .pi, sector.from <= from,
      from <= to, to <= sector.to, sector.from.isDrawable, sector.to.isDrawable,
      ring.center.x.isDrawable, ring.center.y.isDrawable, ring.outer.isDrawable, ring.outer > 0
    else { return false }
    // A pixel more for the soft edge.
    let reach = ring.width * 0.5 + 1
    let pen = RingBox(inner: ring.radius, outer: ring.radius, from: from, to: to)
    let part = RingBox(
      inner: max(ring.radius - reach, 0), outer: ring.radius + reach, from: sector.from,
      to: sector.to)
    let left = (ring.center.x + max(pen.left - reach, part.left)).pixelFloor
    let top = (ring.center.y + max(pen.top - reach, part.top)).pixelFloor
    let right = (ring.center.x + min(pen.right + reach, part.right)).pixelCeiling
    let bottom = (ring.center.y + min(pen.bottom + reach, part.bottom)).pixelCeiling
    add(PixelRect(x: left, y: top, width: right - left, height: bottom - top))
    return true
  }
}

/// The box around a part of a ring, relative to its centre, in pixels.
private struct RingBox {
  private(set) var left: Float
  private(set) var top: Float
  private(set) var right: Float
  private(set) var bottom: Float

  /// The part between two radii and two angles (radians, 0 at 12 o'clock, clockwise positive).
  init(inner: Float, outer: Float, from: Float, to: Float) {
    let (sines, cosines) = ((sinf(from), sinf(to)), (cosf(from), cosf(to)))
    let (leftmost, rightmost) = (min(sines.0, sines.1), max(sines.0, sines.1))
    let (lowest, highest) = (min(cosines.0, cosines.1), max(cosines.0, cosines.1))
    left = min(leftmost * inner, leftmost * outer)
    right = max(rightmost * inner, rightmost * outer)
    top = -max(highest * inner, highest * outer)
    bottom = -min(lowest * inner, lowest * outer)
    // Where the part crosses an axis it reaches farther than at its ends.
    var quarter = (from / (.pi / 2)).rounded(.up)
    while quarter * (.pi / 2) <= to {
      switch Int(quarter) & 3 {
      case 0: top = -outer
      case 1: right = outer
      case 2: bottom = outer
      default: left = -outer
      }
      quarter += 1
    }
  }
}
