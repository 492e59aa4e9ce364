import Raster

/// The colours and materials of a panel.
///
/// Secondary text reaches a contrast of 4.5:1 on every ground it stands on (WCAG 2.2, AA).
struct Theme: Sendable {
  /// A colour that changes from one place to another.
  struct Gradient: Sendable {
    var first: Color
    var last: Color

    init(_ first: Color, _ last: Color) {
      self.first = first
      self.last = last
    }

    init(_ first: UInt32, _ last: UInt32) {
      self.init(Color(first), Color(last))
    }
  }

  /// Text and what it stands on; each ground is the one of least contrast.
  struct Inks: Sendable {
    var ground: Color
    var ink: Color
    var dim: Color

    /// How much half-covered pixels of its text must be strengthened (`Canvas.draw`).
    ///
    /// Mixing encoded colours makes light text look thinner than it is, and dark text bolder. Fully
    /// mended (in light) the one becomes blotchy and the other spidery; these look even.
    var contrast: Float { isLight ? 0.32 : -0.06 }
    private let isLight: Bool

    init(ground: Color, ink: Color, dim: Color) {
      self.ground = ground
      self.ink = ink
      self.dim = dim
      isLight = ink.luminance > ground.luminance
    }
  }

  /// From the middle of the light to its edge.
  var background: Gradient
  /// Labels and the names of small knobs.
  var onBackground: Inks
  var track: Color
  /// From the start of the sweep to its end.
  var progress: Gradient
  var tick: Color
  /// From top to bottom.
  var cap: Gradient
  var dish: Gradient
  /// How strongly brushed metal shimmers, in 255ths; 0 for a smooth cap.
  var shimmer: Float = 0
  var onCap: Inks
  var pointer: Color
  /// Light along the upper edge of the cap, with its opacity.
  var rim: Color
  /// Along the upper and lower edge of the dish.
  var dishEdge: Gradient
  var shadow: Color
  /// Around the cap of a knob in somebody's hand.
  var glow: Color
  /// What its lit parts are mixed with, and by how much (opacity).
  var emphasis: Color

  /// The built-in theme of that name; graphite for a name nobody knows.
  static func named(_ name: String) -> Theme {
    switch name {
    case "paper": .paper
    case "hifi": .hifi
    default: .graphite
    }
  }
}

extension Theme {
  static let graphite = Theme(
    background: Gradient(0x1B1F25, 0x0D0F12),
    onBackground: Inks(ground: Color(0x1B1F25), ink: Color(0xF2F5F7), dim: Color(0x97A1AD)),
    track: Color(0x2A3038),
    progress: Gradient(0x2FB6C4, 0x8FF0D8),
    tick: Color(0x4B545F),
    cap: Gradient(0x353C46, 0x1A1E24),
    dish: Gradient(0x20252B, 0x2E343D),
    onCap: Inks(ground: Color(0x2E343D), ink: Color(0xF2F5F7), dim: Color(0x9AA4B0)),
    pointer: Color(0xE9FFFB),
    rim: Color(0xFFFFFF, opacity: 0.22),
    dishEdge: Gradient(Color(0x000000, opacity: 0.22), Color(0xFFFFFF, opacity: 0.05)),
    shadow: Color(0x000000, opacity: 0.55),
    glow: Color(0x57D8CF, opacity: 0.34),
    emphasis: Color(0xFFFFFF, opacity: 0.18))

  static let paper = Theme(
    background: Gradient(0xF7F5F0, 0xE9E5DC),
    onBackground: Inks(ground: Color(0xE9E5DC), ink: Color(0x24211D), dim: Color(0x686253)),
    track: Color(0xD8D3C7),
    progress: Gradient(0xD94E27, 0xEC6A3F),
    tick: Color(0xB9B2A3),
    cap: Gradient(0xFFFFFF, 0xF0ECE3),
    dish: Gradient(0xF3F0E9, 0xFCFBF8),
    onCap: Inks(ground: Color(0xF3F0E9), ink: Color(0x24211D), dim: Color(0x6F6959)),
    pointer: Color(0x24211D),
    rim: Color(0xFFFFFF, opacity: 0.9),
    dishEdge: Gradient(Color(0x6B6350, opacity: 0.10), Color(0xFFFFFF, opacity: 0.8)),
    shadow: Color(0x4A3F2A, opacity: 0.26),
    glow: Color(0xE2562F, opacity: 0.28),
    emphasis: Color(0xB82E05, opacity: 0.45))

  static let hifi = Theme(
    background: Gradient(0x24211E, 0x12100E),
    onBackground: Inks(ground: Color(0x24211E), ink: Color(0xF4EAD9), dim: Color(0xA89A84)),
    track: Color(0x3A342D),
    progress: Gradient(0xC98A2B, 0xFFD27A),
    tick: Color(0x7A6D59),
    cap: Gradient(0xD9D6D1, 0x9E9A93),
    dish: Gradient(0xB4B0A9, 0xD3D0CA),
    shimmer: 46,
    onCap: Inks(ground: Color(0xABA7A0), ink: Color(0x24201C), dim: Color(0x433D36)),
    pointer: Color(0x2A2622),
    rim: Color(0xFFFFFF, opacity: 0.75),
    dishEdge: Gradient(Color(0x2A2622, opacity: 0.38), Color(0xFFFFFF, opacity: 0.55)),
    shadow: Color(0x000000, opacity: 0.6),
    glow: Color(0xFFC766, opacity: 0.32),
    emphasis: Color(0xFFFFFF, opacity: 0.18))
}

extension Theme {
  /// The same without colour and half gone into the background, for a knob that cannot turn
  /// anything.
  var withdrawn: Theme {
    let ground = background.first.mixed(with: background.last, 0.5)
    func fade(_ color: Color) -> Color {
      let grey = color.red * 0.3 + color.green * 0.59 + color.blue * 0.11
      let plain = Color(red: grey, green: grey, blue: grey, opacity: color.opacity)
      return color.mixed(with: plain, 0.8).mixed(with: ground.opacity(color.opacity), 0.45)
    }
    func fade(_ gradient: Gradient) -> Gradient {
      Gradient(fade(gradient.first), fade(gradient.last))
    }
    var theme = self
    theme.track = fade(track)
    theme.progress = fade(progress)
    theme.tick = fade(tick)
    // Materials keep what colour they have.
    theme.cap = Gradient(cap.first.mixed(with: ground, 0.5), cap.last.mixed(with: ground, 0.5))
    theme.dish = Gradient(dish.first.mixed(with: ground, 0.5), dish.last.mixed(with: ground, 0.5))
    theme.shimmer = shimmer * 0.4
    theme.rim = rim.opacity(rim.opacity * 0.4)
    theme.shadow = shadow.opacity(shadow.opacity * 0.5)
    theme.pointer = fade(pointer)
    // The words stay legible: what is wrong must be readable.
    let words = onCap.ground.mixed(with: ground, 0.5)
    let grounds = [theme.dish.first, theme.dish.last, words]
    let choices = [onBackground.dim, onCap.dim, onBackground.ink, onCap.ink]
    let ink =
      choices.first { ink in grounds.allSatisfy { ink.contrast(with: $0) >= 5 } }
      ?? onBackground.ink
    theme.onCap = Inks(ground: words, ink: ink, dim: ink)
    return theme
  }
}
