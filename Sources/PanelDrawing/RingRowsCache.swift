import Raster

/// The rows of the rings that knobs light: knobs of one size share them, where their centres lie at
/// the same place within a pixel.
final class RingRowsCache {
  /// By the ring with its centre in the pixel at 0, 0.
  private var known: [Ring: RingRows] = [:]

  /// The rows of a ring; nil where they are of no use.
  func rows(of ring: Ring) -> RingRows? {
    let key = ring.nearOrigin.ring
    if let rows = known[key] { return rows }
    let rows = RingRows(ring)
    known[key] = rows
    return rows
  }
}
