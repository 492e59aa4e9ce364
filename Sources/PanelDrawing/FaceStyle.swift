import Layout
import Raster

/// Everything that was chosen for one knob, by its theme and its layout: metrics, colours, material.
struct FaceStyle: Sendable {
  var metrics: FaceMetrics
  var palette: Palette
  var material: Material
  /// The colours of lit parts along the sweep, 0…1.
  var lit: ColorRamp
  /// Text beside the knob, and on its cap.
  var onBackground: TextColors
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

  /// A knob's, by what its layout says.
  init(_ theme: Theme, _ knob: KnobLayout, isLarge: Bool) {
    let look = knob.look
    var metrics = isLarge ? theme.large : theme.small
    metrics.change(look, isLarge: isLarge)
    self.init(theme, metrics)
    if let color = look.track.color { palette.track = color }
    if let color = look.pointer.color { palette.pointer = color }
    if let color = look.ticks.color { palette.tick = color }
    if let color = look.cap.color {
      palette.cap = metrics.cap.shape == .flat ? Palette.Shade(color) : color.litFromAbove
      if metrics.cap.shape == .dish { material.hollow = nil }
    }
    if let ramp = ColorRamp(look.progress, on: knob.scale) {
      lit = ramp
      palette.accent = Palette.Shade(ramp.first, ramp.last)
      material.glow = ramp.last
    }
    if let color = look.glow.color { material.glow = color }
    onCap = inksOnCap(hasOwnCap: look.cap.color != nil || look.cap.shape != nil)
  }

  /// The hollow of a cap: what the theme says, or the cap the other way round.
  var hollow: Palette.Shade {
    material.hollow
      ?? Palette.Shade(
        palette.cap.last.mixed(with: palette.cap.first, 0.25),
        palette.cap.first.mixed(with: palette.cap.last, 0.25))
  }

  /// A cap's colour where it has but one.
  var capColor: Color { palette.cap.first.mixed(with: palette.cap.last, 0.5) }

  /// How much light shading adds to a cap and takes away from it, in 255ths.
  static let shading: Float = 22

  /// The palette's, but for a cap that the layout gives a knob: there whatever can be read.
  private func inksOnCap(hasOwnCap: Bool) -> TextColors {
    let grounds: [Color]
    switch metrics.cap.shape {
    case .none: return onBackground
    case _ where metrics.cap.hollow > 0: grounds = [hollow.first, hollow.last]
    case .flat: grounds = [capColor]
    case .metal:
      let shine = material.shimmer * 0.6
      grounds = [palette.cap.first.lighter(by: shine), palette.cap.last.lighter(by: -shine)]
    case .cone, .dome:
      grounds = [
        capColor.lighter(by: FaceStyle.shading), capColor.lighter(by: -FaceStyle.shading),
      ]
    case .dish, .skirt: grounds = [palette.cap.first, palette.cap.last]
    }
    guard hasOwnCap else { return TextColors(palette.capInk, palette.capDim, on: grounds) }
    return TextColors(legible: palette.capInk, palette.capDim, on: grounds)
  }
}

extension Color {
  /// A surface of this colour, as light from above shows its upper and its lower edge.
  var litFromAbove: Palette.Shade {
    Palette.Shade(mixed(with: Color(0xFFFFFF), 0.1), mixed(with: Color(0x000000), 0.22))
  }

  func lighter(by amount: Float) -> Color {
    func moved(_ channel: Float) -> Float { min(max(channel + amount, 0), 255) }
    return Color(red: moved(red), green: moved(green), blue: moved(blue), opacity: opacity)
  }
}
