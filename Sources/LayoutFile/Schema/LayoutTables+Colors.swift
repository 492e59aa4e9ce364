internal import JSON
internal import Raster

extension LayoutTables {
  /// Colours of the panel that are other than its theme's.
  static let colors = Shape.record(
    "`colors`", empty: PaletteDraft(),
    [
      Field(
        "background", .shade, draft: \.background, example: ["#20242c", "#0b0d10"],
        alsoCalled: ["ground", "paper"], "Behind everything: one, or from the light to its edge."),
      Field(
        "ink", .color, draft: \.ink, example: "#ffffff", alsoCalled: ["text", "foreground"],
        "Labels, and values that stand beside a knob."),
      Field(
        "dim", .color, draft: \.dim, example: "#a8b0bc", alsoCalled: ["secondary", "muted"],
        "Names, units and the numbers of scales beside a knob."),
      Field(
        "accent", .shade, draft: \.accent, example: ["#d06a2c", "#ffc36b"],
        alsoCalled: ["primary", "highlight", "progress", "lit"],
        "What is lit: one, or from the start of the sweep to its end."),
      Field(
        "track", .color, draft: \.track, example: "#303844", alsoCalled: ["ring"],
        "The ring's groove."),
      Field(
        "tick", .color, draft: \.tick, example: "#6a7480", alsoCalled: ["ticks", "scale"],
        "Ticks that are not lit."),
      Field(
        "cap", .shade, draft: \.cap, example: ["#4a3a36", "#241c1a"], alsoCalled: ["knob", "body"],
        "Caps: one, or from top to bottom."),
      Field(
        "cap_ink", .color, draft: \.capInk, example: "#ffffff", alsoCalled: ["value"],
        "Values on a cap."),
      Field(
        "cap_dim", .color, draft: \.capDim, example: "#c8b8b0", alsoCalled: ["unit"],
        "Names and units on a cap."),
      Field(
        "pointer", .color, draft: \.pointer, example: "#ffe9d0",
        alsoCalled: ["indicator", "needle"], "What points at the value."),
    ])
}
