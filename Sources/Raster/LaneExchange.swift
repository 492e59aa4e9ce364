/// Rows and columns of square blocks of pixels exchanged, each row in a vector.
///
/// Neighbours are put side by side, then those pairs, then pairs of pairs. Each step is written for lanes
/// as wide as what it moves: of one expression for each lane, the compiler makes far more instructions.
enum LaneExchange {
  /// A block of four rows of four pixels.
  typealias Block4 = (SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>, SIMD4<UInt32>)

  /// Two rows of a block in half a vector each.
  private typealias Pairs = (low: SIMD2<UInt64>, high: SIMD2<UInt64>)

  /// Calls `store` with each row of the exchanged block, and its index.
  @inline(__always) static func forEachColumn(
    of block: Block4, _ store: (_ column: SIMD2<UInt64>, _ index: Int) -> Void
  ) {
    let upper = interleaved(block.0, block.1)
    let lower = interleaved(block.2, block.3)
    forEachColumn(upper, lower, from: 0, store)
  }

  /// Calls `store` with each row of the exchanged block of eight rows of eight pixels, and its index.
  @inline(__always) static func forEachColumn(
    ofEight row: (_ index: Int) -> SIMD8<UInt16>,
    _ store: (_ column: SIMD2<UInt64>, _ index: Int) -> Void
  ) {
    let a = interleaved(row(0), row(1))
    let b = interleaved(row(2), row(3))
    let c = interleaved(row(4), row(5))
    let d = interleaved(row(6), row(7))
    forEachColumn(interleaved(a.low, b.low), interleaved(c.low, d.low), from: 0, store)
    forEachColumn(interleaved(a.high, b.high), interleaved(c.high, d.high), from: 4, store)
  }

  @inline(__always) private static func forEachColumn(
    _ upper: Pairs, _ lower: Pairs, from first: Int,
    _ store: (_ column: SIMD2<UInt64>, _ index: Int) -> Void
  ) {
    store(SIMD2(upper.low[0], lower.low[0]), first)
    store(SIMD2(upper.low[1], lower.low[1]), first &+ 1)
    store(SIMD2(upper.high[0], lower.high[0]), first &+ 2)
    store(SIMD2(upper.high[1], lower.high[1]), first &+ 3)
  }

  @inline(__always) private static func interleaved(
    _ a: SIMD4<UInt32>, _ b: SIMD4<UInt32>
  ) -> Pairs {
    (
      unsafeBitCast(SIMD4(a[0], b[0], a[1], b[1]), to: SIMD2<UInt64>.self),
      unsafeBitCast(SIMD4(a[2], b[2], a[3], b[3]), to: SIMD2<UInt64>.self)
    )
  }

  @inline(__always) private static func interleaved(
    _ a: SIMD8<UInt16>, _ b: SIMD8<UInt16>
  ) -> (low: SIMD4<UInt32>, high: SIMD4<UInt32>) {
    (
      unsafeBitCast(
        SIMD8(a[0], b[0], a[1], b[1], a[2], b[2], a[3], b[3]), to: SIMD4<UInt32>.self),
      unsafeBitCast(
        SIMD8(a[4], b[4], a[5], b[5], a[6], b[6], a[7], b[7]), to: SIMD4<UInt32>.self)
    )
  }
}
