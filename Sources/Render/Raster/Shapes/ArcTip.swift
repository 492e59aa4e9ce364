/// One round end of an arc and the adjoining part of its ring, far from the other end.
struct ArcTip: Shape {
  private let ring: Ring
  /// The centre of the round end.
  private let point: PixelPoint
  /// The unit tangent at the end, pointing into the arc.
  private let insideX: Float
  private let insideY: Float
  private let bends: Bends

  init(ring: Ring, point: PixelPoint, insideX: Float, insideY: Float) {
    self.ring = ring
    self.point = point
    self.insideX = insideX
    self.insideY = insideY
    bends = Bends(ring)
  }

  var bounds: PixelRect { ring.bounds }

  /// Returns the same coverage as the whole arc, bit for bit.
  @inline(__always) func coverage(_ x: Float, _ y: Float) -> Float {
    let (ringX, ringY) = (x - ring.center.x, y - ring.center.y)
    let inside = insideX * ringX + insideY * ringY
    let isCap = inside < 0
    let offset = Offset(
      choose(isCap, x - point.x, ringX), choose(isCap, y - point.y, ringY))
    return bends.coverage(ring, offset, isCap: isCap, beyond: saturate(0.5 - inside))
  }

  @inline(__always) func addRuns(_ y: Float, _ columns: Columns, to runs: inout RowRuns) {}
}

extension ArcTip: Refinable {
  var smallestRadius: Float { ring.width * 0.5 }

  func scaled(by factor: Float) -> ArcTip {
    ArcTip(
      ring: ring.scaled(by: factor), point: point.scaled(by: factor), insideX: insideX,
      insideY: insideY)
  }
}

/// The curvature of an arc's edges, in 1/pixel: outside, inside and at the ends.
struct Bends {
  private let outer: Float
  private let inner: Float
  private let cap: Float

  init(_ ring: Ring) {
    outer = 1 / max(ring.outer, 0.1)
    inner = -1 / max(ring.inner, 1)
    cap = 2 / max(ring.width, 0.1)
  }

  /// Returns the coverage of a pixel, given its offset from the centre of the ring or of the end.
  @inline(__always) func coverage(
    _ ring: Ring, _ offset: Offset, isCap: Bool, beyond: Float
  ) -> Float {
    let outward = offset.distance - choose(isCap, 0, ring.radius)
    let side = choose(outward > 0, outer, inner)
    return offset.normal.coverage(
      inside: ring.width * 0.5 - abs(outward), curvature: side + (cap - side) * beyond)
  }
}
