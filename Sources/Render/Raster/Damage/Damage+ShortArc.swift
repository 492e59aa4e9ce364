internal import Glibc

extension Damage {
  /// Adds one rectangle around the pixels that change when an end of an arc moves a short way.
  ///
  /// The changed pixels lie on the path of the round pen, and within the sector that is not covered
  /// both before and after. The rectangle is the intersection of the bounding boxes of the two: on
  /// a diagonal, about half of the sector's box.
  ///
  /// - Parameters:
  ///   - ring: The ring that the arc is part of.
  ///   - from: The angle at which the pen's centre starts, in radians, 0 at 12 o'clock, clockwise
  ///     positive.
  ///   - to: The angle at which it ends, clockwise of `from`.
  ///   - sector: The angles between which pixels change, round ends included.
  /// - Returns: False if the way is so long that `addRing` covers less; nothing is added then.
  public mutating func addShortArc(
    of ring: Ring, from: Float, to: Float, within sector: (from: Float, to: Float)
  ) -> Bool {
    let angle = sector.to - sector.from
    // Each comparison is false for NaN.
    guard angle * ring.radius < max(ring.width * 2, 32), angle < .pi, sector.from <= from,
      from <= to, to <= sector.to, sector.from.isDrawable, sector.to.isDrawable,
      ring.center.isDrawable, ring.outer.isDrawable, ring.outer > 0
    else { return false }
    // One more pixel for the soft edge.
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

  /// Creates the box around the part between two radii and two angles (radians, 0 at 12 o'clock,
  /// clockwise positive).
  init(inner: Float, outer: Float, from: Float, to: Float) {
    let (sines, cosines) = ((sinf(from), sinf(to)), (cosf(from), cosf(to)))
    let (leftmost, rightmost) = (min(sines.0, sines.1), max(sines.0, sines.1))
    let (lowest, highest) = (min(cosines.0, cosines.1), max(cosines.0, cosines.1))
    left = min(leftmost * inner, leftmost * outer)
    right = max(rightmost * inner, rightmost * outer)
    top = -max(highest * inner, highest * outer)
    bottom = -min(lowest * inner, lowest * outer)
    // Where the part crosses an axis, it extends farther than at its ends.
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
