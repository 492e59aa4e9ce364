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

  func draw(on canvas: Canvas, _ color: Color, contrast: Float) {
    canvas.draw(mask, at: origin, color: color, contrast: contrast)
  }
}
