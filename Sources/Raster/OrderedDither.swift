/// Fewer bits a channel without bands: an 8 × 8 pattern decides which pixels round up.
struct OrderedDither {
  private static let standard = OrderedDither()

  /// What is added to the channels of eight pixels.
  struct Row {
    /// To those that keep five bits.
    fileprivate(set) var fiveBits = SIMD8<UInt16>()
    /// To those that keep six bits.
    fileprivate(set) var sixBits = SIMD8<UInt16>()
  }

  /// From column 0: to compute one takes longer than to draw a row of a small rectangle.
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

  /// Bayer's matrix: its rank is the bits of `x ^ y` and `y` interleaved, the lowest first.
  ///
  /// In 0…254, by which a channel of 0…255 that is scaled to 0…31 rounds up where the fraction lost
  /// is at least 1 − threshold/255: black stays black and white stays white everywhere.
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

  /// Eight pixels.
  ///
  /// A channel is (31 · value + threshold) / 255, or with 63 in place of 31. Instead of dividing, the
  /// upper bits are taken of 249 · value + 2¹¹ · threshold / 255, or of 253 · value + 2¹⁰ ·
  /// threshold / 255: for these thresholds it comes to the same, and fits into 16 bits.
  @inline(__always)
  static func rgb565(_ pixels: SIMD8<UInt32>, thresholds: Row) -> SIMD8<UInt16> {
    // Lane by lane: the initializer for all of them is not always inlined.
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
