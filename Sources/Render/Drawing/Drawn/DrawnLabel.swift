import Gesture
import Layout
import Raster

/// One line of a label of the layout.
struct DrawnLabel {
  var text: DrawnText
  /// Nil for the theme's colour.
  var color: Color?

  func draw(on canvas: Canvas, _ colors: TextColors) {
    guard let color else {
      return text.draw(on: canvas, colors.primary, contrast: colors.contrast)
    }
    let own = TextColors(background: colors.background, primary: color, secondary: color)
    text.draw(on: canvas, color, contrast: own.contrast)
  }
}

extension FaceTexts {
  /// The distance between baselines, as a multiple of the text size.
  private static let leading: Float = 1.25

  /// Returns the lines of a label of the layout.
  func label(_ label: LabelLayout, _ viewport: Viewport, scale: Double) -> [DrawnText] {
    let pixel = min(viewport.scaleX, viewport.scaleY)
    let style = style(.semiBold, Float(label.size * scale * pixel))
    let position = viewport.picturePoint(label.at)
    let width = label.width.map { Float($0 * viewport.scaleX) }
    var lines = label.text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if let width, label.fit == .wrap {
      lines = lines.flatMap { typesetter.lines(of: $0, style: style, width: width) }
    }
    let step = style.pixelSize * Self.leading
    let first = Float(position.y) - (label.isInCell ? Float(lines.count - 1) * 0.5 * step : 0)
    return lines.enumerated().filter { !$1.isEmpty }.map { index, text in
      line(
        text, style, x: Float(position.x), align: label.align,
        baseline: first + Float(index) * step, width: width, fit: label.fit)
    }
  }
}
