import Locales
import Raster

/// The masks of one text style: one for each digit, and one for each other text.
///
/// All digits have the same width in whole pixels, so that a number is a row of cached masks, and
/// setting it needs neither shaping nor allocation.
final class GlyphCache {
  let style: TextStyle
  private let typesetter: any Typesetter
  /// The digits and signs that are drawn for ASCII ones.
  let numbers: NumberSymbols
  private let compromises: CompromiseList?
  /// Indexed by character code, like the glyphs.
  ///
  /// Both are allocated manually: metrics are read several times in each frame, and each read from
  /// an array in a class would count references.
  private let glyphMetrics = UnsafeMutablePointer<Metrics?>.allocate(capacity: glyphCount)
  private let glyphs = UnsafeMutablePointer<TextMask?>.allocate(capacity: glyphCount)
  private var lines: [LineKey: TextMask] = [:]
  let capHeight: Float

  /// The metrics of a character, in pixels.
  struct Metrics {
    /// The distance that the pen moves.
    var advance: Float
    /// The origin, relative to the mask's top left.
    var originX: Float
    var originY: Float
    /// The mask's size; empty for an invisible character.
    var size: PixelSize
  }

  /// A text and the width in pixels to which it is truncated; nil if it is not.
  private struct LineKey: Hashable {
    var text: String
    var width: Float?
  }

  /// The number of ASCII characters.
  private static let glyphCount = 128

  /// The maximum number of cached texts; the cache is emptied when it is full.
  private static let maxLines = 64

  init(
    _ style: TextStyle, _ typesetter: any Typesetter, numbers: NumberSymbols = .plain,
    _ compromises: CompromiseList? = nil
  ) {
    self.style = style
    self.numbers = numbers
    self.typesetter = typesetter
    self.compromises = compromises
    glyphMetrics.initialize(repeating: nil, count: Self.glyphCount)
    glyphs.initialize(repeating: nil, count: Self.glyphCount)
    capHeight = typesetter.capHeight(of: style)
  }

  deinit {
    glyphMetrics.deinitialize(count: Self.glyphCount).deallocate()
    glyphs.deinitialize(count: Self.glyphCount).deallocate()
  }

  /// Returns whether a text is set character by character.
  func isNumber(_ text: String) -> Bool {
    Self.isNumber(text) && numbers.characterCount(of: text) <= GlyphRun.maxFigures
  }

  /// Returns whether a text has only what numbers and times have.
  static func isNumber(_ text: String) -> Bool {
    let count = text.utf8.count
    return count > 0 && count <= GlyphRun.maxFigures
      && text.utf8.allSatisfy { (0x2B...0x3A).contains($0) && $0 != 0x2F }
  }

  /// Returns the mask of what is drawn for one ASCII character; a hyphen becomes a minus, as wide
  /// as a plus.
  func mask(_ byte: UInt8) -> TextMask {
    if let known = glyphs[Int(byte & 0x7F)] { return known }
    return makeGlyph(byte).glyph
  }

  func metrics(_ byte: UInt8) -> Metrics {
    if let known = glyphMetrics[Int(byte & 0x7F)] { return known }
    return makeGlyph(byte).metrics
  }

  private func makeGlyph(_ byte: UInt8) -> (glyph: TextMask, metrics: Metrics) {
    let mask = typesetter.mask(for: numbers.text(of: byte), style: style)
    let metrics = Metrics(
      advance: advance(of: mask), originX: mask.originX, originY: mask.originY, size: mask.size)
    glyphs[Int(byte & 0x7F)] = mask
    glyphMetrics[Int(byte & 0x7F)] = metrics
    return (mask, metrics)
  }

  /// Returns the mask of a whole text, truncated to `width` pixels if that is not nil.
  func line(_ text: String, width: Float? = nil) -> TextMask {
    let text = Self.isNumber(text) ? numbers.text(of: text) : text
    let key = LineKey(text: text, width: width)
    if let known = lines[key] { return known }
    if lines.count >= GlyphCache.maxLines { lines.removeAll(keepingCapacity: true) }
    let mask = typesetter.mask(for: text, style: style, width: width, compromises)
    lines[key] = mask
    return mask
  }

  /// Returns how far the pen moves for a mask: whole pixels, and slightly less in large sizes,
  /// where the usual letter spacing looks too wide.
  private func advance(of mask: TextMask) -> Float {
    let tracking = min(max((style.pixelSize - 24) * 0.0006, 0), 0.03)
    return (mask.advance - style.pixelSize * tracking).rounded()
  }

  func width(of text: String) -> Float {
    guard isNumber(text) else { return line(text).advance.rounded() }
    var width: Float = 0
    numbers.forEachCharacter(of: text) { width += metrics($0).advance }
    return width
  }
}
