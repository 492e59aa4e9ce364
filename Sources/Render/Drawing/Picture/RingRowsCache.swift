import Raster

/// The rows of the knobs' lit rings, shared by knobs of the same size whose centres have the same
/// position within a pixel.
final class RingRowsCache {
  /// Keyed by the ring with its centre in the pixel at 0, 0.
  private var known: [Ring: RingRows] = [:]

  /// Returns the rows of a ring; nil if they would not pay off.
  func rows(of ring: Ring) -> RingRows? {
    let key = ring.nearOrigin.ring
    if let rows = known[key] { return rows }
    let rows = RingRows(ring)
    known[key] = rows
    return rows
  }
}
