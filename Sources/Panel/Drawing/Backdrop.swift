import Raster

/// The picture of all that does not move: the background, labels, and the faces of the knobs.
final class Backdrop {
  let picture: PixelBuffer
  private let background: Paint
  private let labels: [DrawnText]
  private let inks: Theme.Inks

  /// Nil if there is no picture of that size.
  init?(size: PixelSize, _ theme: Theme, labels: [DrawnText]) {
    guard let picture = PixelBuffer(size: size) else { return nil }
    self.picture = picture
    self.labels = labels
    inks = theme.onBackground
    // A light above and to the left, wide enough to fill any display.
    let (width, height) = (Float(size.width), Float(size.height))
    background = .radial(
      RadialGradient(
        center: PixelPoint(x: width * 0.36, y: height * 0.4),
        radiusX: max(width * 0.72, height * 0.6), radiusY: max(height * 0.8, width * 0.5),
        theme.background.first, theme.background.last))
  }

  func draw(_ faces: [KnobFace], _ looks: [KnobLook]) {
    draw(picture.size.bounds, faces, looks, faces.indices)
  }

  /// Draws one part anew; `near` are the faces that may reach into it.
  func redraw(_ area: PixelRect, _ faces: [KnobFace], _ looks: [KnobLook], _ near: [Int]) {
    draw(area, faces, looks, near)
  }

  private func draw(
    _ area: PixelRect, _ faces: [KnobFace], _ looks: [KnobLook], _ near: some Sequence<Int>
  ) {
    let canvas = Canvas(picture, clip: area)
    canvas.fill(with: background)
    for label in labels { label.draw(on: canvas, inks.ink, on: inks.ground) }
    for index in near { faces[index].drawStill(on: canvas, looks[index].state) }
  }
}
