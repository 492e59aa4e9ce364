import Knobs
import Layout
import Raster

/// The style of one knob, chosen by the theme and the layout: metrics, colours, material.
struct FaceStyle: Sendable {
  var metrics: FaceMetrics
  var palette: Palette
  var material: Material
  /// The colours of lit parts along the sweep, 0…1.
  var lit: ColorRamp
  /// The same of an arc that begins at a reading, while the value is lower; nil for the same colours.
  var falling: ColorRamp?
  /// Colours of text beside the knob.
  var onBackground: TextColors
  /// Colours of text on its cap.
  var onCap: TextColors

  /// The part of the sweep over which lit parts change from a theme's first colour to its last.
  static let gradientPart: Float = 0.8

  init(_ theme: Theme, _ metrics: FaceMetrics) {
    self.metrics = metrics
    palette = theme.palette
    material = theme.material
    lit = ColorRamp(
      palette.accent.first, palette.accent.last, part: FaceStyle.gradientPart)
    onBackground = theme.onBackground
    onCap = onBackground
  }

  /// Creates the style of a knob: the theme with the layout's changes.
  init(_ theme: Theme, _ knob: KnobLayout, isLarge: Bool) {
    let changes = knob.look
    var metrics = isLarge ? theme.large : theme.small
    metrics.apply(changes, isLarge: isLarge)
    metrics.sizeTexts(
      changes, scale: theme.textScale, smallest: theme.smallestTextSize,
      radius: knob.diameter / 2, hasSectors: knob.sectors != nil)
    self.init(theme, metrics)
    if let color = changes.track.color { palette.track = color }
    if let color = changes.pointer.color { palette.pointer = color }
    if let color = changes.ticks.color { palette.tick = color }
    if let color = changes.cap.color {
      palette.cap = metrics.cap.shape == .flat ? Palette.Shade(color) : color.litFromAbove
      if metrics.cap.shape == .dish { material.hollow = nil }
    }
    if let ramp = ColorRamp(changes.progress, on: knob.scale) {
      lit = ramp
      palette.accent = Palette.Shade(ramp.first, ramp.last)
      material.glow = ramp.last
    } else if knob.arcOrigin == .reading {
      lit = ColorRamp(palette.rising)
      falling = ColorRamp(palette.falling)
    }
    if changes.pointer.color == nil, metrics.isPointerOnRing {
      palette.pointer = palette.pointer.visible(on: lit, background: onBackground.background)
    }
    if let color = changes.glow.color { material.glow = color }
    onCap = textColorsOnCap(hasOwnCap: changes.cap.color != nil || changes.cap.shape != nil)
  }

  /// The colours of a cap's hollow: the theme's, or the cap's upside down.
  var hollow: Palette.Shade {
    material.hollow
      ?? Palette.Shade(
        palette.cap.last.mixed(with: palette.cap.first, 0.25),
        palette.cap.first.mixed(with: palette.cap.last, 0.25))
  }

  /// The colour of a cap that has a single colour.
  var capColor: Color { palette.cap.middle }

  /// How much brightness shading adds to or subtracts from a cap, in 255ths.
  static let shading: Float = 22

  /// Returns the palette's colours or, on a cap that the layout changes, colours legible there.
  private func textColorsOnCap(hasOwnCap: Bool) -> TextColors {
    let backgrounds: [Color]
    switch metrics.cap.shape {
    case .none: return onBackground
    case _ where metrics.cap.hollow > 0: backgrounds = [hollow.first, hollow.last]
    case .flat: backgrounds = [capColor]
    case .metal:
      let shine = material.shimmer * 0.6
      backgrounds = [palette.cap.first.lighter(by: shine), palette.cap.last.lighter(by: -shine)]
    case .cone, .dome:
      backgrounds = [
        capColor.lighter(by: FaceStyle.shading), capColor.lighter(by: -FaceStyle.shading),
      ]
    case .dish, .skirt: backgrounds = [palette.cap.first, palette.cap.last]
    }
    guard hasOwnCap else { return TextColors(palette.capInk, palette.capDim, on: backgrounds) }
    return TextColors(legible: palette.capInk, palette.capDim, on: backgrounds)
  }
}

extension Color {
  /// The smallest contrast between a pointer and a lit ring around it.
  private static let smallestPointerContrast: Float = 1.5

  /// Returns the colour, or the background's if this one cannot be told from a lit ring.
  fileprivate func visible(on lit: ColorRamp, background: Color) -> Color {
    [lit.first, lit.last].contains { contrast(with: $0) < Self.smallestPointerContrast }
      ? background : self
  }
}

extension Palette.Shade {
  /// The colour between both.
  var middle: Color { first.mixed(with: last, 0.5) }
}

extension Color {
  /// The colours of the upper and the lower edge of a surface that is lit from above.
  var litFromAbove: Palette.Shade {
    Palette.Shade(mixed(with: Color(0xFFFFFF), 0.1), mixed(with: Color(0x000000), 0.22))
  }

  /// Returns the colour with `amount` (255ths) added to each channel.
  func lighter(by amount: Float) -> Color {
    func moved(_ channel: Float) -> Float { min(max(channel + amount, 0), 255) }
    return Color(red: moved(red), green: moved(green), blue: moved(blue), opacity: opacity)
  }
}
