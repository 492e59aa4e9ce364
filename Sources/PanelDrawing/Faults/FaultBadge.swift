import Layout
import Raster

/// A badge in a corner of the panel that says what is wrong with the layout file.
struct FaultBadge {
  /// The pixels that the badge covers.
  let bounds: PixelRect
  private let background: Color
  private let textColors: TextColors
  private let dot: Color
  private let backing: Capsule
  private let text: DrawnText

  init(_ message: String, on size: PixelSize, _ theme: Theme, _ typesetter: any Typesetter) {
    let shorter = Float(min(size.width, size.height))
    let em = min(max(shorter / 30, 12), 44).rounded()
    let height = (em * 1.9).rounded()
    let margin = (em * 0.6).rounded()
    let before = (height * 0.86).rounded()
    let after = (height * 0.45).rounded()
    let mask = typesetter.mask(
      for: message, style: TextStyle(weight: .medium, pixelSize: em),
      width: max(Float(size.width) - 2 * margin - before - after, em))
    let middle = Float(size.height) - margin - height * 0.5
    backing = Capsule(
      from: PixelPoint(x: margin + height * 0.5, y: middle),
      to: PixelPoint(
        x: margin + before + mask.advance.rounded() + after - height * 0.5, y: middle),
      width: height)
    text = DrawnText(
      mask: mask, origin: PixelPoint(x: margin + before, y: (middle + em * 0.36).rounded()))
    background = theme.messageBackground
    textColors = TextColors(
      legible: theme.palette.ink, theme.palette.dim, on: [theme.messageBackground])
    dot = theme.palette.accent.last
    bounds = backing.bounds.union(text.bounds).intersection(size.bounds)
  }

  func draw(on canvas: Canvas) {
    guard !canvas.clip.intersection(bounds).isEmpty else { return }
    canvas.fill(backing, with: .solid(background))
    canvas.fill(
      Disc(center: backing.start, radius: backing.width * 0.15), with: .solid(dot))
    let colors = TextColors(
      background: background, primary: textColors.primary, secondary: textColors.primary)
    text.draw(on: canvas, colors.primary, contrast: colors.contrast)
  }
}
