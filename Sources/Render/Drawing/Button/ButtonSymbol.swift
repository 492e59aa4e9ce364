import Layout
import Raster

/// The symbol on a button: one of the icons, or a picture of the layout.
enum ButtonSymbol {
  case icon(LineIcon)
  case picture(DrawnImage)

  /// The size at which a symbol is drawn, in pixels.
  struct Size {
    var width: Float = 0
    var height: Float = 0
  }

  /// Returns the size of a symbol within a square; a picture keeps its proportions.
  ///
  /// Returns nil if there is no such picture.
  static func size(
    of symbol: ButtonLayout.Symbol, within side: Float, _ images: ImageCache
  ) -> Size? {
    switch symbol {
    case .icon: return Size(width: side, height: side)
    case .picture(let file):
      guard let original = images.original(file)?.size else { return nil }
      let size = ImageLayout.Size.longest(Double(side))
        .resolved(width: original.width, height: original.height)
      return Size(
        width: Float(ImageCache.pixels(size.width)), height: Float(ImageCache.pixels(size.height)))
    }
  }

  /// Returns nil if there is no such picture.
  init?(
    _ symbol: ButtonLayout.Symbol, center: PixelPoint, _ size: Size, isCrossedOut: Bool,
    _ images: ImageCache
  ) {
    switch symbol {
    case .icon(let icon):
      let center = PixelPoint(x: center.x.rounded(), y: center.y.rounded())
      self = .icon(
        LineIcon(icon, center: center, size: size.height, isCrossedOut: isCrossedOut))
    case .picture(let file):
      let pixels = PixelSize(width: Int(size.width), height: Int(size.height))
      guard let image = images.image(file, size: pixels) else { return nil }
      self = .picture(
        DrawnImage(
          image: image, x: ImageCache.whole(Double(center.x - size.width * 0.5)),
          y: ImageCache.whole(Double(center.y - size.height * 0.5))))
    }
  }

  func draw(on canvas: Canvas, _ color: Color, isOn: Bool, isEnabled: Bool) {
    switch self {
    case .icon(let icon): icon.draw(on: canvas, color, isOn: isOn)
    case .picture(var image):
      image.opacity = isEnabled ? 1 : SkinFace.inactiveOpacity
      image.draw(on: canvas)
    }
  }
}
