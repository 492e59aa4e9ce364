import Layout
import Raster

extension Theme {
  /// Returns the background of a picture: plain, or with a light above and to the left, wide enough
  /// to fill any display.
  func ground(of size: PixelSize) -> Paint {
    let (first, last) = (palette.background.first, palette.background.last)
    guard first != last else { return .solid(first) }
    let (width, height) = (Float(size.width), Float(size.height))
    return .radial(
      RadialGradient(
        center: PixelPoint(x: width * 0.36, y: height * 0.4),
        radiusX: max(width * 0.72, height * 0.6), radiusY: max(height * 0.8, width * 0.5),
        first, last))
  }
}
