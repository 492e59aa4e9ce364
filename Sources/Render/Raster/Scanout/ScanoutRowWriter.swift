/// Writes runs of pixels into a scan-out buffer, always ascending.
///
/// Each pixel layout has its own type, so that the loops are compiled for each.
protocol ScanoutRowWriter {
  associatedtype Pixel: FixedWidthInteger

  /// Writes adjacent pixels.
  ///
  /// - Parameters:
  ///   - source: The first pixel.
  ///   - isReversed: Whether the picture is upside down, so that the next pixels lie before the
  ///     first.
  ///   - count: The number of pixels.
  ///   - target: The position of the first pixel, in a column that is a multiple of `linePixels`.
  ///   - y: The scan-out row.
  func write(
    _ source: UnsafePointer<UInt32>, isReversed: Bool, count: Int,
    to target: UnsafeMutablePointer<Pixel>, y: Int)
}

extension ScanoutRowWriter {
  /// The number of pixels in a cache line.
  static var linePixels: Int { Scanout.lineByteCount / MemoryLayout<Pixel>.size }
}

/// XRGB8888 and ARGB8888.
struct RGB8888RowWriter: ScanoutRowWriter {
  /// An alpha channel of 255.
  static let opaque: UInt32 = 0xFF00_0000

  /// The bits to set in all pixels.
  let alpha: UInt32

  @inline(__always) func write(
    _ source: UnsafePointer<UInt32>, isReversed: Bool, count: Int,
    to target: UnsafeMutablePointer<UInt32>, y: Int
  ) {
    if isReversed {
      Self.writeReversed(source, with: alpha, count: count, to: target)
    } else if count == SIMD16<UInt32>.scalarCount {
      // A cache line, the unit of turned pictures.
      let line = UnsafeRawPointer(source).loadUnaligned(as: SIMD16<UInt32>.self)
      UnsafeMutableRawPointer(target).storeBytes(of: line | alpha, as: SIMD16<UInt32>.self)
    } else {
      for index in 0..<count { target[index] = source[index] | alpha }
    }
  }

  /// A separate function, because the loop is not vectorised when inlined into its callers.
  @inline(never) private static func writeReversed(
    _ source: UnsafePointer<UInt32>, with alpha: UInt32, count: Int,
    to target: UnsafeMutablePointer<UInt32>
  ) {
    for index in 0..<count { target[index] = source[0 &- index] | alpha }
  }
}

/// RGB565.
struct RGB565RowWriter: ScanoutRowWriter {
  /// The thresholds of eight rows.
  let thresholds: UnsafePointer<OrderedDither.Row>

  @inline(__always) func write(
    _ source: UnsafePointer<UInt32>, isReversed: Bool, count: Int,
    to target: UnsafeMutablePointer<UInt16>, y: Int
  ) {
    if isReversed {
      write(source, count, to: target, y) { 0 &- $0 }
    } else {
      write(source, count, to: target, y) { $0 }
    }
  }

  /// Writes eight pixels at a time, because the thresholds repeat after eight.
  @inline(__always) private func write(
    _ source: UnsafePointer<UInt32>, _ count: Int, to target: UnsafeMutablePointer<UInt16>,
    _ y: Int, offset: (Int) -> Int
  ) {
    let thresholds = thresholds[y & 7]
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
