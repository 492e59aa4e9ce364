import Diagnostics
import Layout
import Raster

/// The lines of a file around an error, numbered, with the error underlined.
struct FaultExcerpt {
  let height: Float
  private let width: Float
  private let rows: [Row]
  private let style: TextStyle
  private let rowHeight: Float
  private let unit: Float
  private let theme: Theme
  private let background: Color
  private let typesetter: any Typesetter
  private let gutter: Float

  private struct Row {
    var number: Int
    var before: String
    /// The underlined part; nil for a line that is only context.
    var marked: String?
    var after = ""
  }

  /// Takes as many lines as fit into the height; returns nil if there is no line to show, or none
  /// fits.
  init?(
    _ span: SourceSpan?, _ theme: Theme, _ unit: Float, width: Float, height room: Float,
    _ typesetter: any Typesetter
  ) {
    let style = TextStyle(family: "monospace", pixelSize: (18 * unit).rounded())
    let advance = max(typesetter.mask(for: "0", style: style).advance, 1)
    let rowHeight = (style.pixelSize * 1.5).rounded()
    let around = min(Int((room / rowHeight - 1.8) / 2), 2)
    guard let span, room.isFinite, room >= 1.8 * rowHeight, width > 12 * advance else { return nil }
    let digits = Float(String(span.start.line + 2).count)
    gutter = (digits * advance + 26 * unit).rounded()
    let columns = Int((width - gutter - 12 * unit) / advance) - 6
    guard let excerpt = span.excerpt(linesAround: around, columns: max(columns, 6)) else {
      return nil
    }
    rows =
      excerpt.above.map { Row(number: $0.number, before: $0.text) }
      + [
        Row(
          number: excerpt.number, before: excerpt.before, marked: excerpt.marked,
          after: excerpt.after)
      ] + excerpt.below.map { Row(number: $0.number, before: $0.text) }
    height = Float(rows.count) * rowHeight + 0.8 * rowHeight
    let isDark = theme.onBackground.primary.luminance > theme.background.first.luminance
    background = theme.background.first.mixed(with: theme.messageBackground, isDark ? 0.5 : 0)
    self.width = width
    self.style = style
    self.rowHeight = rowHeight
    self.unit = unit
    self.theme = theme
    self.typesetter = typesetter
  }

  func draw(on canvas: Canvas, x: Float, top: Float) {
    let backing = PixelRect(x: Int(x), y: Int(top), width: Int(width), height: Int(height))
    let (halfWidth, halfHeight) = (Float(backing.width) * 0.5, Float(backing.height) * 0.5)
    canvas.fill(
      RoundedRect(
        center: PixelPoint(x: Float(backing.x) + halfWidth, y: Float(backing.y) + halfHeight),
        width: halfWidth * 2, height: halfHeight * 2, radius: (8 * unit).rounded()),
      with: .solid(background))
    let inside = canvas.clipped(to: backing)
    for (index, row) in rows.enumerated() {
      draw(row, on: inside, x: x, top: top + (Float(index) + 0.4) * rowHeight)
    }
  }

  private func draw(_ row: Row, on canvas: Canvas, x: Float, top: Float) {
    let baseline = (top + rowHeight * 0.7).rounded()
    let textColors = TextColors(
      background: background, primary: theme.onBackground.primary,
      secondary: theme.onBackground.secondary)
    func drawText(_ text: String, at x: Float, _ color: Color) -> Float {
      guard !text.isEmpty else { return x }
      let mask = typesetter.mask(for: text, style: style)
      canvas.draw(
        mask, at: PixelPoint(x: x.rounded(), y: baseline), color: color,
        contrast: textColors.contrast)
      return x + mask.advance
    }
    let number = typesetter.mask(for: String(row.number), style: style)
    let isMarked = row.marked != nil
    canvas.draw(
      number, at: PixelPoint(x: (x + gutter - 16 * unit - number.advance).rounded(), y: baseline),
      color: isMarked ? textColors.primary : textColors.secondary, contrast: textColors.contrast)
    let start = drawText(
      row.before, at: x + gutter, isMarked ? textColors.primary : textColors.secondary)
    guard let marked = row.marked else { return }
    let end = drawText(marked, at: start, textColors.primary)
    _ = drawText(row.after, at: end, textColors.primary)
    // The location of a missing item has no width of its own.
    let stop = max(end, start + style.pixelSize * 0.5)
    let height = max((2.5 * unit).rounded(), 2)
    let line = baseline + (style.pixelSize * 0.28).rounded()
    canvas.fill(
      Capsule(
        from: PixelPoint(x: start + height * 0.5, y: line),
        to: PixelPoint(x: stop - height * 0.5, y: line), width: height),
      with: .solid(theme.palette.accent.last))
  }
}
