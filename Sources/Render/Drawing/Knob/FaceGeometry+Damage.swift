import Layout
import Raster

extension FaceGeometry {
  /// Adds the part of the ring between two angles (degrees) that becomes lit or unlit, with its
  /// round ends.
  ///
  /// - Parameters:
  ///   - from: One end of the part, in degrees.
  ///   - to: The other end, in degrees.
  ///   - isForward: Whether the part is clockwise of the start of the lit arc.
  ///   - bothEndsChange: Whether both ends of the part change; otherwise only the leading end,
  ///     because the other is inside the part that stays lit.
  ///   - withTicks: Whether the part reaches out to the edge of the ticks.
  ///   - damage: The damage to which the part is added.
  func addArc(
    from: Double, to: Double, isForward: Bool = true, bothEndsChange: Bool = true,
    withTicks: Bool = false, to damage: inout Damage
  ) {
    let half = ring.width * 0.5
    let degreesPerPixel = 180 / .pi / Double(max(ring.radius - half, 1))
    let end = Double(half + 1) * degreesPerPixel
    let start = bothEndsChange ? end : degreesPerPixel
    let (low, high) = (min(from, to), max(from, to))
    let (first, last) = (low - (isForward ? start : end), high + (isForward ? end : start))
    if !withTicks {
      let turn = FirstTurn(from: first)
      let isAdded = damage.addShortArc(
        of: ring, from: turn.radians(low), to: turn.radians(high),
        within: (turn.radians(first), turn.radians(last)))
      if isAdded { return }
    }
    addRing(
      inner: ring.radius - half,
      outer: withTicks ? max(ticksEdge, ring.radius + half) : ring.radius + half,
      from: first, to: last, to: &damage)
  }

  /// The distance of the ticks' outer edge from the centre, in pixels.
  var ticksEdge: Float {
    let size = metrics.ticks.major
    return radius * (size.outer + size.width) + 1
  }

  /// Adds the part of a ring around the centre between two radii (pixels) and two angles (degrees).
  func addRing(
    inner: Float, outer: Float, from: Double, to: Double, pieces: Int = 4,
    to damage: inout Damage
  ) {
    let turn = FirstTurn(from: from)
    damage.addRing(
      center: center, inner: inner, outer: outer, from: turn.radians(from), to: turn.radians(to),
      pieces: pieces)
  }
}

/// Shifts angles by whole turns so that the lowest of them is in the first turn.
private struct FirstTurn {
  /// The degrees of the turns before the lowest angle's.
  private let skipped: Double

  init(from lowest: Double) {
    skipped = (lowest / 360).rounded(.down) * 360
  }

  func radians(_ degrees: Double) -> Float { Float((degrees - skipped) / 180 * .pi) }
}
