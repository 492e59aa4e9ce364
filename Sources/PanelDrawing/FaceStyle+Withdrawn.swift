import Layout
import Raster

extension FaceStyle {
  /// The same without colour and half gone into the background, for a knob that cannot turn
  /// anything.
  var withdrawn: FaceStyle {
    let ground = palette.background.first.mixed(with: palette.background.last, 0.5)
    let (fading, withdrawal) = (material.fading, material.withdrawal)
    func fade(_ color: Color) -> Color {
      color.mixed(with: color.grey, 0.8).mixed(with: ground.opacity(color.opacity), fading)
    }
    // Materials keep what colour they have.
    func withdraw(_ shade: Palette.Shade) -> Palette.Shade {
      Palette.Shade(
        shade.first.mixed(with: ground, withdrawal), shade.last.mixed(with: ground, withdrawal))
    }
    var style = self
    style.palette.track = fade(palette.track)
    style.palette.tick = fade(palette.tick)
    style.palette.pointer = fade(palette.pointer)
    style.palette.cap = withdraw(palette.cap)
    style.lit = lit.mapped(fade)
    style.material.hollow = material.hollow.map(withdraw)
    style.material.skirt = withdraw(material.skirt)
    style.material.shimmer *= 0.4
    style.material.ribs *= 0.4
    style.material.rim = material.rim.opacity(material.rim.opacity * 0.4)
    style.material.shadow = material.shadow.opacity(material.shadow.opacity * 0.5)
    // The words stay legible: what is wrong must be readable.
    guard !material.keepsInk else { return style }
    style.onBackground = TextColors(onBackground.dim, onBackground.dim, on: [onBackground.ground])
    var grounds = [ground]
    if metrics.cap.shape != .none {
      let surface = metrics.cap.hollow > 0 ? style.hollow : style.palette.cap
      grounds = [surface.first, surface.last, onCap.ground.mixed(with: ground, withdrawal)]
    }
    let choices = [onBackground.dim, onCap.dim, onBackground.ink, onCap.ink]
    let ink =
      choices.first { ink in grounds.allSatisfy { ink.contrast(with: $0) >= 5 } }
      ?? onBackground.ink
    style.onCap = TextColors(legible: ink, ink, on: grounds)
    return style
  }
}

extension Color {
  /// The grey that is as light.
  fileprivate var grey: Color {
    let level = red * 0.3 + green * 0.59 + blue * 0.11
    return Color(red: level, green: level, blue: level, opacity: opacity)
  }
}
