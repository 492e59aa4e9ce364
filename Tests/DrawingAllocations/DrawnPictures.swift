import Gesture
import Layout
import PanelDrawing
import Raster

/// Generated pictures for the skins below.
final class DrawnPictures: PictureSource {
  private let images: [String: Image]

  init() {
    images = [
      "plate": DrawnPictures.disc(64, frames: 1, 0xFF60_5040),
      "cap": DrawnPictures.disc(48, frames: 1, 0xFF30_3038),
      "held": DrawnPictures.disc(48, frames: 1, 0xFF50_3018),
      "gloss": DrawnPictures.disc(48, frames: 1, 0x4040_4040),
      "strip": DrawnPictures.disc(40, frames: 11, 0xFF28_2C30),
    ]
  }

  func image(_ path: String) -> Image? { images[path] }

  /// Discs one below the other, each with a pointer at another angle.
  private static func disc(_ side: Int, frames: Int, _ color: UInt32) -> Image {
    let pixels = (0..<(side * side * frames)).map { index -> UInt32 in
      let (x, y) = (index % side, index / side)
      let (dx, dy) = (2 * x + 1 - side, 2 * (y % side) + 1 - side)
      guard dx * dx + dy * dy < side * side else { return 0 }
      return dy < 0 && abs(dx - y / side) < 4 ? 0xFFFF_FFFF : color
    }
    guard
      let image = Image(size: PixelSize(width: side, height: side * frames), premultiplied: pixels)
    else { preconditionFailure("the pixel count matches the size") }
    return image
  }
}

extension SkinLayout {
  /// Rotating pictures, with another one while held, and a filmstrip.
  static let samples: [(name: String, skin: SkinLayout)] = [
    (
      "a turned picture",
      SkinLayout(
        background: .init("plate"), rotating: .init("cap", others: [.held: "held"]),
        foreground: .init("gloss"))
    ),
    ("a filmstrip", SkinLayout(filmstrip: .init(pictures: .init("strip")))),
  ]
}

extension ImageLayout {
  /// A picture in front of most of the panel.
  static let frontGloss: ImageLayout = {
    var image = ImageLayout(
      file: "gloss", position: DesignPoint(x: 40, y: 30), size: .exact(width: 420, height: 340),
      opacity: 0.7)
    image.layer = .front
    return image
  }()
}
