import Raster

/// Text broken into lines of a limited width.
struct TextBlock {
  let lines: [TextMask]
  let lineHeight: Float

  /// Breaks `text` between words; text that does not fit into `limit` lines ends in an ellipsis.
  init(_ text: String, _ style: TextStyle, width: Float, limit: Int, _ typesetter: any Typesetter) {
    lines = typesetter.lines(of: text, style: style, width: width, limit: limit).map {
      typesetter.mask(for: $0, style: style, width: width)
    }
    lineHeight = (style.pixelSize * 1.3).rounded()
  }

  var height: Float { Float(lines.count) * lineHeight }

  /// Draws the lines from `top` down.
  func draw(on canvas: Canvas, x: Float, top: Float, _ color: Color, contrast: Float) {
    for (index, line) in lines.enumerated() {
      let baseline = top + (Float(index) + 0.8) * lineHeight
      canvas.draw(
        line, at: PixelPoint(x: x.rounded(), y: baseline.rounded()), color: color,
        contrast: contrast)
    }
  }
}
