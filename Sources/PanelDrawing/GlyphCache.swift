import Raster

/// The masks of one text style: of figures one by one, of other texts whole.
///
/// Figures are all of one width (of whole pixels), so that a number is a row of cached masks and
/// setting it neither shapes nor allocates.
final class GlyphCache {
  let style: TextStyle
  private let typesetter: any Typesetter
  /// By the code of a character, as the glyphs are.
  ///
  /// Both are memory of their own: metrics are asked for several times in each frame, and what an
  /// array in a class holds is counted whenever it is read.
  private let glyphMetrics = UnsafeMutablePointer<Metrics?>.allocate(capacity: glyphCount)
  private let glyphs = UnsafeMutablePointer<BlendCache?>.allocate(capacity: glyphCount)
  private var lines: [Line: TextMask] = [:]
  let capHeight: Float

  /// How a character is set, in pixels.
  struct Metrics {
    /// How far the pen moves.
    var advance: Float
    /// Where the origin lies from the top left of the mask.
    var originX: Float
    var originY: Float
    /// Of the mask; empty for a character that cannot be seen.
    var size: PixelSize
  }

  /// A text and the pixel width it is cut to; nil for one that is not cut.
  private struct Line: Hashable {
    var text: String
    var width: Float?
  }

  /// The number of ASCII characters.
  private static let glyphCount = 128

  /// The number of cached texts; when there are more, the cache is emptied.
  private static let maxLines = 64

  init(_ style: TextStyle, _ typesetter: any Typesetter) {
    self.style = style
    self.typesetter = typesetter
    glyphMetrics.initialize(repeating: nil, count: Self.glyphCount)
    glyphs.initialize(repeating: nil, count: Self.glyphCount)
    capHeight = typesetter.capHeight(of: style)
  }

  deinit {
    glyphMetrics.deinitialize(count: Self.glyphCount).deallocate()
    glyphs.deinitialize(count: Self.glyphCount).deallocate()
  }

  /// Whether a text is set figure by figure.
  static func isNumber(_ text: String) -> Bool {
    let count = text.utf8.count
    return count > 0 && count <= GlyphRun.maxFigures
      && text.utf8.allSatisfy { (0x2B...0x3A).contains($0) && $0 != 0x2F }
  }

  /// The mask of one ASCII character; a hyphen becomes a minus, as wide as a plus.
  func mask(_ byte: UInt8) -> TextMask { glyph(byte).glyph }

  private func glyph(_ byte: UInt8) -> BlendCache {
    if let known = glyphs[Int(byte & 0x7F)] { return known }
    return makeGlyph(byte).glyph
  }

  /// Draws one ASCII character.
  func draw(
    _ byte: UInt8, on canvas: Canvas, at origin: PixelPoint, color: Color, contrast: Float
  ) {
    let glyph = glyph(byte)
    // Signs and points change seldom, and are small.
    if (0x30...0x39).contains(byte) {
      glyph.draw(on: canvas, at: origin, color: color, contrast: contrast)
    } else {
      canvas.draw(glyph.glyph, at: origin, color: color, contrast: contrast)
    }
  }

  func metrics(_ byte: UInt8) -> Metrics {
    if let known = glyphMetrics[Int(byte & 0x7F)] { return known }
    return makeGlyph(byte).metrics
  }

  private func makeGlyph(_ byte: UInt8) -> (glyph: BlendCache, metrics: Metrics) {
    let text = byte == 0x2D ? "\u{2212}" : String(UnicodeScalar(byte))
    let mask = typesetter.mask(for: text, style: style)
    let metrics = Metrics(
      advance: advance(of: mask), originX: mask.originX, originY: mask.originY, size: mask.size)
    let glyph = BlendCache(mask)
    glyphs[Int(byte & 0x7F)] = glyph
    glyphMetrics[Int(byte & 0x7F)] = metrics
    return (glyph, metrics)
  }

  /// The mask of a whole text, or of as much of it as is no wider than `width` pixels.
  func line(_ text: String, width: Float? = nil) -> TextMask {
    let line = Line(text: text, width: width)
    if let known = lines[line] { return known }
    if lines.count >= GlyphCache.maxLines { lines.removeAll(keepingCapacity: true) }
    let mask =
      if let width {
        typesetter.mask(for: text, style: style, width: width)
      } else {
        typesetter.mask(for: text, style: style)
      }
    lines[line] = mask
    return mask
  }

  /// How far the pen moves for a mask: whole pixels, and a little less in large sizes, where the
  /// usual letter spacing looks too wide.
  private func advance(of mask: TextMask) -> Float {
    let tracking = min(max((style.pixelSize - 24) * 0.0006, 0), 0.03)
    return (mask.advance - style.pixelSize * tracking).rounded()
  }

  func width(of text: String) -> Float {
    guard GlyphCache.isNumber(text) else { return line(text).advance.rounded() }
    return text.utf8.reduce(0) { $0 + metrics($1).advance }
  }
}
