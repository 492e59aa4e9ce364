import Raster

/// A line of text and its place.
struct DrawnText {
  var mask: TextMask
  /// The line's origin, on whole pixels so that it stays sharp.
  var origin: PixelPoint

  /// The pixels it touches.
  var bounds: PixelRect {
    PixelRect(
      x: Int(origin.x - mask.originX), y: Int(origin.y - mask.originY), width: mask.size.width,
      height: mask.size.height)
  }

  func draw(on canvas: Canvas, _ color: Color, on ground: Color) {
    canvas.draw(
      mask, at: origin, color: color, contrast: color.textContrast(on: ground))
  }
}

extension Color {
  /// How much half-covered pixels of text in this colour must be strengthened on a ground.
  ///
  /// Mixing encoded colours makes light text look thinner than it is, and dark text bolder. Fully
  /// mended (in light) the one becomes blotchy and the other spidery; these are what looks even.
  func textContrast(on ground: Color) -> Float {
    luminance > ground.luminance ? 0.32 : -0.06
  }
}
