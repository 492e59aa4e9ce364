import Layout
import Raster

/// The font of the actual value beside the wanted one, and the size of the triangle before it.
struct ReadingFont {
  let glyphs: GlyphCache
  /// The width of the triangle, in pixels.
  let signWidth: Float
  /// The distance of the triangle from the number, in pixels.
  let signGap: Float
  /// The width of the widest number with the triangle, in pixels.
  let widest: Float

  /// The size of the number above a value, as a part of the value's; beside a value, it is nearly as
  /// large.
  private static let (above, beside): (Float, Float) = (0.44, 0.9)
  /// The smallest size that is drawn, in pixels.
  private static let smallest: Float = 8

  /// Chooses the font of a theme's knob; returns nil if it has no reading, or shows no value.
  init?(_ knob: KnobLayout, _ geometry: FaceGeometry, _ fonts: ValueFonts, _ texts: FaceTexts) {
    let place = geometry.metrics.typography.value
    guard place != .none else { return nil }
    self.init(knob, fonts, isBelow: place == .below, radius: geometry.radius, texts)
  }

  /// Chooses the font for a reading above a value, or beside one below the knob.
  init?(
    _ knob: KnobLayout, _ fonts: ValueFonts, isBelow: Bool, radius: Float, _ texts: FaceTexts
  ) {
    guard knob.reading != nil else { return nil }
    let style = fonts.number.style
    let size =
      isBelow
      ? style.pixelSize * Self.beside
      : max(style.pixelSize * Self.above, min(11, radius * 0.24))
    guard size >= Self.smallest else { return nil }
    let glyphs = texts.glyphs(
      texts.style(isBelow ? style.weight : .medium, size, tabularFigures: true))
    self.glyphs = glyphs
    signWidth = (glyphs.capHeight * 0.8).rounded()
    signGap = max((glyphs.capHeight * 0.35).rounded(), 2)
    let number = ValueTexts(knob).numbers.map(glyphs.width(of:)).max() ?? 0
    widest = number + signWidth + signGap
  }

  /// Returns the distance from a value at its left, in pixels.
  func distance(from fonts: ValueFonts) -> Float { fonts.number.style.pixelSize * 0.5 }
}
