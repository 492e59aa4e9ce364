import Raster

/// The masks of one text style: of figures one by one, of other texts whole.
///
/// Figures are all of one width (of whole pixels), so that a number is a row of cached masks and
/// setting it neither shapes nor allocates.
final class GlyphCache {
  let style: TextStyle
  private let typesetter: any Typesetter
  private var glyphs: [Glyph?]
  private var lines: [Line: TextMask] = [:]
  let capHeight: Float

  /// A character's mask, and what is asked of it most often, for which it need not be retained.
  private struct Glyph {
    var mask: TextMask
    var metrics: Metrics
  }

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

  /// The number of cached texts; when there are more, the cache is emptied.
  private static let maxLines = 64

  init(_ style: TextStyle, _ typesetter: any Typesetter) {
    self.style = style
    self.typesetter = typesetter
    glyphs = Array(repeating: nil, count: 128)
    capHeight = typesetter.capHeight(of: style)
  }

  /// Whether a text is set figure by figure.
  static func isNumber(_ text: String) -> Bool {
    let count = text.utf8.count
    return count > 0 && count <= GlyphRun.maxFigures
      && text.utf8.allSatisfy { (0x2B...0x3A).contains($0) && $0 != 0x2F }
  }

  /// The mask of one ASCII character; a hyphen becomes a minus, as wide as a plus.
  func mask(_ byte: UInt8) -> TextMask {
    glyphs[Int(byte & 0x7F)]?.mask ?? makeGlyph(byte).mask
  }

  func metrics(_ byte: UInt8) -> Metrics {
    glyphs[Int(byte & 0x7F)]?.metrics ?? makeGlyph(byte).metrics
  }

  private func makeGlyph(_ byte: UInt8) -> Glyph {
    let text = byte == 0x2D ? "\u{2212}" : String(UnicodeScalar(byte))
    let mask = typesetter.mask(for: text, style: style)
    let glyph = Glyph(
      mask: mask,
      metrics: Metrics(
        advance: advance(of: mask), originX: mask.originX, originY: mask.originY, size: mask.size))
    glyphs[Int(byte & 0x7F)] = glyph
    return glyph
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
