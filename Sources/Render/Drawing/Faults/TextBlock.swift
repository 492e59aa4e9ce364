import Raster

/// Text broken into lines of a limited width.
struct TextBlock {
  let lines: [TextMask]
  let lineHeight: Float

  /// Breaks `text` between words; text that does not fit into `limit` lines ends in an ellipsis.
  init(_ text: String, _ style: TextStyle, width: Float, limit: Int, _ typesetter: any Typesetter) {
    var lines: [TextMask] = []
    var words = text.split(separator: " ", omittingEmptySubsequences: true)[...]
    while !words.isEmpty, lines.count < limit {
      let isLast = lines.count == limit - 1
      let count = isLast ? words.count : Self.count(of: words, style, width, typesetter)
      let line = words.prefix(count).joined(separator: " ")
      lines.append(typesetter.mask(for: line, style: style, width: width))
      words = words.dropFirst(count)
    }
    self.lines = lines
    lineHeight = (style.pixelSize * 1.3).rounded()
  }

  var height: Float { Float(lines.count) * lineHeight }

  /// Returns the number of words that fit into a line; at least one, which may need truncation.
  private static func count(
    of words: ArraySlice<Substring>, _ style: TextStyle, _ width: Float,
    _ typesetter: any Typesetter
  ) -> Int {
    var count = 1
    // A word has at least one letter, so no line has more words than this.
    let maxCount = min(words.count, Int(width / max(style.pixelSize * 0.3, 1)) + 1)
    while count < maxCount {
      let line = words.prefix(count + 1).joined(separator: " ")
      guard typesetter.mask(for: line, style: style).advance <= width else { break }
      count += 1
    }
    return count
  }

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
