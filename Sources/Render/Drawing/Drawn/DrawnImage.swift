import Raster

/// An image in front of knobs and buttons.
///
/// It never changes, and is redrawn wherever the items behind it change.
final class FrontImage: DrawnItem {
  private let image: DrawnImage?
  let bounds: PixelRect
  var isDirty = false

  /// Creates an item; without an image, one that draws nothing.
  init(_ image: DrawnImage?) {
    self.image = image
    bounds = image?.bounds ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
  }

  func update() -> Changes {
    isDirty = false
    return Changes()
  }

  func drawDynamic(on canvas: Canvas) { image?.draw(on: canvas) }
}

/// The looks of an image of the layout.
struct ImageLooks {
  /// Index of the image in the layout.
  var image: Int
  /// The image in each of its looks; nil where its file is unavailable.
  var looks: [DrawnImage?]
  /// Whether the look depends on conditions.
  var isConditional: Bool
}

/// An image at its size and position, on whole pixels.
struct DrawnImage {
  var image: Image
  var x: Int
  var y: Int
  var opacity: Float = 1
  /// Whether the image is repeated in all directions.
  var repeats = false

  var bounds: PixelRect { PixelRect(x: x, y: y, size: image.size) }

  func draw(on canvas: Canvas) {
    guard repeats else { return canvas.draw(image, x: x, y: y, opacity: opacity) }
    let (width, height) = (image.size.width, image.size.height)
    let clip = canvas.clip
    let firstTop = y + (clip.y - y) / height * height - height
    let firstLeft = x + (clip.x - x) / width * width - width
    for top in stride(from: firstTop, to: clip.maxY, by: height) {
      for left in stride(from: firstLeft, to: clip.maxX, by: width) {
        canvas.draw(image, x: left, y: top, opacity: opacity)
      }
    }
  }
}
