internal import CFreeType
internal import Raster

/// Rasterises positioned glyphs into one mask.
struct GlyphPainter {
  /// The em, in 64ths of a pixel.
  let size64: Int
  /// Whether outlines are hinted vertically, so that horizontal stems fall on whole rows of pixels;
  /// never horizontally, which would change the widths.
  let isHinted: Bool

  /// The widest mask; a display is less than half as wide.
  static let largestWidth = 16_384

  /// The mask of a line that advances by `advance` (64ths of a pixel).
  func mask(of glyphs: [PlacedGlyph], advance: Int) -> TextMask {
    let box = bounds(of: glyphs)
    let size = PixelSize(width: box.width, height: box.height)
    guard !box.isEmpty else {
      return TextMask(
        size: PixelSize(width: 0, height: 0), coverage: [], originX: 0, originY: 0,
        advance: Float(advance) / 64)
    }
    var coverage = [UInt8](repeating: 0, count: size.width * size.height)
    var scratch: [UInt8] = []
    for glyph in glyphs {
      draw(glyph, box, into: &coverage, &scratch)
    }
    return TextMask(
      size: size, coverage: coverage, originX: Float(-box.x), originY: Float(-box.y),
      advance: Float(advance) / 64)
  }

  /// The pixels that the glyphs touch, y downward from the baseline.
  private func bounds(of glyphs: [PlacedGlyph]) -> PixelRect {
    var box = PixelRect(x: 0, y: 0, width: 0, height: 0)
    for glyph in glyphs {
      guard let outline = outline(of: glyph) else { continue }
      let joined = box.union(pixels(of: outline))
      guard joined.width <= GlyphPainter.largestWidth, joined.height <= 8_192 else { break }
      box = joined
    }
    return box
  }

  private func outline(of glyph: PlacedGlyph) -> UnsafeMutablePointer<FT_Outline>? {
    glyph.face.setSize(size64)
    guard let outline = glyph.face.outline(of: glyph.glyph, isHinted: isHinted) else { return nil }
    FT_Outline_Translate(outline, FT_Pos(glyph.x), FT_Pos(glyph.y))
    return outline
  }

  private func pixels(of outline: UnsafeMutablePointer<FT_Outline>) -> PixelRect {
    var box = FT_BBox()
    FT_Outline_Get_CBox(outline, &box)
    let (left, right) = (box.xMin >> 6, (box.xMax + 63) >> 6)
    let (bottom, top) = (box.yMin >> 6, (box.yMax + 63) >> 6)
    return PixelRect(x: left, y: -top, width: right - left, height: top - bottom)
  }

  private func draw(
    _ glyph: PlacedGlyph, _ box: PixelRect, into coverage: inout [UInt8],
    _ scratch: inout [UInt8]
  ) {
    guard let outline = outline(of: glyph) else { return }
    let area = pixels(of: outline)
    guard !area.isEmpty, box.contains(area) else { return }
    FT_Outline_Translate(outline, FT_Pos(-area.x * 64), FT_Pos(area.maxY * 64))
    scratch.removeAll(keepingCapacity: true)
    scratch.append(contentsOf: repeatElement(0, count: area.width * area.height))
    scratch.withUnsafeMutableBufferPointer { bytes in
      var bitmap = FT_Bitmap()
      bitmap.width = UInt32(area.width)
      bitmap.rows = UInt32(area.height)
      // Positive: the first row is the top one.
      bitmap.pitch = Int32(area.width)
      bitmap.buffer = bytes.baseAddress
      bitmap.num_grays = 256
      bitmap.pixel_mode = UInt8(FT_PIXEL_MODE_GRAY.rawValue)
      FT_Outline_Get_Bitmap(glyph.face.library.pointer, outline, &bitmap)
    }
    // Joined letters share pixels: their coverage is added.
    for y in 0..<area.height {
      let row = (area.y - box.y + y) * box.width + area.x - box.x
      for x in 0..<area.width {
        let sum = UInt16(coverage[row + x]) + UInt16(scratch[y * area.width + x])
        coverage[row + x] = UInt8(min(sum, 255))
      }
    }
  }
}
