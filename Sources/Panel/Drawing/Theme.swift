import LayoutFile
import Raster

/// How a knob is drawn, or a whole panel: colours, materials and anatomies.
struct Theme: Sendable {
  typealias Gradient = Palette.Shade

  var palette: Palette
  var material: Material
  /// Of knobs of `largeDiameter` on.
  var large: Anatomy
  var small: Anatomy

  /// The built-in theme of that name in these colours; graphite for a name nobody knows.
  static func named(_ name: String, _ palette: Palette) -> Theme {
    var theme = builtIn(name, palette)
    let own = Palette.named(name)
    // What was mixed for the theme's own colours goes with them.
    if palette.accent != own.accent { theme.material.glow = nil }
    if palette.cap != own.cap, theme.large.cap.shape == .dish { theme.material.hollow = nil }
    return theme
  }

  private static func builtIn(_ name: String, _ palette: Palette) -> Theme {
    switch name {
    case "paper": Theme(palette: palette, material: .paper, large: .classicLarge, small: .classic)
    case "flat-dark":
      Theme(palette: palette, material: .flatDark, large: .flatLarge, small: .flat)
    case "flat-light":
      Theme(palette: palette, material: .flatLight, large: .flatLarge, small: .flat)
    case "hifi": Theme(palette: palette, material: .hifi, large: .hifiLarge, small: .hifi)
    case "studio": Theme(palette: palette, material: .studio, large: .studioLarge, small: .studio)
    case "contrast":
      Theme(palette: palette, material: .contrast, large: .contrastLarge, small: .contrast)
    default:
      Theme(palette: palette, material: .graphite, large: .classicLarge, small: .classic)
    }
  }
}

/// Text and what it stands on; the ground is the one of least contrast.
struct Inks: Sendable {
  var ground: Color
  var ink: Color
  var dim: Color

  /// How much half-covered pixels of its text must be strengthened (`Canvas.draw`).
  ///
  /// Mixing encoded colours makes light text look thinner than it is, and dark text bolder. Fully
  /// mended (in light) the one becomes blotchy and the other spidery; these look even.
  let contrast: Float

  /// Text that stands on one of these.
  init(_ ink: Color, _ dim: Color, on grounds: [Color]) {
    let worst = grounds.min { ink.contrast(with: $0) < ink.contrast(with: $1) }
    ground = worst ?? Color(0)
    self.ink = ink
    self.dim = dim
    contrast = ink.luminance > ground.luminance ? 0.32 : -0.06
  }
}
