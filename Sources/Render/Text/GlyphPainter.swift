internal import CFreeType
internal import Raster

/// Rasterises positioned glyphs into one mask.
struct GlyphPainter {
  /// The em size, in 64ths of a pixel.
  let size64: Int
  /// Whether outlines are hinted vertically, so that horizontal stems fall on whole rows of pixels;
  /// never horizontally, which would change the widths.
  let isHinted: Bool

  /// The maximum width of a mask; a display is less than half as wide.
  static let largestWidth = 16_384

  /// Returns the mask of a line with the given advance, in pixels.
  func mask(of glyphs: [PlacedGlyph], advance: Float) -> TextMask {
    let box = bounds(of: glyphs)
    guard !box.isEmpty else { return .empty(advance: advance) }
    var coverage = [UInt8](repeating: 0, count: box.area)
    for glyph in glyphs { draw(glyph, box, into: &coverage) }
    return TextMask(
      size: box.size, coverage: coverage, originX: Float(-box.x), originY: Float(-box.y),
      advance: advance)
  }

  /// Returns the pixels that the glyphs touch, y downward from the baseline.
  private func bounds(of glyphs: [PlacedGlyph]) -> PixelRect {
    var box = PixelRect.empty
    for glyph in glyphs {
      let joined = box.union(area(of: glyph))
      guard joined.width <= GlyphPainter.largestWidth, joined.height <= 8_192 else { break }
      box = joined
    }
    return box
  }

  /// Returns the pixels that a glyph touches; empty if there are none.
  ///
  /// Also rasterises and caches a small glyph, so that it is loaded only once for all lines that
  /// have it at the same position within a pixel.
  private func area(of glyph: PlacedGlyph) -> PixelRect {
    let key = key(of: glyph)
    if let known = glyph.face.bitmaps[key] { return area(known.area, of: glyph) }
    func isSmall(_ area: PixelRect) -> Bool { area.area <= GlyphBitmaps.largestArea }
    let bitmap = bitmap(of: glyph, for: key, paintedIf: isSmall)
    if isSmall(bitmap.area) { glyph.face.bitmaps[key] = bitmap }
    return area(bitmap.area, of: glyph)
  }

  private func draw(_ glyph: PlacedGlyph, _ box: PixelRect, into coverage: inout [UInt8]) {
    let key = key(of: glyph)
    let bitmap =
      glyph.face.bitmaps[key]
      ?? self.bitmap(of: glyph, for: key) { box.contains(self.area($0, of: glyph)) }
    let area = area(bitmap.area, of: glyph)
    guard !area.isEmpty, box.contains(area) else { return }
    // Joined letters share pixels, so coverage is added.
    for y in 0..<area.height {
      let row = (area.y - box.y + y) * box.width + area.x - box.x
      for x in 0..<area.width {
        let sum = UInt16(coverage[row + x]) + UInt16(bitmap.coverage[y * area.width + x])
        coverage[row + x] = UInt8(min(sum, 255))
      }
    }
  }

  private func key(of glyph: PlacedGlyph) -> GlyphKey {
    GlyphKey(
      glyph: glyph.glyph, size64: size64, isHinted: isHinted, x: glyph.x & 63, y: glyph.y & 63)
  }

  /// Moves an area from the glyph's position within a pixel to its pixel.
  private func area(_ area: PixelRect, of glyph: PlacedGlyph) -> PixelRect {
    PixelRect(
      x: area.x + glyph.x >> 6, y: area.y - glyph.y >> 6, width: area.width, height: area.height)
  }

  /// Rasterises a glyph; without coverage if it is an outline for whose area `isWanted` is false.
  private func bitmap(
    of glyph: PlacedGlyph, for key: GlyphKey, paintedIf isWanted: (PixelRect) -> Bool
  ) -> GlyphBitmap {
    glyph.face.setSize(size64)
    if glyph.face.isColor {
      let picture = glyph.face.picture(of: glyph.glyph)
      return picture.pixels?.bitmap(scaledBy: picture.scale, x: key.x, y: key.y) ?? .empty
    }
    guard let outline = glyph.face.outline(of: glyph.glyph, isHinted: isHinted) else {
      return .empty
    }
    FT_Outline_Translate(outline, FT_Pos(key.x), FT_Pos(key.y))
    var box = FT_BBox()
    FT_Outline_Get_CBox(outline, &box)
    let (left, right) = (box.xMin >> 6, (box.xMax + 63) >> 6)
    let (bottom, top) = (box.yMin >> 6, (box.yMax + 63) >> 6)
    let area = PixelRect(x: left, y: -top, width: right - left, height: top - bottom)
    return isWanted(area)
      ? paint(outline, area, glyph.face.library) : GlyphBitmap(area: area, coverage: [])
  }

  private func paint(
    _ outline: UnsafeMutablePointer<FT_Outline>, _ area: PixelRect, _ library: FreeTypeLibrary
  ) -> GlyphBitmap {
    guard !area.isEmpty else { return .empty }
    FT_Outline_Translate(outline, FT_Pos(-area.x * 64), FT_Pos(area.maxY * 64))
    var coverage = [UInt8](repeating: 0, count: area.area)
    coverage.withUnsafeMutableBufferPointer { bytes in
      var bitmap = FT_Bitmap()
      bitmap.width = UInt32(area.width)
      bitmap.rows = UInt32(area.height)
      // Positive: the first row is the top one.
      bitmap.pitch = Int32(area.width)
      bitmap.buffer = bytes.baseAddress
      bitmap.num_grays = 256
      bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
      FT_Outline_Get_Bitmap(library.pointer, outline, &bitmap)
    }
    return GlyphBitmap(area: area, coverage: coverage)
  }
}
