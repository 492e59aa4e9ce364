import Layout
import Raster

extension FaceGeometry {
  /// The lit ring beyond its end: thinner than the ring, like stretched rubber.
  var stretchedRing: Ring {
    Ring(center: center, radius: ring.radius, width: max(ring.width * 0.55, 2))
  }

  /// The gap between the cap and the ring or ticks around it, in fractions of the radius.
  private var gap: ClosedRange<Float> {
    let ticks = metrics.ticks
    let outer =
      metrics.hasRing
      ? metrics.track.radius - metrics.track.width * 0.5
      : ticks.shape == .none ? 1 : ticks.major.inner - ticks.major.width * 0.5
    let inner = metrics.cap.shape == .none ? outer - 0.1 : metrics.edge
    return min(inner, outer)...outer
  }

  private var gapMiddle: Float { (gap.lowerBound + gap.upperBound) * 0.5 }

  /// Returns a mark of the scale between the cap and the ring.
  func detent(at angle: Direction) -> Capsule {
    let width = max(radius * metrics.detent * 0.6, 2)
    // The pointer does not touch it.
    let inner = radius * gapMiddle - max(radius * metrics.detent, 2.5) * 0.5 + width * 0.5
    let outer = max(radius * gap.upperBound - width * 0.5 - 1, inner)
    return Capsule(
      from: center.moved(by: inner, at: angle), to: center.moved(by: outer, at: angle),
      width: width)
  }

  /// The middle and half the length of the stop mark, in fractions of the radius: across the ring,
  /// or across the ticks if there is no ring, but clear of their labels.
  private var stop: (middle: Float, halfLength: Float) {
    let (track, ticks) = (metrics.track, metrics.ticks)
    if metrics.hasRing { return (track.radius, max(track.width * 0.5 + 0.05, 0.085)) }
    if ticks.hasLabels { return (ticks.major.outer - 0.07, 0.06) }
    return ((ticks.major.inner + ticks.major.outer) * 0.5, 0.085)
  }

  /// The tip of the mark of a reading, as a fraction of the radius: outside of the ring or the ticks,
  /// or inside of ticks with labels.
  private var reading: (tip: Float, pointsOut: Bool) {
    let (track, ticks) = (metrics.track, metrics.ticks)
    if metrics.hasRing { return (track.radius + track.width * 0.5 + 0.025, false) }
    guard ticks.shape != .none else { return (1.02, false) }
    if ticks.hasLabels { return (ticks.major.inner - 0.02, true) }
    let edge = ticks.shape == .dot ? ticks.major.width * 0.5 : 0
    return (ticks.major.outer + edge + 0.025, false)
  }

  /// The indicators, which are below a value on the cap, or left of a value below the knob.
  var indicators: IndicatorGeometry {
    let typography = metrics.typography
    let ring =
      metrics.hasRing
      ? self.ring.radius
      : metrics.ticks.shape == .dot ? radius * metrics.ticks.major.inner : radius * gapMiddle
    let length = min(max((gap.upperBound - gap.lowerBound) * 0.22, 0.018), 0.03)
    let isBeside = typography.value == .below
    let value = PixelPoint(x: center.x, y: center.y + valueOffset)
    return IndicatorGeometry(
      center: center, radius: radius,
      marks: IndicatorGeometry.Marks(
        ring: ring, ringWidth: self.ring.width, gap: radius * gapMiddle,
        halfLength: radius * length, stop: radius * stop.middle,
        stopHalfLength: radius * stop.halfLength, reading: radius * reading.tip,
        readingPointsOut: reading.pointsOut),
      middle: isBeside
        ? PixelPoint(
          x: center.x + valueShift - max(radius * 0.5, valueSize + 5), y: value.y)
        : PixelPoint(x: center.x, y: center.y + radius * typography.indicatorOffset),
      size: radius * typography.indicatorSize, value: value,
      valueSize: typography.value == .none ? 0 : valueSize,
      floor: isBeside || typography.name == .inside ? nil : indicatorFloor)
  }

  /// How far below the centre an indicator may extend: in the hollow of a cap, or inside the ring.
  private var indicatorFloor: Float {
    let edge = metrics.cap.hollow > 0 ? hollow.radius : radius * metrics.edge
    return edge - max(radius * 0.05, 1.5)
  }

  /// Returns whether the pointer covers any of a rectangle at some angle.
  func pointerCanCover(_ rect: PixelRect) -> Bool {
    let pointer = metrics.pointer
    let tip = pointer.shape == .triangle ? 0.5 : max(radius * pointer.width, 1.5) * 0.5 + 0.5
    let near = radius * pointer.inner - tip
    let far = radius * pointer.outer + tip
    let (left, right) = (Float(rect.x) - center.x, Float(rect.maxX) - center.x)
    let (top, bottom) = (Float(rect.y) - center.y, Float(rect.maxY) - center.y)
    func length(_ x: Float, _ y: Float) -> Float { (x * x + y * y).squareRoot() }
    let farthest = length(max(abs(left), abs(right)), max(abs(top), abs(bottom)))
    let nearest = length(max(left, -right, 0), max(top, -bottom, 0))
    return pointer.shape != .none && farthest >= near && nearest <= far
  }
}
