/// A part of a circle drawn with a round pen.
///
/// The ends must not come closer to each other than a pixel beyond the pen's width; draw a `Ring`
/// then.
public struct Arc: Sendable {
  public let ring: Ring
  /// Clockwise from `start`.
  public let start: Direction
  public let end: Direction
  private let startPoint: PixelPoint
  private let endPoint: PixelPoint
  private let middle: Direction
  private let isNarrow: Bool
  private let isWide: Bool
  private let outerCurvature: Float
  private let innerCurvature: Float
  private let capCurvature: Float

  /// The arc between two angles, whichever is the greater; beyond a full turn it is a ring.
  public init(ring: Ring, from: Direction, to: Direction) {
    self.ring = ring
    start = from.radians <= to.radians ? from : to
    end = from.radians <= to.radians ? to : from
    startPoint = ring.center.moved(by: ring.radius, at: start)
    endPoint = ring.center.moved(by: ring.radius, at: end)
    middle = Direction(radians: (start.radians + end.radians) * 0.5)
    isNarrow = end.radians - start.radians < .pi / 2
    isWide = end.radians - start.radians > .pi
    outerCurvature = 1 / max(ring.outer, 0.1)
    innerCurvature = -1 / max(ring.inner, 1)
    capCurvature = 2 / max(ring.width, 0.1)
  }

  var isClosed: Bool { end.radians - start.radians >= 2 * .pi }
}

extension Arc: Shape {
  var bounds: PixelRect {
    start.radians.isDrawable && end.radians.isDrawable
      ? ring.bounds : PixelRect(x: 0, y: 0, width: 0, height: 0)
  }

  /// Distances clockwise of the start's line, counter-clockwise of the end's, and ahead of the
  /// centre as the middle of the sweep faces (so that a narrow sweep has no opposite one).
  @inline(__always) private func sidesOfRays(
    _ x: Float, _ y: Float
  ) -> (start: Float, end: Float, ahead: Float) {
    (
      start.sine * y + start.cosine * x, -(end.sine * y + end.cosine * x),
      middle.sine * x - middle.cosine * y
    )
  }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let (ringX, ringY) = (x - ring.center.x, y - ring.center.y)
    let afterStart = start.cosine * ringX + start.sine * ringY
    let beforeEnd = -end.cosine * ringX - end.sine * ringY
    let (startX, startY) = (x - startPoint.x, y - startPoint.y)
    let (endX, endY) = (x - endPoint.x, y - endPoint.y)
    let isStart = startX * startX + startY * startY < endX * endX + endY * endY
    // The nearer end alone decides, so that no pixel at the one end depends on the other; a sweep
    // so narrow that both are near has to ask both, and which side of the centre it is.
    let ahead = middle.sine * ringX - middle.cosine * ringY
    let inside =
      isNarrow
      ? min(min(afterStart, beforeEnd), ahead) : isStart ? afterStart : beforeEnd
    let isCap = inside < 0
    let dx = isCap ? (isStart ? startX : endX) : ringX
    let dy = isCap ? (isStart ? startY : endY) : ringY
    let offset = Offset(dx, dy)
    let outward = offset.distance - (isCap ? 0 : ring.radius)
    // How much of the pixel lies beyond the end, where the edge bends as the cap does.
    let beyond =
      isNarrow
      ? min(min(max(0.5 - afterStart, 0), 1) + min(max(0.5 - beforeEnd, 0), 1), 1)
      : min(max(0.5 - inside, 0), 1)
    let ringCurvature = outward > 0 ? outerCurvature : innerCurvature
    let curvature = ringCurvature + (capCurvature - ringCurvature) * beyond
    return offset.normal.coverage(
      inside: ring.width * 0.5 - abs(outward), curvature: curvature)
  }

  @inline(__always) func hull(_ y: Float, _ columns: Range<Int>) -> Range<Int> {
    ring.hull(y, columns)
  }

  @inline(__always) func runs(_ y: Float, _ columns: Range<Int>) -> RowRuns {
    var runs = RowRuns()
    let chords = RingChords(ring, y)
    if columns.lowerBound <= chords.middle { add(chords, y, to: &runs, left: true) }
    if columns.upperBound > chords.middle { add(chords, y, to: &runs, left: false) }
    return runs
  }

  @inline(__always) private func add(
    _ chords: RingChords, _ y: Float, to runs: inout RowRuns, left: Bool
  ) {
    let side = chords.side(left: left)
    guard !side.isEmpty else { return }
    let height = y - ring.center.y
    let first = sidesOfRays(Float(side.lowerBound) + 0.5 - ring.center.x, height)
    let last = sidesOfRays(Float(side.upperBound) - 0.5 - ring.center.x, height)
    let crossesRay =
      (first.start >= 0) != (last.start >= 0) || (first.end >= 0) != (last.end >= 0)
      || (first.ahead >= 0) != (last.ahead >= 0)
    if crossesRay { return runs.add(side.lowerBound, side.upperBound, isFull: false) }
    let isInside =
      isWide
      ? first.start >= 0 || first.end >= 0
      : first.start >= 0 && first.end >= 0 && first.ahead >= 0
    if isInside { return chords.add(to: &runs, left: left, isSolid: true) }
    let reach = ring.width * 0.5 + EdgeNormal.reach
    let start = Chord(center: startPoint.x, radius: reach, height: y - startPoint.y)
    let end = Chord(center: endPoint.x, radius: reach, height: y - endPoint.y)
    // The hull of both caps: where they share a row outside the sweep they are close together.
    let low = min(start.isEmpty ? Int.max : start.start, end.isEmpty ? Int.max : end.start)
    let high = max(start.isEmpty ? Int.min : start.end, end.isEmpty ? Int.min : end.end)
    runs.add(max(low, side.lowerBound), min(high, side.upperBound), isFull: false)
  }
}

extension Arc: Refinable {
  var smallestRadius: Float { ring.width * 0.5 }

  func scaled(by factor: Float) -> Arc {
    Arc(
      ring: Ring(
        center: PixelPoint(x: ring.center.x * factor, y: ring.center.y * factor),
        radius: ring.radius * factor, width: ring.width * factor),
      from: start, to: end)
  }
}
