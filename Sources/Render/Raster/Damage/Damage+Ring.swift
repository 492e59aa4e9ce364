internal import Glibc

extension Damage {
  /// Adds rectangles around part of a ring: several small ones along a long part, instead of one
  /// box that is mostly empty.
  ///
  /// Two vertical lines cut the ring into a top, a bottom and two sides. Columns cover the top and
  /// bottom, rows cover the sides, so that no two rectangles overlap:
  /// ```
  ///         ┌─┬───┬─┐
  ///     ┌───┴─┘   └─┴───┐     Radii and angles describe the shape itself; a pixel is added
  ///     ├──┤         ├──┤     for its soft edge.
  ///     └───┬─┐   ┌─┬───┘
  ///         └─┴───┴─┘
  /// ```
  ///
  /// - Parameters:
  ///   - center: The ring's centre, in pixels of the picture.
  ///   - inner: Its inner radius, in pixels.
  ///   - outer: Its outer radius, in pixels.
  ///   - from: The angle of one end, in radians, 0 at 12 o'clock, clockwise positive.
  ///   - to: The angle of the other end.
  ///   - pieces: The maximum number of rectangles per side; fewer leave room for other damage.
  public mutating func addRing(
    center: PixelPoint, inner: Float, outer: Float, from: Float, to: Float, pieces: Int = 4
  ) {
    guard center.isDrawable, outer.isDrawable, outer > 0, from.isDrawable, to.isDrawable else {
      return
    }
    let cover = RingCover(
      center: center, inner: max(inner - 1, 0), outer: outer + 1, maxPieces: max(pieces, 1))
    let (first, last) = (min(from, to), min(max(from, to), min(from, to) + 2 * .pi))
    for side in RingCover.Side.allCases {
      // The same part relative to this side, for every turn in which it may occur.
      for turn in -2...2 {
        let shift = Float(turn) * 2 * .pi - side.direction
        let start = max(first + shift, -RingCover.widest)
        let end = min(last + shift, RingCover.widest)
        if start <= end { cover.add(side, from: start, to: end, to: &self) }
      }
    }
  }
}

/// A ring to cover with rectangles; its radii include a margin.
private struct RingCover {
  enum Side: CaseIterable {
    case top, right, bottom, left

    var direction: Float {
      switch self {
      case .top: 0
      case .right: .pi / 2
      case .bottom: .pi
      case .left: .pi * 1.5
      }
    }
  }

  let center: PixelPoint
  let inner: Float
  let outer: Float
  /// The maximum number of rectangles per side.
  let maxPieces: Int

  /// The largest angle from a side's middle at which angles still increase along the side.
  static let widest: Float = .pi / 2

  /// The columns that belong to the top and bottom.
  private var columns: Range<Int> {
    let half = (inner + outer) * 0.5 * 0.707
    return (center.x - half).pixelFloor..<(center.x + half).pixelFloor
  }

  /// Adds the part between two angles, measured from a side's middle.
  func add(_ side: Side, from: Float, to: Float, to damage: inout Damage) {
    let (low, high) = (sinf(from), sinf(to))
    // The extent along the side and away from the centre, in pixels from the centre.
    let along = min(inner * low, outer * low)...max(inner * high, outer * high)
    let (one, two) = (cosf(from), cosf(to))
    let away =
      inner * min(one, two)...outer * (from <= 0 && to >= 0 ? 1 : max(one, two))
    let isLying = side == .top || side == .bottom
    let (middle, other) = isLying ? (center.x, center.y) : (center.y, center.x)
    // Clockwise is to the right at the top, and down on the right.
    let isForward = side == .top || side == .right
    let first = (middle + (isForward ? along.lowerBound : -along.upperBound)).pixelFloor
    let last = (middle + (isForward ? along.upperBound : -along.lowerBound)).pixelCeiling
    let part =
      isLying
      ? stretch(max(first, columns.lowerBound), min(last, columns.upperBound))
      : stretch(first, last)
    let count = slabCount(of: part)
    for index in 0..<count {
      let slab = slab(index, of: count, in: part)
      guard let depth = depth(of: slab, about: middle, within: away) else { continue }
      let isBefore = side == .top || side == .left
      let start = (isBefore ? other - depth.upperBound : other + depth.lowerBound).pixelFloor
      let end = (isBefore ? other - depth.lowerBound : other + depth.upperBound).pixelCeiling
      switch side {
      case .top, .bottom: add(slab, stretch(start, end), to: &damage)
      case .right: add(stretch(max(start, columns.upperBound), end), slab, to: &damage)
      case .left: add(stretch(start, min(end, columns.lowerBound)), slab, to: &damage)
      }
    }
  }

  /// Returns a range, empty if the end is not beyond the start.
  private func stretch(_ start: Int, _ end: Int) -> Range<Int> { start..<max(start, end) }

  private func add(_ x: Range<Int>, _ y: Range<Int>, to damage: inout Damage) {
    damage.add(PixelRect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count))
  }

  /// Returns the number of pieces for a stretch, each about 1.5 times as long as the ring is wide,
  /// up to a limit.
  private func slabCount(of part: Range<Int>) -> Int {
    let length = max((outer - inner) * 1.5, 16)
    return min(max(Int(Float(part.count) / length), 1), maxPieces)
  }

  private func slab(_ index: Int, of count: Int, in part: Range<Int>) -> Range<Int> {
    let (start, length) = (part.lowerBound, part.count)
    return start + length * index / count..<start + length * (index + 1) / count
  }

  /// Returns the ring's nearest and farthest distance from the centre line along a slab; nil if the
  /// slab misses the ring.
  private func depth(
    of slab: Range<Int>, about center: Float, within limits: ClosedRange<Float>
  ) -> ClosedRange<Float>? {
    let (first, last) = (Float(slab.lowerBound) - center, Float(slab.upperBound) - center)
    let nearest = first <= 0 && last >= 0 ? 0 : min(abs(first), abs(last))
    let farthest = max(abs(first), abs(last))
    guard !slab.isEmpty, nearest < outer else { return nil }
    let far = min((outer * outer - nearest * nearest).squareRoot(), limits.upperBound)
    let near = max(max(inner * inner - farthest * farthest, 0).squareRoot(), limits.lowerBound)
    return near <= far ? near...far : nil
  }
}
