/// Reduces the bits per channel without banding: an 8 × 8 pattern decides which pixels round up.
struct OrderedDither {
  private static let standard = OrderedDither()

  /// The values added to the channels of eight pixels.
  struct Row {
    /// Added to channels that keep five bits.
    fileprivate(set) var fiveBits = SIMD8<UInt16>()
    /// Added to channels that keep six bits.
    fileprivate(set) var sixBits = SIMD8<UInt16>()
  }

  /// Rows from column 0, stored because computing one takes longer than drawing a row of a small
  /// rectangle.
  private var rows = InlineArray<8, Row>(repeating: Row())

  private init() {
    for y in 0..<8 {
      for x in 0..<8 {
        let threshold = OrderedDither.threshold(x: x, y: y)
        rows[y].fiveBits[x] = UInt16(truncatingIfNeeded: threshold &<< 11 / 255)
        rows[y].sixBits[x] = UInt16(truncatingIfNeeded: threshold &<< 10 / 255)
      }
    }
  }

  /// Calls `body` with the thresholds of eight rows from row 0, each from column 0.
  @inline(__always) static func withRows<Result>(
    _ body: (_ rows: UnsafePointer<Row>) -> Result
  ) -> Result {
    let rows = standard.rows.span
    return rows.withUnsafeBufferPointer { rows in
      guard let first = rows.baseAddress else { preconditionFailure("there are eight rows") }
      return body(first)
    }
  }

  /// Returns a threshold of the Bayer matrix, whose rank interleaves the bits of `x ^ y` and `y`,
  /// the lowest first.
  ///
  /// The threshold is in 0…254. A channel of 0…255, scaled to 0…31, rounds up if the lost fraction
  /// is at least 1 − threshold/255, so that black stays black and white stays white everywhere.
  private static func threshold(x: Int, y: Int) -> UInt32 {
    let low = UInt32(truncatingIfNeeded: y)
    let mixed = UInt32(truncatingIfNeeded: x) ^ low
    var rank: UInt32 = 0
    for bit in UInt32(0)..<3 {
      rank = rank &<< 2 | ((mixed &>> bit) & 1) &<< 1 | ((low &>> bit) & 1)
    }
    // The middle of each of 64 equal parts of 0..<255.
    return (rank &* 2 &+ 1) &* 255 / 128
  }

  /// Converts eight pixels.
  ///
  /// A channel is (31 · value + threshold) / 255, with 63 instead of 31 for green. Instead of
  /// dividing, the code takes the upper bits of `249 · value + 2¹¹ · threshold / 255`, or of
  /// `253 · value + 2¹⁰ · threshold / 255` for green: for these thresholds the result is the same,
  /// and it fits into 16 bits.
  @inline(__always)
  static func rgb565(_ pixels: SIMD8<UInt32>, thresholds: Row) -> SIMD8<UInt16> {
    // Lane by lane, because the vector initializer is not always inlined.
    var (red, green, blue) = (SIMD8<UInt16>(), SIMD8<UInt16>(), SIMD8<UInt16>())
    for lane in 0..<8 {
      red[lane] = UInt16(truncatingIfNeeded: pixels[lane] &>> 16 & 0xFF)
      green[lane] = UInt16(truncatingIfNeeded: pixels[lane] &>> 8 & 0xFF)
      blue[lane] = UInt16(truncatingIfNeeded: pixels[lane] & 0xFF)
    }
    let high = (red &* 249 &+ thresholds.fiveBits) & 0xF800
    let middle = (green &* 253 &+ thresholds.sixBits) &>> 5 & 0x07E0
    let low = (blue &* 249 &+ thresholds.fiveBits) &>> 11
    return high | middle | low
  }
}
