/// An arc of a circle, drawn with a round pen.
public struct Arc: Sendable {
  /// The circle of which it is a part.
  public let ring: Ring
  /// Clockwise from `start`.
  public let start: Direction
  /// Its end, at most a full turn from `start`.
  public let end: Direction
  let startPoint: PixelPoint
  let endPoint: PixelPoint
  private let middle: Direction
  private let isNarrow: Bool
  /// True if no pixel near one end is affected by the other.
  private let endsAreApart: Bool
  private let bends: Bends
  // Used to cut rows; inverses, as a division takes as long as a pixel.
  private let inverseStart: Float
  private let inverseEnd: Float
  private let inverseMiddle: Float
  private let inverseAhead: Float

  /// The arc between two angles, whichever is the greater; beyond a full turn it is a ring.
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

  /// True if, nearly a full turn apart, both round ends may pass through one pixel.
  var endsMeet: Bool {
    let (dx, dy) = (endPoint.x - startPoint.x, endPoint.y - startPoint.y)
    let reach = ring.width + 2 * EdgeNormal.reach
    return !isNarrow && dx * dx + dy * dy < reach * reach
  }

  var isClosed: Bool { end.radians - start.radians >= 2 * .pi }
}

extension Arc: Shape {
  var bounds: PixelRect {
    start.radians.isDrawable && end.radians.isDrawable
      ? ring.bounds : PixelRect(x: 0, y: 0, width: 0, height: 0)
  }

  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let (ringX, ringY) = (x - ring.center.x, y - ring.center.y)
    let afterStart = start.cosine * ringX + start.sine * ringY
    let beforeEnd = -end.cosine * ringX - end.sine * ringY
    let (startX, startY) = (x - startPoint.x, y - startPoint.y)
    let (endX, endY) = (x - endPoint.x, y - endPoint.y)
    let isStart = startX * startX + startY * startY < endX * endX + endY * endY
    // Only the nearer end is used, so that no pixel at one end depends on the other; in a sweep so
    // narrow that both are near, both are used, and the side of the centre.
    let ahead = middle.sine * ringX - middle.cosine * ringY
    let inside =
      isNarrow
      ? lesser(lesser(afterStart, beforeEnd), ahead) : choose(isStart, afterStart, beforeEnd)
    let isCap = inside < 0
    let offset = Offset(
      choose(isCap, choose(isStart, startX, endX), ringX),
      choose(isCap, choose(isStart, startY, endY), ringY))
    // How much of the pixel lies beyond the end, where the edge bends as the cap does.
    let beyond =
      isNarrow
      ? lesser(share(0.5 - afterStart) + share(0.5 - beforeEnd), 1) : share(0.5 - inside)
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
    let chords = RingChords(ring, y)
    guard !chords.outer.isEmpty else { return }
    add(chords, y, chords.side(left: true).clamped(to: columns), to: &runs, left: true)
    add(chords, y, chords.side(left: false).clamped(to: columns), to: &runs, left: false)
  }

  /// Adds the runs of one side of the ring, or of a part of it.
  ///
  /// ```
  ///     ▓▓▓▓▓▓▓▓▓▓▓▓▓▓▒▒▒▒▒▒▒▒▒▒         ▓ body, bounded by the two circles only
  ///     body      │ around a cap │ none   ▒ body or not, else computed for each pixel
  /// ```
  /// A stretch away from the round ends lies in the sweep or does not, all of it: between the two
  /// there is an end.
  @inline(__always) private func add(
    _ chords: RingChords, _ y: Float, _ side: Columns, to runs: inout RowRuns, left: Bool
  ) {
    guard !side.isEmpty else { return }
    let (first, second) = (cap(startPoint, y, within: side), cap(endPoint, y, within: side))
    if first.isEmpty, second.isEmpty {
      if contains(side.middle, y) { chords.add(to: &runs, left: left, within: side) }
      return
    }
    let caps =
      first.isEmpty ? second : second.isEmpty ? first : first.hull(with: second)
    let (before, after) = (Columns(side.start, caps.start), Columns(caps.end, side.end))
    if !before.isEmpty, contains(before.middle, y) {
      chords.add(to: &runs, left: left, within: before)
    }
    if !after.isEmpty, contains(after.middle, y) {
      chords.add(to: &runs, left: left, within: after)
    }
    if !endsAreApart || !first.isEmpty && !second.isEmpty {
      addBothEnds(chords, y, caps, to: &runs, left: left)
    } else if second.isEmpty {
      let limit = Arc.margin - start.sine * (y - ring.center.y)
      let body = HalfRow(
        origin: ring.center.x, ahead: start.cosine, inverse: inverseStart, limit: limit)
      addEnd(chords, caps, body, core(startPoint, y), .firstTip, to: &runs, left: left)
    } else {
      let limit = Arc.margin + end.sine * (y - ring.center.y)
      let body = HalfRow(
        origin: ring.center.x, ahead: -end.cosine, inverse: inverseEnd, limit: limit)
      addEnd(chords, caps, body, core(endPoint, y), .secondTip, to: &runs, left: left)
    }
  }

  /// Adds the runs around one end, of which `core` is fully covered and `body` bounded by the ring
  /// alone.
  @inline(__always) private func addEnd(
    _ chords: RingChords, _ cap: Columns, _ body: HalfRow, _ core: Columns,
    _ kind: RowRuns.Kind, to runs: inout RowRuns, left: Bool
  ) {
    let body = body.columns.clamped(to: cap)
    chords.add(to: &runs, left: left, within: body)
    // The body is a half row, so the rest lies to one side of it.
    let isFirst = body.start == cap.start && !body.isEmpty
    let rest = Columns(
      isFirst ? body.end : cap.start, isFirst || body.isEmpty ? cap.end : body.start)
    if !rest.isEmpty { runs.add(rest, kind, core: core) }
  }

  /// Adds the runs around two ends so near each other that one row passes both.
  private func addBothEnds(
    _ chords: RingChords, _ y: Float, _ caps: Columns, to runs: inout RowRuns, left: Bool
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

  /// The columns that a round end may touch.
  @inline(__always) private func cap(
    _ point: PixelPoint, _ y: Float, within side: Columns
  ) -> Columns {
    // Somewhat wider than the ring: at its edge pixels beside an end are farther from the end's
    // middle than those behind it.
    Columns(center: point.x, radius: ring.width * 0.5 + 1, height: y - point.y)
      .clamped(to: side)
  }

  /// Columns that a round end certainly covers.
  @inline(__always) private func core(_ point: PixelPoint, _ y: Float) -> Columns {
    let radius = ring.width * 0.5 - EdgeNormal.reach
    return Columns(center: point.x, radius: radius, height: y - point.y)
  }

  /// How far within the sweep only the ring decides: half a pixel, as `coverage` has it, and
  /// something for rounding.
  private static let margin: Float = 0.75

  /// True if a pixel of the ring, away from the ends, lies in the sweep.
  @inline(__always) private func contains(_ column: Int32, _ y: Float) -> Bool {
    let (dx, dy) = (Float(column) + 0.5 - ring.center.x, y - ring.center.y)
    let afterStart = start.cosine * dx + start.sine * dy
    let beforeEnd = -end.cosine * dx - end.sine * dy
    if isNarrow {
      return afterStart > 0 && beforeEnd > 0 && middle.sine * dx - middle.cosine * dy > 0
    }
    let isNearStart = middle.cosine * dx + middle.sine * dy <= 0
    // Opposite the gap of a sweep that is nearly closed both are nearly 0.
    return (isNearStart ? afterStart : beforeEnd) > -0.01
  }

  /// Where a row near the ends certainly lies within the sweep and away from them, so that only the
  /// ring bounds it: what the start limits, and what the end does.
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
    // The line between the two is one of symmetry, so a pixel on it is as far from both ends and
    // it does not matter which side it goes to.
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
  /// Of the pen, or of the hole where that is smaller.
  var smallestRadius: Float { min(ring.width * 0.5, max(ring.inner, 0.1)) }
  @inline(__always) var thinBody: Ring { ring }

  func scaled(by factor: Float) -> Arc {
    Arc(
      ring: ring.scaled(by: factor), from: start, to: end)
  }
}
