import Layout
import PanelDrawing
import Raster

/// Provides a picture for each path that ends in `.png`; those named `strip` are filmstrips.
final class FuzzPictures: PictureSource {
  private static let side = 12
  private static let frames = 5

  static func size(of path: String) -> PixelSize {
    PixelSize(width: side, height: path.contains("strip") ? side * frames : side)
  }

  func image(_ path: String) -> Image? {
    guard path.hasSuffix(".png") else { return nil }
    let size = Self.size(of: path)
    let pixels = (0..<(size.width * size.height)).map { index -> UInt32 in
      index % 3 == 0 ? 0 : 0xFF00_0000 | UInt32(index) * 0x01_0305
    }
    return Image(
      size: PixelSize(width: size.width, height: size.height), premultiplied: pixels)
  }
}

/// Sets each line as one block, so that no fonts are needed and drawing text is cheap.
final class FuzzTypesetter: Typesetter {
  func mask(for text: String, style: TextStyle) -> TextMask {
    let height = max(1, Int(min(style.pixelSize * 0.7, 200)))
    let width = min(Int(min(style.pixelSize, 200) * 0.6) * min(text.unicodeScalars.count, 60), 800)
    guard width > 0 else {
      return TextMask(
        size: PixelSize(width: 0, height: 0), coverage: [], originX: 0, originY: 0, advance: 0)
    }
    return TextMask(
      size: PixelSize(width: width, height: height),
      coverage: [UInt8](repeating: 170, count: width * height), originX: 0, originY: Float(height),
      advance: Float(width))
  }

  func capHeight(of style: TextStyle) -> Float { style.pixelSize * 0.7 }
}
