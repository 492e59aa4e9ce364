internal import Glibc
internal import PanelDrawing
internal import Raster

/// The pictures of the measured skins, computed instead of read from files.
final class MeasuredPictures: PictureSource {
  /// The side of each frame, in pixels.
  private static let side = 240
  /// The number of frames in the filmstrip, one below the other.
  static let frameCount = 31

  func image(_ path: String) -> Image? {
    switch path {
    case "plate.png": disc(1) { _, distance in (90, 100, 110, distance < 0.95 ? 255 : 160) }
    case "cap.png": disc(0.9, Self.cap)
    case "gloss.png": disc(0.9) { y, _ in (255, 255, 255, max(-y, 0) * 70) }
    case "lamps.png": lamps()
    default: nil
    }
  }

  /// Straight colours and alpha, each 0…255.
  private typealias Shade = (red: Double, green: Double, blue: Double, alpha: Double)

  /// Returns the colour of rings, as on a turned surface.
  private static func cap(_ y: Double, _ distance: Double) -> Shade {
    let ring = sin(distance * 60) * 12
    return (150 + ring - y * 40, 120 + ring - y * 40, 80 + ring - y * 40, 255)
  }

  /// Returns a disc with a pointer and a soft edge; a radius of 1 is half a picture.
  private func disc(
    _ radius: Double, _ shade: (_ y: Double, _ distance: Double) -> Shade
  ) -> Image? {
    picture(height: Self.side) { x, y in
      let distance = (x * x + y * y).squareRoot()
      guard distance < radius else { return (0, 0, 0, 0) }
      if abs(x) < 0.03, y < -0.5, y > -0.8 { return (250, 245, 230, shade(y, distance).alpha) }
      var color = shade(y, distance)
      color.alpha *= min((radius - distance) * Double(Self.side) / 2, 1)
      return color
    }
  }

  /// Returns lamps around a plate, with one more lit in each frame.
  private func lamps() -> Image? {
    picture(height: Self.side * Self.frameCount) { x, y in
      let frame = ((y + 1) / 2).rounded(.down)
      let y = y - frame * 2
      let distance = (x * x + y * y).squareRoot()
      if distance < 0.7 { return (60, 62, 66, 255) }
      guard distance < 0.95 else { return (0, 0, 0, 0) }
      let turn = (atan2(x, -y) / .pi + 1) * 0.5 * Double(Self.frameCount)
      return turn < frame + 1 ? (255, 190, 60, 255) : (70, 50, 30, 255)
    }
  }

  /// Returns a picture as wide as `side`, from −1 on its left to 1 on its right, and down from −1.
  private func picture(height: Int, _ shade: (Double, Double) -> Shade) -> Image? {
    let scale = 2 / Double(Self.side)
    let pixels = (0..<height * Self.side).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: Self.side)
      let color = shade((Double(column) + 0.5) * scale - 1, (Double(row) + 0.5) * scale - 1)
      func premultiplied(_ channel: Double) -> UInt32 {
        UInt32(min(max(channel, 0), 255) * color.alpha / 255)
      }
      return UInt32(color.alpha) << 24 | premultiplied(color.red) << 16
        | premultiplied(color.green) << 8 | premultiplied(color.blue)
    }
    return Image(size: PixelSize(width: Self.side, height: height), premultiplied: pixels)
  }
}
