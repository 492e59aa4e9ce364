internal import Diagnostics
internal import Layout
internal import Raster

extension PaletteDraft {
  /// Least contrast of text and what it stands on (WCAG 2.2, AA).
  private static let legible: Float = 4.5

  /// A theme's palette with these colours over it.
  func palette(over base: Palette) -> Palette {
    var palette = base
    palette.background = background.value ?? base.background
    palette.ink = ink.value ?? base.ink
    palette.dim = dim.value ?? base.dim
    palette.accent = accent.value ?? base.accent
    palette.track = track.value ?? base.track
    palette.tick = tick.value ?? base.tick
    palette.cap = cap.value ?? base.cap
    palette.capInk = capInk.value ?? base.capInk
    palette.capDim = capDim.value ?? base.capDim
    palette.pointer = pointer.value ?? base.pointer
    return palette
  }

  /// Warns of texts that are hard to read where one of the colours is the layout's own.
  ///
  /// - Parameter holdsText: Whether the theme's caps have text on them.
  func checkContrast(
    of palette: Palette, holdsText: Bool, _ context: ReadingContext
  ) {
    check(palette.ink, "ink", ink, palette.background, "background", background, context)
    check(palette.dim, "dim", dim, palette.background, "background", background, context)
    guard holdsText else { return }
    check(palette.capInk, "cap_ink", capInk, palette.cap, "cap", cap, context)
    check(palette.capDim, "cap_dim", capDim, palette.cap, "cap", cap, context)
  }

  private func check(
    _ ink: Color, _ name: String, _ inkSetting: Setting<Color>, _ ground: Palette.Shade,
    _ groundName: String, _ groundSetting: Setting<Palette.Shade>,
    _ context: ReadingContext
  ) {
    guard let span = inkSetting.span ?? groundSetting.span else { return }
    let (one, two) = (ink.contrast(with: ground.first), ink.contrast(with: ground.last))
    guard min(one, two) < Self.legible else { return }
    // Down: 4.49 is less than what is needed, and must look so.
    let shown = NumberText.shown((Double(min(one, two)) * 10).rounded(.down) / 10)
    let worst = one < two ? ground.first : ground.last
    let better = ink.readable(on: worst, Self.legible)
    context.warning(
      "text in `\(name)` on `\(groundName)` has a contrast of \(shown):1, and needs 4.5:1",
      at: span,
      hint: better.map { "`\(name): \"\($0.hexadecimal)\"` can be read there" })
  }
}

extension Color {
  /// The nearest lighter or darker colour that can be read; nil if there is none.
  fileprivate func readable(on ground: Color, _ contrast: Float) -> Color? {
    for step in 1...20 {
      for end in [Color(0xFFFFFF), Color(0x000000)] {
        let color = Color(mixed(with: end, Float(step) / 20).pixel & 0xFF_FFFF)
        if color.contrast(with: ground) >= contrast { return color }
      }
    }
    return nil
  }

  /// As a layout writes it.
  fileprivate var hexadecimal: String {
    let digits = String(pixel & 0xFF_FFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
