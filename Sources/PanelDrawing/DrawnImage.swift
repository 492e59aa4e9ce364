import Raster

/// An image at its size, and its place on whole pixels.
struct DrawnImage {
  var image: Image
  var x: Int
  var y: Int
  var opacity: Float = 1
  /// True for a pattern that goes on to all sides.
  var repeats = false

  var bounds: PixelRect {
    PixelRect(x: x, y: y, width: image.size.width, height: image.size.height)
  }

  func draw(on canvas: Canvas) {
    guard repeats else { return canvas.draw(image, x: x, y: y, opacity: opacity) }
    let (width, height) = (image.size.width, image.size.height)
    let clip = canvas.clip
    var top = y + (clip.y - y) / height * height - height
    while top < clip.maxY {
      var left = x + (clip.x - x) / width * width - width
      while left < clip.maxX {
        canvas.draw(image, x: left, y: top, opacity: opacity)
        left += width
      }
      top += height
    }
  }
}
