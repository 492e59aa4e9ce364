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
  ///   - bothEndsChange: Whether both ends of the part change; otherwise only the end that is
  ///     ahead, because the other is inside what stays lit.
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
    addRing(
      inner: ring.radius - half,
      outer: withTicks ? max(ticksEdge, ring.radius + half) : ring.radius + half,
      from: min(from, to) - (isForward ? start : end),
      to: max(from, to) + (isForward ? end : start), to: &damage)
  }

  /// How far ticks reach from the centre, in pixels.
  var ticksEdge: Float {
    let size = metrics.ticks.major
    return radius * (size.outer + size.width) + 1
  }

  /// Adds the part of a ring around the centre between two radii (pixels) and two angles (degrees).
  func addRing(
    inner: Float, outer: Float, from: Double, to: Double, pieces: Int = 4,
    to damage: inout Damage
  ) {
    // Within the first turn, whichever turn of several it is.
    let turns = (from / 360).rounded(.down) * 360
    damage.addRing(
      center: center, inner: inner, outer: outer,
      from: Float((from - turns) / 180 * .pi), to: Float((to - turns) / 180 * .pi),
      pieces: pieces)
  }
}
