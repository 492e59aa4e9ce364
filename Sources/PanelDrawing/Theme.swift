import Layout
import Raster

/// How a knob is drawn, or a whole panel: colours, materials and anatomies.
struct Theme: Sendable {
  var palette: Palette
  var material: Material
  /// Of knobs of `largeDiameter` on.
  var large: FaceMetrics
  var small: FaceMetrics

  var background: Palette.Shade { palette.background }
  /// What a message stands on: a groove in the background.
  var plate: Color {
    large.track.style == .outline
      ? palette.background.first.mixed(with: palette.ink, 0.2) : palette.track
  }
  /// Labels, and texts beside knobs.
  var onBackground: TextColors {
    TextColors(palette.ink, palette.dim, on: [palette.background.first, palette.background.last])
  }

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
