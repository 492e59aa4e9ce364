import Raster
import Testing

@testable import Text

/// Glyphs painted once for many lines.
@Suite struct GlyphBitmapsTests {
  private static func key(_ glyph: UInt32) -> GlyphKey {
    GlyphKey(glyph: glyph, size64: 640, isHinted: true, x: 0, y: 0)
  }

  private static func bitmap(bytes: Int) -> GlyphBitmap {
    GlyphBitmap(
      area: PixelRect(x: 0, y: 0, width: bytes, height: 1),
      coverage: [UInt8](repeating: 1, count: bytes))
  }

  @Test func cacheIsLimited() {
    var bitmaps = GlyphBitmaps()
    let largest = Self.bitmap(bytes: GlyphBitmaps.largestArea)
    var kept = 0
    for glyph in UInt32(0)..<1000 {
      bitmaps[Self.key(glyph)] = largest
      #expect(bitmaps[Self.key(glyph)] != nil)
      let known = (0...glyph).filter { bitmaps[Self.key($0)] != nil }.count
      #expect(known * GlyphBitmaps.largestArea <= GlyphBitmaps.maxBytes)
      kept = max(kept, known)
    }
    #expect(kept > 50)
  }

  @Test func emptyBitmapsCountTowardsTheLimit() {
    var bitmaps = GlyphBitmaps()
    for glyph in UInt32(0)..<20_000 { bitmaps[Self.key(glyph)] = .empty }
    let known = (UInt32(0)..<20_000).filter { bitmaps[Self.key($0)] != nil }.count
    #expect(known * MemoryLayout<GlyphBitmap>.stride <= GlyphBitmaps.maxBytes)
  }

  /// Sizes on both sides of the limits for hinting and for caching a glyph; letters that share
  /// pixels, spaces, several faces, marks above letters, and glyphs at many subpixel positions.
  @Test(arguments: [Float(11), 23.9, 24.1, 60, 200])
  func cachedGlyphsEqualFreshOnes(size: Float) {
    let texts = ["Room 1", "Room 17", "111 777", "Küche ü", "مطبخ ill", "A\u{301}V", "", " "]
    let known = FontTypesetter()
    for phase: Float in [0, 0.25, -0.4] {
      var style = TextStyle(pixelSize: size)
      style.phase = phase
      for text in texts + texts.reversed() {
        let (mask, fresh) = (
          known.mask(for: text, style: style), FontTypesetter().mask(for: text, style: style)
        )
        #expect(mask.size == fresh.size && mask.coverage == fresh.coverage, "\(text) \(phase)")
        #expect(mask.originX == fresh.originX && mask.originY == fresh.originY)
      }
    }
  }
}
