import Layout
import Raster

extension FaceStyle {
  /// The style, desaturated and faded towards the background, for a knob that has no effect.
  var inactive: FaceStyle {
    let background = palette.background.middle
    let surfaceFade = material.inactiveSurfaceFade
    func fade(_ color: Color) -> Color {
      color.mixed(with: color.grey, 0.8)
        .mixed(with: background.opacity(color.opacity), material.inactiveFade)
    }
    // Surfaces keep their hue.
    func fadeSurface(_ shade: Palette.Shade) -> Palette.Shade {
      Palette.Shade(
        shade.first.mixed(with: background, surfaceFade),
        shade.last.mixed(with: background, surfaceFade))
    }
    var style = self
    style.palette.track = fade(palette.track)
    style.palette.tick = fade(palette.tick)
    style.palette.pointer = fade(palette.pointer)
    style.palette.cap = fadeSurface(palette.cap)
    style.lit = lit.mapped(fade)
    style.falling = falling?.mapped(fade)
    style.material.hollow = material.hollow.map(fadeSurface)
    style.material.skirt = fadeSurface(material.skirt)
    style.material.shimmer *= 0.4
    style.material.ribs *= 0.4
    style.material.rim = material.rim.opacity(material.rim.opacity * 0.4)
    style.material.shadow = material.shadow.opacity(material.shadow.opacity * 0.5)
    // Texts stay legible, because they say what is wrong.
    guard !material.keepsTextColors else { return style }
    style.onBackground = TextColors(
      onBackground.secondary, onBackground.secondary, on: [onBackground.background])
    var backgrounds = [background]
    if metrics.cap.shape != .none {
      let surface = metrics.cap.hollow > 0 ? style.hollow : style.palette.cap
      backgrounds = [
        surface.first, surface.last, onCap.background.mixed(with: background, surfaceFade),
      ]
    }
    let choices = [onBackground.secondary, onCap.secondary, onBackground.primary, onCap.primary]
    let color =
      choices.first { color in backgrounds.allSatisfy { color.contrast(with: $0) >= 5 } }
      ?? onBackground.primary
    style.onCap = TextColors(legible: color, color, on: backgrounds)
    return style
  }
}

extension Color {
  /// The grey of the same lightness.
  fileprivate var grey: Color {
    let level = red * 0.3 + green * 0.59 + blue * 0.11
    return Color(red: level, green: level, blue: level, opacity: opacity)
  }
}
