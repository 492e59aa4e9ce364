/// The inner loops of `Scanout`: one run of pixels, read forward or, for a picture that stands on its
/// head, backward from the first, and written in ascending order.
enum ScanoutRow {
  /// `count` pixels of XRGB8888.
  static func copy(
    _ source: UnsafePointer<UInt32>, isReversed: Bool, to target: UnsafeMutablePointer<UInt32>,
    count: Int
  ) {
    if isReversed {
      copyReversed(source, with: 0, to: target, count: count)
    } else if count == 16 {
      // A cache line, of which turned pictures are made.
      let line = UnsafeRawPointer(source).loadUnaligned(as: SIMD16<UInt32>.self)
      UnsafeMutableRawPointer(target).storeBytes(of: line, as: SIMD16<UInt32>.self)
    } else {
      target.update(from: source, count: count)
    }
  }

  /// Of its own: within the functions that call it, the loop is not made one of vectors.
  @inline(never) private static func copyReversed(
    _ source: UnsafePointer<UInt32>, with alpha: UInt32, to target: UnsafeMutablePointer<UInt32>,
    count: Int
  ) {
    for index in 0..<count { target[index] = source[0 &- index] | alpha }
  }

  /// An alpha channel of 255.
  static let opaque: UInt32 = 0xFF00_0000

  /// `count` pixels of ARGB8888, all of them opaque.
  static func copyOpaque(
    _ source: UnsafePointer<UInt32>, isReversed: Bool, to target: UnsafeMutablePointer<UInt32>,
    count: Int
  ) {
    if isReversed {
      copyReversed(source, with: opaque, to: target, count: count)
    } else {
      for index in 0..<count { target[index] = source[index] | opaque }
    }
  }

  /// `count` pixels of RGB565, with the thresholds that belong to their place.
  static func dither(
    _ source: UnsafePointer<UInt32>, isReversed: Bool, to target: UnsafeMutablePointer<UInt16>,
    count: Int, thresholds: OrderedDither.Row
  ) {
    if isReversed {
      dither(source, count, thresholds, to: target) { 0 &- $0 }
    } else {
      dither(source, count, thresholds, to: target) { $0 }
    }
  }

  /// Eight pixels at a time, as the thresholds repeat after eight.
  @inline(__always)
  private static func dither(
    _ source: UnsafePointer<UInt32>, _ count: Int, _ thresholds: OrderedDither.Row,
    to target: UnsafeMutablePointer<UInt16>, offset: (Int) -> Int
  ) {
    var index = 0
    while index &+ 8 <= count {
      var pixels = SIMD8<UInt32>()
      for lane in 0..<8 { pixels[lane] = source[offset(index &+ lane)] }
      UnsafeMutableRawPointer(target + index).storeBytes(
        of: OrderedDither.rgb565(pixels, thresholds: thresholds), as: SIMD8<UInt16>.self)
      index &+= 8
    }
    guard index < count else { return }
    var pixels = SIMD8<UInt32>()
    for lane in 0..<(count &- index) { pixels[lane] = source[offset(index &+ lane)] }
    let packed = OrderedDither.rgb565(pixels, thresholds: thresholds)
    for lane in 0..<(count &- index) { target[index &+ lane] = packed[lane] }
  }
}

/// Fewer bits a channel without bands: an 8 × 8 pattern decides which pixels round up.
struct OrderedDither {
  static let standard = OrderedDither()

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

  /// The thresholds of eight pixels from a place on.
  @inline(__always) func thresholds(x: Int, y: Int) -> Row {
    let row = rows[y & 7]
    guard x & 7 != 0 else { return row }
    var turned = row
    for lane in 0..<8 {
      turned.fiveBits[lane] = row.fiveBits[(x &+ lane) & 7]
      turned.sixBits[lane] = row.sixBits[(x &+ lane) & 7]
    }
    return turned
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
