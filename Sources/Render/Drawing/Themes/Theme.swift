import Layout
import Raster

/// The appearance of a panel: colours, materials, and the metrics of its knobs.
struct Theme: Sendable {
  var palette: Palette
  var material: Material
  /// For knobs from `KnobLayout.largeDiameter` up.
  var large: FaceMetrics
  var small: FaceMetrics
  /// A factor for the size of all texts.
  var textScale = 1.0
  /// The smallest size of names, units and captions where there is room, in design pixels.
  var smallestTextSize = 0.0

  var background: Palette.Shade { palette.background }
  /// The colour behind messages, like a groove in the background.
  var messageBackground: Color {
    large.track.style == .outline
      ? palette.background.first.mixed(with: palette.ink, 0.2) : palette.track
  }
  /// The colour over the panel that hides its controls behind a PIN pad or a countdown.
  var veil: Color { background.middle.opacity(0.93) }
  /// Colours of labels, and of texts beside knobs.
  var onBackground: TextColors {
    TextColors(palette.ink, palette.dim, on: [palette.background.first, palette.background.last])
  }
  /// Returns colours of texts that are legible on another colour.
  func textColors(on color: Color) -> TextColors {
    TextColors(legible: palette.ink, palette.dim, on: [color])
  }

  /// Returns a built-in theme in these colours.
  static func named(_ name: ThemeName, _ palette: Palette) -> Theme {
    var theme = builtIn(name, palette)
    let own = Palette.named(name)
    // These were chosen to match the theme's own colours.
    if palette.accent != own.accent { theme.material.glow = nil }
    if palette.cap != own.cap, theme.large.cap.shape == .dish { theme.material.hollow = nil }
    return theme
  }

  private static func builtIn(_ name: ThemeName, _ palette: Palette) -> Theme {
    switch name {
    case .paper: Theme(palette: palette, material: .paper, large: .classicLarge, small: .classic)
    case .flatDark:
      Theme(palette: palette, material: .flatDark, large: .flatLarge, small: .flat)
    case .flatLight:
      Theme(palette: palette, material: .flatLight, large: .flatLarge, small: .flat)
    case .hifi: Theme(palette: palette, material: .hifi, large: .hifiLarge, small: .hifi)
    case .studio: Theme(palette: palette, material: .studio, large: .studioLarge, small: .studio)
    case .contrast:
      Theme(palette: palette, material: .contrast, large: .contrastLarge, small: .contrast)
    case .graphite:
      Theme(palette: palette, material: .graphite, large: .classicLarge, small: .classic)
    }
  }
}

extension Theme {
  /// Creates the theme of a panel, with its colours and text scale.
  init(_ panel: PanelLayout) {
    self = .named(panel.theme, panel.palette)
    textScale = panel.textScale
    smallestTextSize = panel.smallestTextSize
  }
}
