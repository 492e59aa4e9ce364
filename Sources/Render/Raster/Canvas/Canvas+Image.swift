extension Canvas {
  /// Draws an image with its top left pixel at x, y; `opacity` 0…1 multiplies its alpha.
  ///
  /// Computed in integers: each channel is `image + ground · (1 − alpha)`, rounded to nearest.
  public func draw(_ image: Image, x: Int, y: Int, opacity: Float = 1) {
    guard abs(x) <= 1 << 20, abs(y) <= 1 << 20 else { return }
    let area = clip.intersection(PixelRect(x: x, y: y, size: image.size))
    guard !area.isEmpty, let base else { return }
    if drawInParts(of: area, { $0.draw(image, x: x, y: y, opacity: opacity) }) { return }
    let share = FourChannels.share(opacity)
    image.pixels.withUnsafeBufferPointer { pixels in
      guard let source = pixels.baseAddress else { return }
      for row in area.y..<area.maxY {
        let from = source + (row - y) * image.size.width + (area.x - x)
        let to = base + row * picture.stride + area.x
        if share == 256 {
          Canvas.composite(from, over: to, area.width)
        } else {
          Canvas.composite(from, over: to, area.width, share)
        }
      }
    }
  }

  private static func composite(
    _ source: UnsafePointer<UInt32>, over target: UnsafeMutablePointer<UInt32>, _ count: Int
  ) {
    var index = 0
    while index &+ 4 <= count {
      let pixels = UnsafeRawPointer(source + index).loadUnaligned(as: SIMD4<UInt32>.self)
      // Much of a gloss or frame image is transparent.
      if pixels != .zero {
        let ground = UnsafeRawPointer(target + index).loadUnaligned(as: SIMD4<UInt32>.self)
        UnsafeMutableRawPointer(target + index).storeBytes(
          of: FourChannels.pixels(pixels, over: ground), as: SIMD4<UInt32>.self)
      }
      index &+= 4
    }
    while index < count {
      target[index] = FourChannels(source[index]).over(target[index])
      index &+= 1
    }
  }

  private static func composite(
    _ source: UnsafePointer<UInt32>, over target: UnsafeMutablePointer<UInt32>, _ count: Int,
    _ share: UInt64
  ) {
    for index in 0..<count {
      let pixel = FourChannels(source[index]).thinned(to: share)
      target[index] = pixel.over(target[index])
    }
  }
}

/// The channels of a pixel in 16 bits each, so that one multiplication handles all four.
struct FourChannels {
  /// Blue lowest, then red, green and alpha.
  let bits: UInt64

  static let mask: UInt64 = 0x00FF_00FF_00FF_00FF
  static let half: UInt64 = 0x0080_0080_0080_0080

  @inline(__always) init(bits: UInt64) { self.bits = bits }

  @inline(__always) init(_ pixel: UInt32) {
    bits = UInt64(pixel & 0x00FF_00FF) | UInt64(pixel & 0xFF00_FF00) << 24
  }

  @inline(__always) var pixel: UInt32 {
    UInt32(truncatingIfNeeded: bits) | UInt32(truncatingIfNeeded: bits >> 24)
  }

  @inline(__always) var alpha: UInt64 { bits >> 48 }

  /// Returns an opacity in 256ths; NaN gives 0.
  static func share(_ opacity: Float) -> UInt64 {
    opacity > 0 ? UInt64(min(opacity, 1) * 256 + 0.5) : 0
  }

  /// Returns all channels times `share` / 256.
  @inline(__always) func thinned(to share: UInt64) -> FourChannels {
    FourChannels(bits: (bits &* share &+ FourChannels.half) >> 8 & FourChannels.mask)
  }

  /// Returns the pixel composited over an opaque background.
  @inline(__always) func over(_ ground: UInt32) -> UInt32 {
    let product = FourChannels(ground).bits &* (255 &- alpha) &+ FourChannels.half
    // An exact division by 255.
    let rest = (product &+ (product >> 8 & FourChannels.mask)) >> 8 & FourChannels.mask
    return FourChannels(bits: bits &+ rest).pixel
  }

  /// Composites four pixels over opaque ones; each multiplication handles eight channels.
  @inline(__always) static func pixels(
    _ pixels: SIMD4<UInt32>, over ground: SIMD4<UInt32>
  ) -> SIMD4<UInt32> {
    let clear = 255 &- pixels &>> 24
    let factors = unsafeBitCast(clear | clear &<< 16, to: SIMD8<UInt16>.self)
    let mask = SIMD4<UInt32>(repeating: 0x00FF_00FF)
    let redBlue = unsafeBitCast(ground & mask, to: SIMD8<UInt16>.self) &* factors &+ 128
    let alphaGreen =
      unsafeBitCast(ground &>> 8 & mask, to: SIMD8<UInt16>.self) &* factors &+ 128
    let low = (redBlue &+ redBlue &>> 8) &>> 8
    let high = (alphaGreen &+ alphaGreen &>> 8) & 0xFF00
    return pixels &+ unsafeBitCast(low | high, to: SIMD4<UInt32>.self)
  }
}
