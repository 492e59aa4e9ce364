/// Mixes the samples of a turned image along a row of pixels, each from the four nearest samples.
///
/// Handles four pixels at a time: a vector holds the channels of two, with 16 bits each.
struct SampleMixing {
  private typealias Channels = SIMD8<UInt16>

  let source: UnsafePointer<UInt32>
  /// Samples from one row to the next.
  let stride: Int
  /// The step from one pixel to the next, in 2⁻³² of a sample.
  let stepX: Int
  let stepY: Int
  /// Opacity, in 256ths.
  let share: UInt64

  /// Draws `count` pixels; the first is at `x`, `y` in 2⁻³² of a sample.
  func draw(_ x: Int, _ y: Int, over pixels: UnsafeMutablePointer<UInt32>, _ count: Int) {
    // Each case has its own loop.
    if share == 256 {
      draw(x, y, over: pixels, count, isThinned: false)
    } else {
      draw(x, y, over: pixels, count, isThinned: true)
    }
  }

  @inline(__always) private func draw(
    _ x: Int, _ y: Int, over pixels: UnsafeMutablePointer<UInt32>, _ count: Int, isThinned: Bool
  ) {
    var (u, v) = (x, y)
    // The fractions of four pixels.
    let lanes = SIMD4<UInt32>(0, 1, 2, 3)
    let (step, down) = (UInt32(truncatingIfNeeded: stepX), UInt32(truncatingIfNeeded: stepY))
    var fractionX = lanes &* step &+ UInt32(truncatingIfNeeded: x)
    var fractionY = lanes &* down &+ UInt32(truncatingIfNeeded: y)
    let fourShares = Channels(repeating: UInt16(truncatingIfNeeded: share))
    var index = 0
    while index &+ 4 <= count {
      @inline(__always) func next() -> UnsafePointer<UInt32> {
        defer { (u, v) = (u &+ stepX, v &+ stepY) }
        return sample(u, v)
      }
      let (one, two, three, four) = (next(), next(), next(), next())
      let (right, below) = (Self.spread(fractionX &>> 24), Self.spread(fractionY &>> 24))
      var low = mixed(one, two, right.low, below.low)
      var high = mixed(three, four, right.high, below.high)
      if isThinned {
        low = (low &* fourShares &+ 128) &>> 8
        high = (high &* fourShares &+ 128) &>> 8
      }
      Self.composite(Self.pixels(low, high), over: pixels + index)
      fractionX &+= step &* 4
      fractionY &+= down &* 4
      index &+= 4
    }
    while index < count {
      pixels[index] = mixed(u, v).over(pixels[index])
      (u, v) = (u &+ stepX, v &+ stepY)
      index &+= 1
    }
  }

  /// Returns the sample above and left of a position.
  @inline(__always) private func sample(_ u: Int, _ v: Int) -> UnsafePointer<UInt32> {
    source + (v >> 32 &* stride &+ u >> 32)
  }

  /// Returns one pixel.
  @inline(__always) private func mixed(_ u: Int, _ v: Int) -> FourChannels {
    let near = sample(u, v)
    let (right, below) = (UInt64(u >> 24 & 0xFF), UInt64(v >> 24 & 0xFF))
    let both = (right &* below) >> 8
    let sum =
      FourChannels(near[0]).bits &* (256 &- right &- below &+ both)
      &+ FourChannels(near[1]).bits &* (right &- both)
      &+ FourChannels(near[stride]).bits &* (below &- both)
      &+ FourChannels(near[stride &+ 1]).bits &* both
    let pixel = FourChannels(bits: (sum &+ FourChannels.half) >> 8 & FourChannels.mask)
    return share == 256 ? pixel : pixel.thinned(to: share)
  }

  /// Returns two pixels, each mixed from the sample at its position and those right of it, below,
  /// and below right; `right` and `down` are the distances from that sample, in 256ths.
  @inline(__always) private func mixed(
    _ one: UnsafePointer<UInt32>, _ two: UnsafePointer<UInt32>, _ right: Channels, _ down: Channels
  ) -> Channels {
    let upper = Self.neighbours(one, two)
    let lower = Self.neighbours(one + stride, two + stride)
    // Weights in 256ths that add up to 256, so that the sums of all channels fit into 16 bits.
    let both = (right &* down) &>> 8
    let below = down &- both
    // Split in two, because the type checker gives up on the whole expression.
    let above: Channels = upper.left &* (256 &- right &- below) &+ upper.right &* (right &- both)
    let beneath: Channels = lower.left &* below &+ lower.right &* both
    return (above &+ beneath &+ 128) &>> 8
  }

  /// Returns the samples at two positions, and those right of them.
  @inline(__always) private static func neighbours(
    _ one: UnsafePointer<UInt32>, _ two: UnsafePointer<UInt32>
  ) -> (left: Channels, right: Channels) {
    let first = UnsafeRawPointer(one).loadUnaligned(as: SIMD2<UInt32>.self)
    let second = UnsafeRawPointer(two).loadUnaligned(as: SIMD2<UInt32>.self)
    let bytes = unsafeBitCast(
      SIMD4(first[0], second[0], first[1], second[1]), to: SIMD16<UInt8>.self)
    // Lane by lane, because the vector initializer is not always inlined.
    var (left, right) = (Channels(), Channels())
    for lane in 0..<8 {
      left[lane] = UInt16(truncatingIfNeeded: bytes[lane])
      right[lane] = UInt16(truncatingIfNeeded: bytes[8 &+ lane])
    }
    return (left, right)
  }

  /// Returns the numbers of four pixels, repeated for each of their channels.
  @inline(__always) private static func spread(
    _ numbers: SIMD4<UInt32>
  ) -> (low: Channels, high: Channels) {
    let twice = numbers | numbers &<< 16
    return (
      unsafeBitCast(SIMD4(twice[0], twice[0], twice[1], twice[1]), to: Channels.self),
      unsafeBitCast(SIMD4(twice[2], twice[2], twice[3], twice[3]), to: Channels.self)
    )
  }

  @inline(__always) private static func pixels(
    _ low: Channels, _ high: Channels
  ) -> SIMD4<UInt32> {
    var bytes = SIMD16<UInt8>()
    for lane in 0..<8 {
      bytes[lane] = UInt8(truncatingIfNeeded: low[lane])
      bytes[8 &+ lane] = UInt8(truncatingIfNeeded: high[lane])
    }
    return unsafeBitCast(bytes, to: SIMD4<UInt32>.self)
  }

  /// The alpha bits of two pixels.
  private static let opaque: UInt64 = 0xFF00_0000_FF00_0000

  /// Composites four pixels, or copies them if all are opaque, as most of an image is.
  @inline(__always) private static func composite(
    _ colors: SIMD4<UInt32>, over pixels: UnsafeMutablePointer<UInt32>
  ) {
    let target = UnsafeMutableRawPointer(pixels)
    let two = unsafeBitCast(colors, to: SIMD2<UInt64>.self)
    if two[0] & two[1] & opaque == opaque {
      target.storeBytes(of: colors, as: SIMD4<UInt32>.self)
    } else {
      let ground = UnsafeRawPointer(target).loadUnaligned(as: SIMD4<UInt32>.self)
      target.storeBytes(
        of: FourChannels.pixels(colors, over: ground), as: SIMD4<UInt32>.self)
    }
  }
}
