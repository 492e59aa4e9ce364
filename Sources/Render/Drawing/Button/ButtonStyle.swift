import Layout
import Raster

/// The style of a theme's buttons: like its caps or, if text would be illegible on those, like the
/// hollow or the skirt.
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
  /// The cap of a lit button, if the line around it alone would not show that; nil if the cap is
  /// always the same.
  let litCap: Palette.Shade?
  let onLitCap: TextColors
  /// The part of the cap that fills while the button is held; its texts look as on a lit cap.
  let heldCap: Palette.Shade

  /// The minimum contrast between the lines of a lit and an unlit button.
  private static let minLineContrast: Float = 2

  /// Creates the colours of buttons.
  ///
  /// - Parameters:
  ///   - theme: The theme, which gives the default colours.
  ///   - face: The cap's colour; nil for the theme's.
  ///   - lit: The colour of the lit button; nil for the theme's.
  ///   - isInactive: Whether pressing the button does nothing.
  init(_ theme: Theme, face: Color? = nil, lit: Color? = nil, isInactive: Bool = false) {
    var style = FaceStyle(theme, theme.small)
    let isFlat = theme.small.cap.shape == .none
    switch theme.large.cap.shape {
    case .metal: style.palette.cap = style.hollow
    case .skirt: style.palette.cap = style.material.skirt
    default: break
    }
    if theme.large.cap.shape != .dish { style.material.hollow = nil }
    if let face {
      style.palette.cap = isFlat ? Palette.Shade(face) : face.litFromAbove
      style.material.hollow = nil
    }
    if let lit {
      style.lit = ColorRamp(lit)
      style.material.glow = lit
    }
    // Text colours are chosen for a plain surface, whatever the shape of the knobs' caps.
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
    let grounds = [cap.first, cap.last, dish.first, dish.last]
    let plain = TextColors(legible: style.palette.capInk, style.palette.capDim, on: grounds)
    onCap = isInactive ? plain.faded(on: grounds, keeping: theme.minTextContrast) : plain
    // Lines of the same lightness look alike to colour-blind users, and in sunlight.
    let isLineVisible = track.contrast(with: progress.first) >= Self.minLineContrast
    heldCap = Palette.Shade(progress.first, progress.last)
    litCap = isLineVisible ? nil : heldCap
    onLitCap = TextColors(
      legible: style.palette.capInk, style.palette.capDim, on: [progress.first, progress.last])
  }
}

extension Theme {
  /// The minimum contrast of texts: level AA or AAA of WCAG 2.2.
  fileprivate var minTextContrast: Float { material.keepsTextColors ? 7 : 4.5 }
}

extension TextColors {
  /// Returns the colours faded toward the surface as far as they stay legible.
  fileprivate func faded(on grounds: [Color], keeping contrast: Float) -> TextColors {
    for step in stride(from: Float(0.5), to: 0, by: -0.05) {
      let color = primary.mixed(with: background, step)
      if grounds.allSatisfy({ color.contrast(with: $0) >= contrast }) {
        return TextColors(color, color, on: grounds)
      }
    }
    return self
  }
}

extension Palette.Shade {
  /// The colours of a pressed surface: slightly darker, or lighter if it is dark.
  fileprivate var pressed: Palette.Shade {
    let amount: Float = first.luminance > 0.2 ? -14 : 14
    return Palette.Shade(first.lighter(by: amount), last.lighter(by: amount))
  }
}
