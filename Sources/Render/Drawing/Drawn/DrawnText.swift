import Raster

/// A line of text at a position.
struct DrawnText {
  var mask: TextMask
  /// The left end of the baseline, on whole pixels so that the text stays sharp.
  var origin: PixelPoint

  /// The pixels that the text covers.
  var bounds: PixelRect {
    PixelRect(
      x: Int(origin.x - mask.originX), y: Int(origin.y - mask.originY), width: mask.size.width,
      height: mask.size.height)
  }

  func draw(on canvas: Canvas, _ color: Color, contrast: Float) {
    canvas.draw(mask, at: origin, color: color, contrast: contrast)
  }
}
