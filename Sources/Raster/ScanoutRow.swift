/// The inner loops of `Scanout`: one run of pixels, read at any step, written in ascending order.
enum ScanoutRow {
  /// `count` pixels of XRGB8888 from every `step`-th pixel of the picture.
  static func copy(
    _ source: UnsafePointer<UInt32>, step: Int, to target: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    switch step {
    case 1:
      target.update(from: source, count: count)
    case -1:
      // With a constant step the compiler loads whole vectors and reverses them.
      for index in 0..<count { target[index] = source[0 &- index] }
    default:
      var source = source
      for index in 0..<count {
        target[index] = source.pointee
        source += step
      }
    }
  }

  /// An alpha channel of 255.
  static let opaque: UInt32 = 0xFF00_0000

  /// `count` pixels of ARGB8888, all of them opaque, from every `step`-th pixel of the picture.
  static func copyOpaque(
    _ source: UnsafePointer<UInt32>, step: Int, to target: UnsafeMutablePointer<UInt32>, count: Int
  ) {
    switch step {
    case 1:
      for index in 0..<count { target[index] = source[index] | opaque }
    case -1:
      for index in 0..<count { target[index] = source[0 &- index] | opaque }
    default:
      var source = source
      for index in 0..<count {
        target[index] = source.pointee | opaque
        source += step
      }
    }
  }

  /// `count` pixels of RGB565 from every `step`-th pixel of the picture, with the thresholds that
  /// belong to their place.
  static func dither(
    _ source: UnsafePointer<UInt32>, step: Int, to target: UnsafeMutablePointer<UInt16>, count: Int,
    thresholds: SIMD8<UInt16>
  ) {
    switch step {
    case 1: dither(source, count, thresholds, to: target) { $0 }
    case -1: dither(source, count, thresholds, to: target) { 0 &- $0 }
    default: dither(source, count, thresholds, to: target) { $0 &* step }
    }
  }

  /// Eight pixels at a time, as the thresholds repeat after eight.
  @inline(__always)
  private static func dither(
    _ source: UnsafePointer<UInt32>, _ count: Int, _ thresholds: SIMD8<UInt16>,
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
  /// Of rows 0 to 7 from column 0: to compute one takes longer than to draw a row of a small
  /// rectangle.
  private var rows = InlineArray<8, SIMD8<UInt16>>(repeating: SIMD8())

  init() {
    for y in 0..<8 {
      for x in 0..<8 {
        rows[y][x] = UInt16(truncatingIfNeeded: OrderedDither.threshold(x: x, y: y))
      }
    }
  }

  /// Thresholds of 0…254 for eight pixels from a place on.
  @inline(__always) func thresholds(x: Int, y: Int) -> SIMD8<UInt16> {
    let row = rows[y & 7]
    guard x & 7 != 0 else { return row }
    var turned = row
    for lane in 0..<8 { turned[lane] = row[(x &+ lane) & 7] }
    return turned
  }

  /// Bayer's matrix: its rank is the bits of `x ^ y` and `y` interleaved, the lowest first.
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

  /// The pixels with the channels scaled to 0…31 or 0…63 and rounded up where the fraction lost is at least 1 − threshold/255: black stays black and white
  /// stays white everywhere.
  ///
  /// In 16 bits, which hold 255 · 63 + 254: vectors of those are multiplied in one instruction on
  /// every processor, and are twice as long.
  @inline(__always)
  static func rgb565(_ pixels: SIMD8<UInt32>, thresholds: SIMD8<UInt16>) -> SIMD8<UInt16> {
    let low = SIMD8<UInt16>(truncatingIfNeeded: pixels)
    let high = SIMD8<UInt16>(truncatingIfNeeded: pixels &>> 16)
    let red = (high & 0xFF) &* 31 &+ thresholds
    let green = (low &>> 8) &* 63 &+ thresholds
    let blue = (low & 0xFF) &* 31 &+ thresholds
    return dividedBy255(red) &<< 11 | dividedBy255(green) &<< 5 | dividedBy255(blue)
  }

  /// Exact for 0..<65280.
  @inline(__always)
  private static func dividedBy255(_ numbers: SIMD8<UInt16>) -> SIMD8<UInt16> {
    (numbers &+ 1 &+ (numbers &>> 8)) &>> 8
  }
}
