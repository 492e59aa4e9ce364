internal import Diagnostics
internal import JSON
internal import Layout
internal import Raster

extension LayoutTables {
  /// The panel's colours that differ from its theme.
  static let colors = Shape.record(
    "`colors`", empty: Palette.named(.graphite),
    [
      Field(
        "background", .shade, into: \.background, example: ["#20242c", "#0b0d10"],
        alsoCalled: ["ground", "paper"],
        "The background: one colour, or two from the lit centre to the edge."),
      Field(
        "ink", .color, into: \.ink, example: "#ffffff", alsoCalled: ["text", "foreground"],
        "Text of labels, and of values outside a knob."),
      Field(
        "dim", .color, into: \.dim, example: "#a8b0bc", alsoCalled: ["secondary", "muted"],
        "Text of names, units and scale numbers outside a knob."),
      Field(
        "accent", .shade, into: \.accent, example: ["#d06a2c", "#ffc36b"],
        alsoCalled: ["primary", "highlight", "progress", "lit"],
        "The lit part of the ring: one colour, or two from the start of the sweep to its end."),
      Field(
        "track", .color, into: \.track, example: "#303844", alsoCalled: ["ring"],
        "The ring's groove."),
      Field(
        "tick", .color, into: \.tick, example: "#6a7480", alsoCalled: ["ticks", "scale"],
        "Ticks that are not lit."),
      Field(
        "cap", .shade, into: \.cap, example: ["#4a3a36", "#241c1a"], alsoCalled: ["knob", "body"],
        "Caps: one colour, or two from top to bottom."),
      Field(
        "cap_ink", .color, into: \.capInk, example: "#ffffff", alsoCalled: ["value"],
        "Values on a cap."),
      Field(
        "cap_dim", .color, into: \.capDim, example: "#c8b8b0", alsoCalled: ["unit"],
        "Names and units on a cap."),
      Field(
        "pointer", .color, into: \.pointer, example: "#ffe9d0",
        alsoCalled: ["indicator", "needle"], "The mark that points at the value."),
      Field(
        "rising", .color, into: \.rising, example: "#ffb020", alsoCalled: ["heating", "warm"],
        "The arc from a reading up to the value, with `arc: reading`."),
      Field(
        "falling", .color, into: \.falling, example: "#4cc9f0", alsoCalled: ["cooling", "cool"],
        "The arc from a reading down to the value, with `arc: reading`."),
    ],
    finish: { palette, locations, _, context in
      checkContrast(of: palette, locations, context)
    })

  /// The minimum contrast of text and its background (WCAG 2.2, AA).
  private static let minimumContrast: Float = 4.5

  /// Warns of low-contrast text if the layout sets at least one of the two colours.
  private static func checkContrast(
    of palette: Palette, _ locations: KeyLocations, _ context: ReadingContext
  ) {
    var pairs = [
      ("ink", palette.ink, "background", palette.background),
      ("dim", palette.dim, "background", palette.background),
    ]
    if context.theme.capHoldsText {
      pairs += [
        ("cap_ink", palette.capInk, "cap", palette.cap),
        ("cap_dim", palette.capDim, "cap", palette.cap),
      ]
    }
    for (name, ink, groundName, ground) in pairs {
      guard let span = locations[name]?.span ?? locations[groundName]?.span else { continue }
      let (one, two) = (ink.contrast(with: ground.first), ink.contrast(with: ground.last))
      guard min(one, two) < minimumContrast else { continue }
      // Rounded down, so that 4.49 is not shown as 4.5.
      let shown = NumberText.shown((Double(min(one, two)) * 10).rounded(.down) / 10)
      let suggestion = ink.readable(on: one < two ? ground.first : ground.last, minimumContrast)
      context.warning(
        "text in `\(name)` on `\(groundName)` has a contrast of \(shown):1; the minimum is 4.5:1",
        at: span, hint: suggestion.map { "`\(name): \"\($0.hexadecimal)\"` is legible there" })
    }
  }
}

extension Color {
  /// Returns the nearest lighter or darker legible colour; nil if there is none.
  fileprivate func readable(on ground: Color, _ contrast: Float) -> Color? {
    for step in 1...20 {
      for end in [Color(0xFFFFFF), Color(0x000000)] {
        let color = Color(mixed(with: end, Float(step) / 20).pixel & 0xFF_FFFF)
        if color.contrast(with: ground) >= contrast { return color }
      }
    }
    return nil
  }

  /// The colour as written in a layout.
  fileprivate var hexadecimal: String {
    let digits = String(pixel & 0xFF_FFFF, radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}
