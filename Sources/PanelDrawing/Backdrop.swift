import Layout
import Raster

/// The picture of all that does not move on one page: the background, images, labels, and the faces
/// of the knobs.
final class Backdrop {
  let picture: PixelBuffer
  /// The page that the picture shows; nil while it shows none.
  private(set) var page: Int? = 0
  private let background: Paint
  private let images: [Paged<DrawnImage>]
  private let labels: [Paged<DrawnText>]
  private let textColors: TextColors

  /// Nil if there is no picture of that size.
  init?(
    size: PixelSize, _ theme: Theme, images: [Paged<DrawnImage>], labels: [Paged<DrawnText>]
  ) {
    guard let picture = PixelBuffer(size: size) else { return nil }
    self.picture = picture
    self.images = images
    self.labels = labels
    let colors = theme.palette.background
    textColors = TextColors(theme.palette.ink, theme.palette.dim, on: [colors.first, colors.last])
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

  /// Draws a part of a page anew; `near` are the indices of those things that may reach into it.
  func redraw(
    _ area: PixelRect, page: Int, _ things: [Paged<any DrawnItem>], _ near: some Sequence<Int>
  ) {
    let canvas = Canvas(picture, clip: area)
    self.page = page
    canvas.fill(with: background)
    for image in images where image.isOn(page) { image.thing.draw(on: canvas) }
    for label in labels where label.isOn(page) { draw(label, on: canvas) }
    for index in near where things[index].isOn(page) && things[index].thing.isVisible(on: canvas) {
      things[index].thing.drawStill(on: canvas)
    }
  }

  /// Says that the picture is of no page any more.
  func forget() {
    page = nil
  }

  /// Draws what does not move in a frame in which pages slide.
  func draw(_ slide: PageSlide, _ things: [Paged<any DrawnItem>]) {
    slide.canvas.fill(with: background)
    slide.each(images) { $0.thing.draw(on: $1) }
    slide.each(labels) { draw($0, on: $1) }
    slide.each(things) { if $0.thing.isVisible(on: $1) { $0.thing.drawStill(on: $1) } }
  }

  private func draw(_ label: Paged<DrawnText>, on canvas: Canvas) {
    label.thing.draw(on: canvas, textColors.ink, contrast: textColors.contrast)
  }
}
