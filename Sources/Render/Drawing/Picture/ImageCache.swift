import Gesture
import Layout
import Raster

/// The images of one panel at their drawn sizes: each is scaled once, and shared.
final class ImageCache {
  private let source: (any PictureSource)?
  private var scaled: [Key: Image] = [:]
  private var turned: [Key: TurnedImage] = [:]
  private var strips: [StripKey: Filmstrip] = [:]

  private struct Key: Hashable {
    var path: String
    var size: PixelSize
  }

  private struct StripKey: Hashable {
    var path: String
    var cut: SkinLayout.Cut
    var size: PixelSize
  }

  init(_ source: (any PictureSource)?) {
    self.source = source
  }

  /// Returns the image at its file's size.
  func original(_ path: String) -> Image? { source?.image(path) }

  func image(_ path: String, size: PixelSize) -> Image? {
    Self.cached(Key(path: path, size: size), in: &scaled) { original(path)?.scaled(to: size) }
  }

  func turned(_ path: String, size: PixelSize) -> TurnedImage? {
    Self.cached(Key(path: path, size: size), in: &turned) {
      original(path).map { TurnedImage($0, size: size) }
    }
  }

  func strip(_ path: String, _ cut: SkinLayout.Cut, size: PixelSize) -> Filmstrip? {
    Self.cached(StripKey(path: path, cut: cut, size: size), in: &strips) {
      original(path).map { Filmstrip($0, cut, size: size) }
    }
  }

  private static func cached<Key, Value>(
    _ key: Key, in cache: inout [Key: Value], _ make: () -> Value?
  ) -> Value? {
    if let known = cache[key] { return known }
    let made = make()
    cache[key] = made
    return made
  }

  /// Returns the layout's images of one layer.
  func all(
    of layout: LayoutDocument, on layer: ImageLayout.Layer, _ viewport: Viewport
  ) -> [PageContent<ImageLooks>] {
    layout.images.enumerated().filter { $1.layer == layer }.map { index, entry in
      let looks = entry.looks.map { image(entry.changed(by: $0), viewport) }
      return PageContent(
        ImageLooks(image: index, looks: looks, isConditional: entry.isConditional), on: entry.page)
    }
  }

  /// Returns one of the layout's images; nil if it is unavailable.
  func image(_ layout: ImageLayout, _ viewport: Viewport) -> DrawnImage? {
    guard let original = original(layout.file) else { return nil }
    let natural = layout.size.resolved(width: original.size.width, height: original.size.height)
    let size = PixelSize(
      width: Self.pixels(natural.width * viewport.scaleX),
      height: Self.pixels(natural.height * viewport.scaleY))
    guard let image = image(layout.file, size: size) else { return nil }
    let position = viewport.picturePoint(layout.position)
    let isCentered = layout.anchor == .center
    let x = position.x - (isCentered ? Double(size.width) / 2 : 0)
    let y = position.y - (isCentered ? Double(size.height) / 2 : 0)
    return DrawnImage(
      image: image, x: Self.whole(x), y: Self.whole(y), opacity: Float(layout.opacity))
  }

  /// Returns an image that also covers the display outside the design; nil if it is unavailable.
  func background(_ background: BackgroundLayout, _ viewport: Viewport) -> DrawnImage? {
    guard let original = original(background.file) else { return nil }
    let area = viewport.pictureSize
    let (width, height) = (Double(original.size.width), Double(original.size.height))
    let ratios = (Double(area.width) / width, Double(area.height) / height)
    let factors =
      switch background.fit {
      case .cover: (max(ratios.0, ratios.1), max(ratios.0, ratios.1))
      case .contain: (min(ratios.0, ratios.1), min(ratios.0, ratios.1))
      case .stretch: ratios
      case .tile: (viewport.scaleX, viewport.scaleY)
      }
    let size = PixelSize(
      width: Self.pixels(width * factors.0), height: Self.pixels(height * factors.1))
    guard let image = image(background.file, size: size) else { return nil }
    if background.fit == .tile {
      return DrawnImage(
        image: image, x: Self.whole(viewport.offsetX), y: Self.whole(viewport.offsetY),
        repeats: true)
    }
    return DrawnImage(
      image: image, x: (area.width - size.width) / 2, y: (area.height - size.height) / 2)
  }

  /// Returns a length as a number of pixels that an image can have, at least one.
  static func pixels(_ length: Double) -> Int {
    length.isFinite ? Int(min(max(length.rounded(), 1), Double(Image.largestSide))) : 1
  }

  /// Returns a coordinate rounded to a pixel, limited to numbers that cannot overflow.
  static func whole(_ coordinate: Double) -> Int {
    coordinate.isFinite ? Int(min(max(coordinate.rounded(), -1e6), 1e6)) : 0
  }
}
