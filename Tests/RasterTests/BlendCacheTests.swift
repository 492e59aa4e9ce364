import Testing

@testable import Raster

/// A glyph drawn through a cache equals one drawn without, whatever was drawn before.
@Suite struct BlendCacheTests {
  private static let size = PixelSize(width: 90, height: 60)
  private static let white = Color(0xFFFFFF)

  private let cached: PixelBuffer
  private let plain: PixelBuffer

  init() throws {
    cached = try #require(PixelBuffer(size: Self.size))
    plain = try #require(PixelBuffer(size: Self.size))
  }

  private static func glyph(width: Int, height: Int) -> TextMask {
    TextMask(
      size: PixelSize(width: width, height: height),
      coverage: (0..<width * height).map { UInt8(truncatingIfNeeded: $0 &* 67 &+ 31) },
      originX: 0, originY: 0, advance: Float(width))
  }

  /// Fills both pictures with pixels that depend on a seed.
  private func setGround(seed: UInt32) {
    for index in cached.pixels.indices {
      let pixel = 0xFF00_0000 | (UInt32(index) &* 2_654_435_769 &+ seed &* 40_503) >> 8
      cached.pixels[index] = pixel
      plain.pixels[index] = pixel
    }
  }

  /// Draws a glyph into both pictures and compares them.
  private func draw(
    _ cache: BlendCache, x: Float, y: Float, color: Color = white, contrast: Float = 0,
    clip: PixelRect? = nil, _ name: String
  ) {
    let origin = PixelPoint(x: x, y: y)
    let glyph = cache.glyph
    let clip =
      clip ?? PixelRect(x: Int(x), y: Int(y), width: glyph.size.width, height: glyph.size.height)
    cache.draw(on: Canvas(cached, clip: clip), at: origin, color: color, contrast: contrast)
    Canvas(plain, clip: clip).draw(glyph, at: origin, color: color, contrast: contrast)
    #expect(cached.pixels.elementsEqual(plain.pixels), "\(name)")
  }

  @Test func whatLiesBelowDecides() {
    let cache = BlendCache(Self.glyph(width: 9, height: 11))
    for seed: UInt32 in [1, 1, 2, 1, 2, 2] {
      setGround(seed: seed)
      draw(cache, x: 20, y: 30, "ground \(seed)")
      // Over itself.
      draw(cache, x: 20, y: 30, "ground \(seed), again")
    }
  }

  /// The last four pixels of a row are compared together with others beside them, or alone.
  @Test(arguments: 4..<14) func onePixelThatDiffersIsSeen(width: Int) {
    let cache = BlendCache(Self.glyph(width: width, height: 3))
    for place in 0..<width * 3 {
      setGround(seed: 5)
      draw(cache, x: 8, y: 8, "first")
      setGround(seed: 5)
      let index = (8 + place / width) * cached.stride + 8 + place % width
      cached.pixels[index] ^= 0x80
      plain.pixels[index] ^= 0x80
      draw(cache, x: 8, y: 8, "pixel \(place)")
    }
  }

  @Test func colorsAreNotMixedUp() {
    let cache = BlendCache(Self.glyph(width: 9, height: 11))
    let colors = [Self.white, Color(0x20_40_60), Color(0xFFFFFF, opacity: 0.5), Self.white]
    for contrast: Float in [0, 0.4, -0.4, 0] {
      for color in colors {
        setGround(seed: 3)
        draw(cache, x: 40, y: 20, color: color, contrast: contrast, "\(color), \(contrast)")
      }
    }
  }

  /// So many positions that no entry is reused before it is replaced.
  @Test func thereIsNoLimitToPlaces() {
    let cache = BlendCache(Self.glyph(width: 9, height: 11))
    for place in [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 1, 9, 2, 8, 3, 0, 0] {
      setGround(seed: 4)
      draw(cache, x: Float(place * 8), y: Float(place * 4), "place \(place)")
    }
  }

  @Test func whatCannotBeKeptIsDrawn() {
    setGround(seed: 6)
    let cache = BlendCache(Self.glyph(width: 9, height: 11))
    let all = Self.size.bounds
    for _ in 0..<2 {
      draw(cache, x: 20.5, y: 30, clip: all, "between pixels")
      draw(cache, x: 50, y: 30, clip: all, "in a large clip")
      draw(cache, x: 85, y: 55, "beyond the edge")
      draw(cache, x: -3, y: -4, clip: all, "before the edge")
      draw(cache, x: 20, y: 30, clip: PixelRect(x: 22, y: 30, width: 9, height: 5), "cut")
      draw(cache, x: .nan, y: 30, clip: all, "nowhere")
    }
    draw(BlendCache(Self.glyph(width: 3, height: 9)), x: 10, y: 10, "narrow")
    draw(BlendCache(Self.glyph(width: 0, height: 0)), x: 10, y: 10, "empty")
    let large = Self.glyph(width: 400, height: 300)
    draw(BlendCache(large), x: 0, y: 0, clip: all, "larger than the picture")
  }

  /// So large that only one position is cached, or none.
  @Test(arguments: [(84, 58), (90, 60)]) func largeGlyphs(width: Int, height: Int) {
    let cache = BlendCache(Self.glyph(width: width, height: height))
    for x in [0, 0, 1, 0, 1, 1] where x + width <= Self.size.width {
      setGround(seed: 7)
      draw(cache, x: Float(x), y: 0, "at \(x)")
    }
  }

  @Test func aRingLeavesTheRestAlone() {
    setGround(seed: 8)
    let cache = BlendCache(Self.glyph(width: 9, height: 11))
    let ring = RingRegion(center: PixelPoint(x: 40, y: 30), inner: 8, outer: 14)
    for _ in 0..<2 {
      let origin = PixelPoint(x: 36, y: 14)
      cache.draw(on: Canvas(cached, ring: ring), at: origin, color: Self.white, contrast: 0)
      Canvas(plain, ring: ring).draw(cache.glyph, at: origin, color: Self.white)
      #expect(cached.pixels.elementsEqual(plain.pixels))
    }
  }
}
