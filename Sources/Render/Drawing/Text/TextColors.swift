import Raster

/// The colours of a text and of the surface behind it.
struct TextColors: Sendable {
  /// The colour behind the text; if it varies, the colour of least contrast.
  var background: Color
  /// The colour of primary text, such as the digits of a value.
  var primary: Color
  /// The colour of units, names and other secondary text.
  var secondary: Color

  /// How much to strengthen half-covered pixels of primary text (`Canvas.draw`).
  ///
  /// Mixing encoded colours makes light text look thinner than it is, and dark text bolder. With
  /// full correction (in linear light), light text becomes blotchy and dark text spidery; half of
  /// the correction looks even.
  let contrast: Float
  /// The same for secondary text.
  private let secondaryContrast: Float

  init(background: Color, primary: Color, secondary: Color) {
    self.background = background
    self.primary = primary
    self.secondary = secondary
    contrast = TextColors.contrast(of: primary, on: background)
    secondaryContrast = TextColors.contrast(of: secondary, on: background)
  }

  private init(background: Color, secondary: Color, contrast: Float) {
    self.background = background
    primary = secondary
    self.secondary = secondary
    self.contrast = contrast
    secondaryContrast = contrast
  }

  /// These colours with the secondary colour for all text; cheap enough for every frame.
  var dimmed: TextColors {
    TextColors(background: background, secondary: secondary, contrast: secondaryContrast)
  }

  /// Returns half of the correction that gives a half-covered pixel the mean luminance of the two.
  private static func contrast(of color: Color, on background: Color) -> Float {
    let (one, two) = (color.luminance, background.luminance)
    let (first, last) = (Color.encoded(luminance: two), Color.encoded(luminance: one))
    guard abs(last - first) > 1 else { return 0 }
    let share = (Color.encoded(luminance: (one + two) * 0.5) - first) / (last - first)
    return 0.5 * (share - 0.5) * 4
  }

  /// Creates the colours of text on any of `backgrounds`.
  init(_ primary: Color, _ secondary: Color, on backgrounds: [Color]) {
    let worst = backgrounds.min { primary.contrast(with: $0) < primary.contrast(with: $1) }
    self.init(background: worst ?? Color(0), primary: primary, secondary: secondary)
  }
}

extension TextColors {
  /// Creates these colours, each replaced by a legible one if its contrast is too low, because the
  /// layout has changed the background.
  init(legible primary: Color, _ secondary: Color, on backgrounds: [Color]) {
    func worst(_ color: Color) -> Float {
      backgrounds.map { color.contrast(with: $0) }.min() ?? 21
    }
    let others = [Color(0x1B1D20), Color(0xF6F7F8), Color(0x000000), Color(0xFFFFFF)]
    let best =
      others.first { worst($0) >= 7 } ?? others.max { worst($0) < worst($1) } ?? primary
    self.init(
      worst(primary) >= 4.5 ? primary : best, worst(secondary) >= 4.5 ? secondary : best,
      on: backgrounds)
  }
}
