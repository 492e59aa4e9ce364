import Layout
import Raster

/// Lines of text that never change, positioned to a quarter of a pixel.
///
/// The digits of a value are on whole pixels instead, so that each mask serves all positions and a
/// digit keeps its shape while others change.
extension FaceTexts {
  /// Returns a line whose left end, middle or right end is at `x` on `baseline`, in pixels.
  ///
  /// A text wider than `width` is truncated; if `fit` is `.shrink`, its size is reduced first.
  func line(
    _ text: String, _ style: TextStyle, x: Float, align: LabelLayout.Alignment, baseline: Float,
    width: Float? = nil, fit: LabelLayout.Fit = .ellipsis
  ) -> DrawnText {
    var style = style
    if let width, fit == .shrink { shrink(&style, text, to: width) }
    let mask = typesetter.mask(for: text, style: style, width: width, compromises)
    let before: Float =
      switch align {
      case .left: 0
      case .center: mask.advance * 0.5
      case .right: mask.advance
      }
    let left = ((x - before) * 4).rounded() / 4
    let column = left.rounded()
    style.phase = left - column
    return DrawnText(
      mask: style.phase == 0 ? mask : typesetter.mask(for: text, style: style, width: width),
      origin: PixelPoint(x: column, y: baseline.rounded()))
  }

  /// Reduces the size until the text fits, but not below a legible size.
  private func shrink(_ style: inout TextStyle, _ text: String, to width: Float) {
    let smallest = min(style.pixelSize, 9)
    let advance = typesetter.mask(for: text, style: style).advance
    guard advance > width, width > 0 else { return }
    // Slightly smaller, because widths are not quite proportional to the size.
    style.pixelSize = max(style.pixelSize * width / advance * 0.995, smallest)
  }
}
