extension Palette {
  /// Returns the palette of a built-in theme.
  ///
  /// Each text has a contrast of at least 4.5:1 with its background (WCAG 2.2, AA), and 7:1 in
  /// `contrast` (AAA).
  public static func named(_ name: ThemeName) -> Palette {
    switch name {
    case .graphite: graphite
    case .paper: paper
    case .flatDark: flatDark
    case .flatLight: flatLight
    case .hifi: hifi
    case .studio: studio
    case .contrast: contrast
    }
  }

  private static let graphite = Palette(
    background: Shade(0x1B1F25, 0x0D0F12), ink: 0xF2F5F7, dim: 0x97A1AD,
    accent: Shade(0x2FB6C4, 0x8FF0D8), track: 0x2A3038, tick: 0x4B545F,
    cap: Shade(0x353C46, 0x1A1E24), capInk: 0xF2F5F7, capDim: 0x9AA4B0, pointer: 0xE9FFFB,
    rising: 0xFF9A52, falling: 0x58A6FF)

  private static let paper = Palette(
    background: Shade(0xF7F5F0, 0xE9E5DC), ink: 0x24211D, dim: 0x686253,
    accent: Shade(0xD94E27, 0xEC6A3F), track: 0xD8D3C7, tick: 0xB9B2A3,
    cap: Shade(0xFFFFFF, 0xF0ECE3), capInk: 0x24211D, capDim: 0x6F6959, pointer: 0x24211D,
    rising: 0xD94E27, falling: 0x2B6CB8)

  private static let flatDark = Palette(
    background: Shade(0x121316, 0x121316), ink: 0xF5F6F7, dim: 0x989EA8,
    accent: Shade(0xFF8057, 0xFF8057), track: 0x2A2D33, tick: 0x4A4F58,
    cap: Shade(0x1C1E22, 0x1C1E22), capInk: 0xF5F6F7, capDim: 0xA0A6B0, pointer: 0xFFFFFF,
    rising: 0xFF8057, falling: 0x57A5FF)

  private static let flatLight = Palette(
    background: Shade(0xF8F9FA, 0xF8F9FA), ink: 0x14171C, dim: 0x626974,
    accent: Shade(0x2457E6, 0x2457E6), track: 0xE1E5EA, tick: 0xB4BAC4,
    cap: Shade(0xF3F4F7, 0xF3F4F7), capInk: 0x14171C, capDim: 0x5F6672, pointer: 0xFFFFFF,
    rising: 0xE0522B, falling: 0x2457E6)

  private static let hifi = Palette(
    background: Shade(0x24211E, 0x12100E), ink: 0xF4EAD9, dim: 0xA89A84,
    accent: Shade(0xFFB648, 0xFFB648), track: 0x3A342D, tick: 0x4A4238,
    cap: Shade(0xD9D6D1, 0x9E9A93), capInk: 0xFFC46B, capDim: 0xBD9A63, pointer: 0x2A2622,
    rising: 0xFFB648, falling: 0x7CC0FF)

  private static let studio = Palette(
    background: Shade(0x3A3D41, 0x2C2E32), ink: 0xF3F3F0, dim: 0xBFC1C2,
    accent: Shade(0xF3F3F0, 0xF3F3F0), track: 0x23252A, tick: 0xD6D7D4,
    cap: Shade(0x4C7FB3, 0x2F5A88), capInk: 0xFFFFFF, capDim: 0xE6E6E6, pointer: 0xFFFFFF,
    rising: 0xFFA24D, falling: 0x7CBBFF)

  private static let contrast = Palette(
    background: Shade(0x000000, 0x000000), ink: 0xFFFFFF, dim: 0xFFFFFF,
    accent: Shade(0xFFD800, 0xFFD800), track: 0xFFFFFF, tick: 0xFFFFFF,
    cap: Shade(0x000000, 0x000000), capInk: 0xFFFFFF, capDim: 0xFFFFFF, pointer: 0xFFFFFF,
    rising: 0xFFA500, falling: 0x3FD8FF)
}
