internal import Raster

/// A glyph of one size, and where it stands between pixels.
struct GlyphPlace: Hashable {
  var glyph: UInt32
  /// The em, in 64ths of a pixel.
  var size64: Int
  var isHinted: Bool
  /// 64ths of a pixel, 0…63.
  var x: Int
  var y: Int
}

/// The coverage of a glyph, one byte a pixel.
struct GlyphBitmap {
  /// The pixels it touches, y downward from the baseline, if it stands in pixel 0.
  var area: PixelRect
  /// Rows from the top.
  var coverage: [UInt8]

  /// Of a glyph that touches none.
  static let empty = GlyphBitmap(
    area: PixelRect(x: 0, y: 0, width: 0, height: 0), coverage: [])
}

/// Glyphs of one face that were painted: most lines of a panel consist of few different ones.
struct GlyphBitmaps {
  /// Larger ones are not kept; few lines have them.
  static let largestArea = 1 << 12
  /// With more bytes all are forgotten.
  static let mostBytes = 1 << 18

  private var bitmaps: [GlyphPlace: GlyphBitmap] = [:]
  private var byteCount = 0

  /// What was painted before; nil if that is not known.
  subscript(place: GlyphPlace) -> GlyphBitmap? {
    get { bitmaps[place] }
    set {
      let added = (newValue?.coverage.count ?? 0) + MemoryLayout<GlyphBitmap>.stride
      if byteCount + added > Self.mostBytes { removeAll() }
      byteCount += added
      bitmaps[place] = newValue
    }
  }

  mutating func removeAll() {
    bitmaps = [:]
    byteCount = 0
  }
}
