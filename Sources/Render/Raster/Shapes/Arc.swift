/// An arc of a circle, drawn with a round pen.
public struct Arc: Sendable {
  /// The ring that the arc is part of.
  public let ring: Ring
  /// The angle at which the arc starts; it runs clockwise from here.
  public let start: Direction
  /// The angle at which the arc ends; if it is a full turn or more from `start`, the arc is a ring.
  public let end: Direction
  let startPoint: PixelPoint
  let endPoint: PixelPoint
  private let middle: Direction
  private let isNarrow: Bool
  /// Whether no pixel near one end is affected by the other end.
  private let endsAreApart: Bool
  private let bends: Bends
  // Inverses for cutting rows, stored because a division takes as long as a pixel.
  private let inverseStart: Float
  private let inverseEnd: Float
  private let inverseMiddle: Float
  private let inverseAhead: Float

  /// Creates the arc between two angles, in either order; a full turn or more makes a ring.
  public init(ring: Ring, from: Direction, to: Direction) {
    self.ring = ring
    start = from.radians <= to.radians ? from : to
    end = from.radians <= to.radians ? to : from
    startPoint = ring.center.moved(by: ring.radius, at: start)
    endPoint = ring.center.moved(by: ring.radius, at: end)
    middle = Direction(radians: (start.radians + end.radians) * 0.5)
    let sweep = end.radians - start.radians
    isNarrow = sweep < .pi / 2
    let reach = ring.width * 0.5 + 2
    endsAreApart = !isNarrow || ring.radius * sweep * 0.6 > reach && ring.radius * 0.7 > reach
    inverseStart = 1 / start.cosine
    inverseEnd = -1 / end.cosine
    inverseMiddle = 1 / middle.cosine
    inverseAhead = 1 / middle.sine
    bends = Bends(ring)
  }

  /// Whether both round ends, nearly a full turn apart, may touch the same pixel.
  var endsMeet: Bool {
    let (dx, dy) = (endPoint.x - startPoint.x, endPoint.y - startPoint.y)
    let reach = ring.width + 2 * EdgeNormal.reach
    return !isNarrow && dx * dx + dy * dy < reach * reach
  }

  var isClosed: Bool { end.radians - start.radians >= 2 * .pi }
}

extension Arc: Shape {
  var bounds: PixelRect {
    start.radians.isDrawable && end.radians.isDrawable ? ring.bounds : .empty
  }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let (ringX, ringY) = (x - ring.center.x, y - ring.center.y)
    let afterStart = start.cosine * ringX + start.sine * ringY
    let beforeEnd = -end.cosine * ringX - end.sine * ringY
    let (startX, startY) = (x - startPoint.x, y - startPoint.y)
    let (endX, endY) = (x - endPoint.x, y - endPoint.y)
    let isStart = startX * startX + startY * startY < endX * endX + endY * endY
    // Use only the nearer end, so that no pixel at one end depends on the other. In a narrow sweep
    // both ends are near: use both, and the side of the centre.
    let ahead = middle.sine * ringX - middle.cosine * ringY
    let inside =
      isNarrow
      ? lesser(lesser(afterStart, beforeEnd), ahead) : choose(isStart, afterStart, beforeEnd)
    let isCap = inside < 0
    let offset = Offset(
      choose(isCap, choose(isStart, startX, endX), ringX),
      choose(isCap, choose(isStart, startY, endY), ringY))
    // The fraction of the pixel beyond the end, where the edge has the cap's curvature.
    let beyond =
      isNarrow
      ? lesser(saturate(0.5 - afterStart) + saturate(0.5 - beforeEnd), 1) : saturate(0.5 - inside)
    return bends.coverage(ring, offset, isCap: isCap, beyond: beyond)
  }

  @inline(__always) var body: ThickRing { ThickRing(ring) }
  @inline(__always) var tips: (ArcTip, ArcTip) {
    (
      ArcTip(ring: ring, point: startPoint, insideX: start.cosine, insideY: start.sine),
      ArcTip(ring: ring, point: endPoint, insideX: -end.cosine, insideY: -end.sine)
    )
  }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {
    addRuns(RingChords(ring, y), y, columns, to: &runs)
  }

  /// Adds the runs of a row, given the row's chords of the ring.
  @inline(__always) func addRuns<C: Chords>(
    _ chords: C, _ y: Float, _ columns: Columns, to runs: inout RowRuns
  ) {
    add(chords, y, chords.side(left: true).clamped(to: columns), to: &runs, left: true)
    add(chords, y, chords.side(left: false).clamped(to: columns), to: &runs, left: false)
  }

  /// Adds the runs of one side of the ring, or of part of it.
  ///
  /// ```
  ///     ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▒▒▒▒▒▒▒▒▒▒         ▓ body, bounded by the two circles only
  ///     body      │ around a cap │ none   ▒ body, none, or computed for each pixel
  /// ```
  /// A stretch away from the round ends lies entirely inside or entirely outside the sweep: only an
  /// end separates the two.
  @inline(__always) private func add<C: Chords>(
    _ chords: C, _ y: Float, _ side: Columns, to runs: inout RowRuns, left: Bool
  ) {
    guard !side.isEmpty else { return }
    let (first, second) = (cap(startPoint, y, within: side), cap(endPoint, y, within: side))
    if first.isEmpty, second.isEmpty {
      if contains(side.middle, y) { chords.add(to: &runs, left: left, within: side) }
      return
    }
    if !endsAreApart || !first.isEmpty && !second.isEmpty {
      let caps = first.isEmpty ? second : second.isEmpty ? first : first.hull(with: second)
      addIfContained(chords, y, Columns(side.start, caps.start), to: &runs, left: left)
      addIfContained(chords, y, Columns(caps.end, side.end), to: &runs, left: left)
      addBothEnds(chords, y, caps, to: &runs, left: left)
      return
    }
    let isStart = second.isEmpty
    let (end, cap) = isStart ? (startPoint, first) : (endPoint, second)
    // The line through the end; on one side of it, only the ring bounds the arc.
    let (ahead, aside) = isStart ? (start.cosine, start.sine) : (-self.end.cosine, -self.end.sine)
    let body = HalfRow(
      origin: ring.center.x, ahead: ahead, inverse: isStart ? inverseStart : inverseEnd,
      limit: Arc.margin - aside * (y - ring.center.y)
    ).columns.clamped(to: cap)
    var rest = cap
    if !body.isEmpty, body.start == cap.start {
      // Include the columns before the cap, which are in the sweep as well.
      chords.add(to: &runs, left: left, within: Columns(side.start, body.end))
      addIfContained(chords, y, Columns(cap.end, side.end), to: &runs, left: left)
      rest.start = body.end
    } else if !body.isEmpty {
      chords.add(to: &runs, left: left, within: Columns(body.start, side.end))
      addIfContained(chords, y, Columns(side.start, cap.start), to: &runs, left: left)
      rest.end = body.start
    } else {
      addIfContained(chords, y, Columns(side.start, cap.start), to: &runs, left: left)
      addIfContained(chords, y, Columns(cap.end, side.end), to: &runs, left: left)
    }
    if !rest.isEmpty {
      runs.add(rest, isStart ? .firstTip : .secondTip, core: core(end, y))
    }
  }

  /// Adds a stretch away from the ends if it lies in the sweep.
  @inline(__always) private func addIfContained<C: Chords>(
    _ chords: C, _ y: Float, _ stretch: Columns, to runs: inout RowRuns, left: Bool
  ) {
    guard !stretch.isEmpty, contains(stretch.middle, y) else { return }
    chords.add(to: &runs, left: left, within: stretch)
  }

  /// Adds the runs around two ends that are close enough for one row to cross both.
  private func addBothEnds<C: Chords>(
    _ chords: C, _ y: Float, _ caps: Columns, to runs: inout RowRuns, left: Bool
  ) {
    let (one, two) = bodies(y, within: caps)
    if !one.isEmpty { chords.add(to: &runs, left: left, within: one) }
    if !two.isEmpty { chords.add(to: &runs, left: left, within: two) }
    let isTurned = !two.isEmpty && (one.isEmpty || two.start < one.start)
    let (low, high) = isTurned ? (two, one) : (one, two)
    let (first, second) = (core(startPoint, y), core(endPoint, y))
    let core = second.count > first.count ? second : first
    func add(_ columns: Columns) {
      if !columns.isEmpty { runs.add(columns, .end, core: core) }
    }
    if low.isEmpty {
      add(caps)
    } else {
      add(Columns(caps.start, low.start))
      add(Columns(low.end, high.isEmpty ? caps.end : high.start))
      if !high.isEmpty { add(Columns(high.end, caps.end)) }
    }
  }

  /// Returns the columns that a round end may touch.
  @inline(__always) private func cap(
    _ point: PixelPoint, _ y: Float, within side: Columns
  ) -> Columns {
    // Slightly wider than the ring: at the ring's edge, pixels beside an end are farther from its
    // centre than pixels behind it.
    let (radius, height) = (ring.width * 0.5 + 1, y - point.y)
    // Most rows of an arc are not near an end.
    guard abs(height) < radius else { return .none }
    return Columns(center: point.x, radius: radius, height: height).clamped(to: side)
  }

  /// Returns columns that a round end is certain to cover fully.
  @inline(__always) private func core(_ point: PixelPoint, _ y: Float) -> Columns {
    let radius = ring.width * 0.5 - EdgeNormal.reach
    return Columns(center: point.x, radius: radius, height: y - point.y)
  }

  /// The distance inside the sweep from which only the ring bounds the arc: half a pixel, as in
  /// `coverage`, plus a margin for rounding.
  private static let margin: Float = 0.75

  /// Returns whether a pixel of the ring, away from the ends, lies in the sweep.
  @inline(__always) private func contains(_ column: Int32, _ y: Float) -> Bool {
    let (dx, dy) = (Float(column) + 0.5 - ring.center.x, y - ring.center.y)
    let afterStart = start.cosine * dx + start.sine * dy
    let beforeEnd = -end.cosine * dx - end.sine * dy
    if isNarrow {
      return afterStart > 0 && beforeEnd > 0 && middle.sine * dx - middle.cosine * dy > 0
    }
    let isNearStart = middle.cosine * dx + middle.sine * dy <= 0
    // Opposite the gap of a nearly closed sweep, both are close to 0.
    return (isNearStart ? afterStart : beforeEnd) > -0.01
  }

  /// Returns the columns of a row near the ends that are certain to lie inside the sweep and away
  /// from the ends, so that only the ring bounds them: those limited by the start, then by the end.
  @inline(__always) private func bodies(
    _ y: Float, within caps: Columns
  ) -> (Columns, Columns) {
    let (x, height) = (ring.center.x, y - ring.center.y)
    let margin = Arc.margin
    let afterStart = HalfRow(
      origin: x, ahead: start.cosine, inverse: inverseStart, limit: margin - start.sine * height)
    let beforeEnd = HalfRow(
      origin: x, ahead: -end.cosine, inverse: inverseEnd, limit: margin + end.sine * height)
    if isNarrow {
      let ahead = HalfRow(
        origin: x, ahead: middle.sine, inverse: inverseAhead,
        limit: margin + middle.cosine * height)
      let both = afterStart.columns.clamped(to: beforeEnd.columns)
      return (both.clamped(to: ahead.columns).clamped(to: caps), .none)
    }
    // The dividing line is an axis of symmetry, so a pixel on it is equally far from both ends and
    // may go to either side.
    let nearStart = HalfRow(
      origin: x, ahead: -middle.cosine, inverse: -inverseMiddle, limit: middle.sine * height)
    let nearEnd = nearStart.opposite
    return (
      afterStart.columns.clamped(to: nearStart.columns).clamped(to: caps),
      beforeEnd.columns.clamped(to: nearEnd).clamped(to: caps)
    )
  }
}

extension Arc: Refinable {
  /// The radius of the pen, or of the hole if that is smaller.
  var smallestRadius: Float { min(ring.width * 0.5, max(ring.inner, 0.1)) }
  @inline(__always) var thinBody: Ring { ring }

  func scaled(by factor: Float) -> Arc {
    Arc(ring: ring.scaled(by: factor), from: start, to: end)
  }
}
