import Raster

/// Text and what it stands on; the ground is the one of least contrast.
struct TextColors: Sendable {
  var ground: Color
  var ink: Color
  var dim: Color

  /// How much half-covered pixels of its text must be strengthened (`Canvas.draw`).
  ///
  /// Mixing encoded colours makes light text look thinner than it is, and dark text bolder. Fully
  /// mended (in light) the one becomes blotchy and the other spidery; half way they look even.
  let contrast: Float
  /// The same for a text that is dim all of it.
  private let dimContrast: Float

  init(ground: Color, ink: Color, dim: Color) {
    self.ground = ground
    self.ink = ink
    self.dim = dim
    contrast = TextColors.contrast(of: ink, on: ground)
    dimContrast = TextColors.contrast(of: dim, on: ground)
  }

  private init(ground: Color, dim: Color, contrast: Float) {
    self.ground = ground
    ink = dim
    self.dim = dim
    self.contrast = contrast
    dimContrast = contrast
  }

  /// The dim ink for everything; asking costs nothing, so that it can be done in every frame.
  var dimmed: TextColors { TextColors(ground: ground, dim: dim, contrast: dimContrast) }

  /// Half of what gives a half-covered pixel half the light between the two.
  private static func contrast(of ink: Color, on ground: Color) -> Float {
    let (one, two) = (ink.luminance, ground.luminance)
    let (first, last) = (Color.encoded(luminance: two), Color.encoded(luminance: one))
    guard abs(last - first) > 1 else { return 0 }
    let share = (Color.encoded(luminance: (one + two) * 0.5) - first) / (last - first)
    return 0.5 * (share - 0.5) * 4
  }

  /// Text that stands on one of these.
  init(_ ink: Color, _ dim: Color, on grounds: [Color]) {
    let worst = grounds.min { ink.contrast(with: $0) < ink.contrast(with: $1) }
    self.init(ground: worst ?? Color(0), ink: ink, dim: dim)
  }
}

extension TextColors {
  /// These textColors, or whatever can be read, where the layout has given the ground another colour.
  init(legible ink: Color, _ dim: Color, on grounds: [Color]) {
    func worst(_ color: Color) -> Float { grounds.map { color.contrast(with: $0) }.min() ?? 21 }
    let others = [Color(0x1B1D20), Color(0xF6F7F8), Color(0x000000), Color(0xFFFFFF)]
    let best = others.first { worst($0) >= 7 } ?? others.max { worst($0) < worst($1) } ?? ink
    self.init(
      worst(ink) >= 4.5 ? ink : best, worst(dim) >= 4.5 ? dim : best, on: grounds)
  }
}
