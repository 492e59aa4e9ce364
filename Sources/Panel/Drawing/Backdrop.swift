import LayoutFile
import Raster

/// The picture of all that does not move: the background, labels, and the faces of the knobs.
final class Backdrop {
  let picture: PixelBuffer
  private let background: Paint
  private let images: [DrawnImage]
  private let labels: [DrawnText]
  private let inks: Inks

  /// Nil if there is no picture of that size.
  init?(size: PixelSize, _ theme: Theme, images: [DrawnImage], labels: [DrawnText]) {
    guard let picture = PixelBuffer(size: size) else { return nil }
    self.picture = picture
    self.images = images
    self.labels = labels
    let colors = theme.palette.background
    inks = Inks(theme.palette.ink, theme.palette.dim, on: [colors.first, colors.last])
    // A light above and to the left, wide enough to fill any display.
    let (width, height) = (Float(size.width), Float(size.height))
    guard colors.first != colors.last else {
      background = .solid(colors.first)
      return
    }
    background = .radial(
      RadialGradient(
        center: PixelPoint(x: width * 0.36, y: height * 0.4),
        radiusX: max(width * 0.72, height * 0.6), radiusY: max(height * 0.8, width * 0.5),
        colors.first, colors.last))
  }

  /// Draws a part anew; `near` are the indices of those things that may reach into it.
  func redraw(_ area: PixelRect, _ things: [any DrawnThing], _ near: some Sequence<Int>) {
    let canvas = Canvas(picture, clip: area)
    canvas.fill(with: background)
    for image in images { image.draw(on: canvas) }
    for label in labels { label.draw(on: canvas, inks.ink, contrast: inks.contrast) }
    for index in near where things[index].isVisible(on: canvas) {
      things[index].drawStill(on: canvas)
    }
  }
}
