internal import Raster

/// A glyph at one size, and its position within a pixel.
struct GlyphKey: Hashable {
  var glyph: UInt32
  /// The em size, in 64ths of a pixel.
  var size64: Int
  var isHinted: Bool
  /// The position in 64ths of a pixel, 0…63.
  var x: Int
  var y: Int
}

/// The coverage of a glyph, one byte a pixel.
struct GlyphBitmap {
  /// The pixels the glyph touches if its origin is in pixel 0, y downward from the baseline.
  var area: PixelRect
  /// Rows from the top.
  var coverage: [UInt8]

  /// The bitmap of a glyph without pixels.
  static let empty = GlyphBitmap(area: .empty, coverage: [])
}

extension TextMask {
  /// Returns the mask of a line without visible glyphs; `advance` is in pixels.
  static func empty(advance: Float) -> TextMask {
    TextMask(
      size: PixelSize(width: 0, height: 0), coverage: [], originX: 0, originY: 0, advance: advance)
  }
}

/// A cache of one face's glyphs: most lines of a panel share a few of them.
struct GlyphBitmaps {
  /// The maximum area of a cached glyph in pixels; few lines have larger ones.
  static let largestArea = 1 << 12
  /// The maximum size in bytes; the cache is cleared when it is exceeded.
  static let maxBytes = 1 << 18

  private var bitmaps: [GlyphKey: GlyphBitmap] = [:]
  private var byteCount = 0

  /// The cached bitmap; nil if there is none.
  subscript(key: GlyphKey) -> GlyphBitmap? {
    get { bitmaps[key] }
    set {
      let added = (newValue?.coverage.count ?? 0) + MemoryLayout<GlyphBitmap>.stride
      if byteCount + added > Self.maxBytes { (bitmaps, byteCount) = ([:], 0) }
      byteCount += added
      bitmaps[key] = newValue
    }
  }
}
