import Raster

/// A line of text at a position.
struct DrawnText {
  var mask: TextMask
  /// The left end of the baseline, on whole pixels so that the text stays sharp.
  var origin: PixelPoint

  /// The pixels that the text covers.
  var bounds: PixelRect { mask.bounds(at: origin) }

  func draw(on canvas: Canvas, _ color: Color, contrast: Float) {
    canvas.draw(mask, at: origin, color: color, contrast: contrast)
  }
}

extension TextMask {
  /// Returns the pixels that the text covers if the left end of its baseline is at `origin`.
  func bounds(at origin: PixelPoint) -> PixelRect {
    PixelRect(x: Int(origin.x - originX), y: Int(origin.y - originY), size: size)
  }
}
