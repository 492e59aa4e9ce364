import Layout
import Raster

/// How a theme draws its buttons: like its caps or, where text could not be read on those, like the
/// window or the skirt.
struct ButtonStyle {
  let track: Color
  let progress: ColorRamp
  let cap: Palette.Shade
  let dish: Palette.Shade
  let rim: Color
  let dishEdge: Palette.Shade
  let shadow: Color
  let glow: Color
  let onCap: TextColors

  init(_ theme: Theme, isInactive: Bool = false) {
    var style = FaceStyle(theme, theme.small)
    let isFlat = theme.small.cap.shape == .none
    switch theme.large.cap.shape {
    case .metal: style.palette.cap = style.hollow
    case .skirt: style.palette.cap = style.material.skirt
    default: break
    }
    if theme.large.cap.shape != .dish { style.material.hollow = nil }
    // Text colours are chosen for a plain surface, whatever the knobs' caps are.
    style.metrics.cap.shape = .dish
    style.metrics.cap.hollow = 0
    if isInactive { style = style.inactive }
    let glow = style.material.glow ?? style.lit.last
    track = style.palette.track
    progress = style.lit
    cap = style.palette.cap
    dish = isFlat ? style.palette.cap.pressed : style.hollow
    rim = style.material.rim
    dishEdge = style.material.hollowEdge
    shadow = isFlat ? style.material.shadow.opacity(0) : style.material.shadow
    self.glow = glow.opacity(style.material.glowOpacity)
    onCap = TextColors(
      legible: style.palette.capInk, style.palette.capDim,
      on: [cap.first, cap.last, dish.first, dish.last])
  }
}

extension Palette.Shade {
  /// The colours of a pressed surface: a little darker, or lighter where it is dark.
  fileprivate var pressed: Palette.Shade {
    let amount: Float = first.luminance > 0.2 ? -14 : 14
    return Palette.Shade(first.lighter(by: amount), last.lighter(by: amount))
  }
}
