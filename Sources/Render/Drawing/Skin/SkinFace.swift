import Gesture
import Layout
import Panel
import Raster

/// The appearance of one knob with a skin: its images for each state, and its texts' positions.
final class SkinFace {
  /// The images of one state, all centred on the knob.
  struct Layers {
    var background: Image?
    var strip: Filmstrip?
    var rotating: TurnedImage?
    var foreground: Image?
    /// Less than 1 for a knob that cannot be turned and has no images for its state.
    var opacity: Float
  }

  /// The opacity of a knob that cannot be turned, if no image shows that.
  static let inactiveOpacity: Float = 0.45

  /// The centre, on a corner of four pixels: images have an even number of rows and columns.
  let centerX: Int
  let centerY: Int
  let travel: DrawnTravel
  /// In the order of `SkinLayout.State.allCases`.
  private let layers: [Layers]
  let texts: SkinTexts
  let indicators: IndicatorGeometry
  /// Colours of texts beside the knob.
  let onBackground: TextColors
  let stopGlowColor: Color
  /// Whether the skin has its own images for the locked state.
  let showsLock: Bool
  private let gearGlyphs: GlyphCache
  let reading: ReadingTypesetting?
  /// All pixels that the knob may draw on.
  let bounds: PixelRect

  var center: PixelPoint { PixelPoint(x: Float(centerX), y: Float(centerY)) }

  init(
    _ knob: KnobLayout, _ skin: SkinLayout, _ viewport: Viewport, _ theme: Theme,
    _ texts: FaceTexts, _ images: ImageCache
  ) {
    let point = viewport.picturePoint(knob.center)
    let (x, y) = (ImageCache.whole(point.x), ImageCache.whole(point.y))
    let diameter = knob.diameter * min(viewport.scaleX, viewport.scaleY)
    let sizes = SkinSizes(skin, diameter: diameter, images)
    let layers = SkinLayout.State.allCases.map { state in
      Self.layers(skin, state, sizes, images)
    }
    self.layers = layers
    showsLock = Self.hasOwnPictures(skin, .locked)
    onBackground = theme.onBackground
    stopGlowColor = theme.palette.accent.last
    (centerX, centerY) = (x, y)
    travel = DrawnTravel(
      knob.travel, positions: knob.positions, limit: knob.limitPosition ?? 1)
    let center = PixelPoint(x: Float(x), y: Float(y))
    let extent = Self.bounds(of: layers, x, y)
    let skinTexts = SkinTexts(
      knob, skin, center: center, radius: Float(diameter * 0.5), bottom: extent.maxY, theme, texts
    ) { box in
      let background = theme.background.middle
      return Self.mean(of: layers[0], center, in: box, over: background) ?? background
    }
    self.texts = skinTexts
    let indicators = IndicatorGeometry(center: center, radius: Float(diameter * 0.5), skinTexts)
    self.indicators = indicators
    gearGlyphs = texts.gearGlyphs(size: indicators.size)
    let isBelow = !skinTexts.isCentered
    reading = skinTexts.value.fonts.flatMap { fonts in
      ReadingFont(knob, fonts, isBelow: isBelow, radius: Float(diameter * 0.5), texts).map {
        ReadingTypesetting($0, skinTexts.value, fonts, isBelow: isBelow, pointsOut: false)
      }
    }
    bounds = extent.union(skinTexts.bounds).union(indicators.bounds).union(indicators.marksBounds)
      .union(indicators.stopGlowBounds).union(indicators.readingBounds)
      .union(reading?.bounds ?? .empty)
  }

  /// Returns the text for a gear; empty for a gear of 1.
  func gearText(_ gear: Double) -> GlyphRun {
    guard let name = KnobFace.gearName(gear) else { return GlyphRun() }
    return GlyphRun(
      name, gearGlyphs, unit: nil, middleX: indicators.middle.x, middleY: indicators.middle.y,
      limit: indicators.size * 3)
  }

  /// Returns whether any of a skin's layers has its own image for a state.
  private static func hasOwnPictures(_ skin: SkinLayout, _ state: SkinLayout.State) -> Bool {
    [skin.background, skin.filmstrip?.pictures, skin.rotating, skin.foreground].contains {
      pictures in pictures.map { $0.file(for: state).of != .normal } ?? false
    }
  }

  /// Returns the images of a state.
  func layers(_ state: SkinLayout.State) -> Layers {
    layers[SkinLayout.State.allCases.firstIndex(of: state) ?? 0]
  }

  private static func layers(
    _ skin: SkinLayout, _ state: SkinLayout.State, _ sizes: SkinSizes, _ images: ImageCache
  ) -> Layers {
    let hasOwnPictures = hasOwnPictures(skin, state)
    let isInert = state == .disabled || state == .unknown || state == .offline
    func image<Made>(
      _ pictures: SkinLayout.Pictures?, _ make: (_ path: String, _ size: PixelSize) -> Made?
    ) -> Made? {
      guard let path = pictures?.file(for: state).path, let size = images.original(path)?.size
      else { return nil }
      return make(path, size)
    }
    func plainImage(_ pictures: SkinLayout.Pictures?) -> Image? {
      image(pictures) { images.image($0, size: sizes.pixels(of: $1)) }
    }
    return Layers(
      background: plainImage(skin.background),
      strip: image(skin.filmstrip?.pictures) { path, size in
        skin.filmstrip?.cut(width: size.width, height: size.height).flatMap {
          images.strip(path, $0, size: sizes.pixels(of: $0.size))
        }
      },
      rotating: image(skin.rotating) { images.turned($0, size: sizes.pixels(of: $1)) },
      foreground: plainImage(skin.foreground),
      opacity: isInert && !hasOwnPictures ? inactiveOpacity : 1)
  }

  /// Returns the pixels that the images touch in any state and at any angle.
  private static func bounds(of layers: [Layers], _ x: Int, _ y: Int) -> PixelRect {
    var bounds = PixelRect(x: x, y: y, width: 1, height: 1)
    func add(_ size: PixelSize) {
      bounds = bounds.union(rect(of: size, x, y))
    }
    for layer in layers {
      for image in [layer.background, layer.foreground] {
        if let image { add(image.size) }
      }
      for frame in layer.strip?.frames.prefix(1) ?? [] { add(frame.size) }
      if let rotating = layer.rotating {
        let reach = Int(min(rotating.reach, 30_000).rounded(.up)) + 1
        add(PixelSize(width: reach * 2, height: reach * 2))
      }
    }
    return bounds
  }

  /// Returns the bounds of an image of even size that is centred on a pixel corner.
  static func rect(of size: PixelSize, _ x: Int, _ y: Int) -> PixelRect {
    PixelRect(x: x - size.width / 2, y: y - size.height / 2, size: size)
  }

  /// Returns the mean colour of the images in `box` at a middle value; nil for an empty box.
  private static func mean(
    of layers: Layers, _ center: PixelPoint, in box: PixelRect, over background: Color
  ) -> Color? {
    guard let picture = PixelBuffer(size: box.size) else { return nil }
    let (x, y) = (Int(center.x) - box.x, Int(center.y) - box.y)
    let canvas = Canvas(picture)
    canvas.fill(with: .solid(background))
    func draw(_ image: Image?) {
      guard let image else { return }
      let rect = rect(of: image.size, x, y)
      canvas.draw(image, x: rect.x, y: rect.y)
    }
    draw(layers.background)
    if let strip = layers.strip { draw(strip.frames[strip.index(at: 0.5)]) }
    if let rotating = layers.rotating {
      canvas.draw(
        rotating, center: PixelPoint(x: Float(x), y: Float(y)), angle: Direction(radians: 0))
    }
    draw(layers.foreground)
    return picture.mean
  }
}

extension SkinFace: ElementFace {
  var swappedName: GlyphRun? { texts.swappedName }

  func markColors(_ state: SkinLayout.State) -> TextColors { onBackground }
  func readingMarkColor(
    at position: Double, gap: ReadingGap, _ state: SkinLayout.State
  ) -> Color { onBackground.primary }

  func indicatorColors(_ state: SkinLayout.State) -> TextColors { texts.textColors }
  func valueColors(_ state: SkinLayout.State) -> TextColors { texts.textColors }

  func valueText(_ view: KnobViewState, lift: Float) -> GlyphRun {
    texts.value.text(view, lift: lift)
  }
}

extension SkinFace {
  /// Draws an image centred on the knob.
  func draw(_ image: Image, opacity: Float, on canvas: Canvas) {
    let rect = SkinFace.rect(of: image.size, centerX, centerY)
    canvas.draw(image, x: rect.x, y: rect.y, opacity: opacity)
  }
}

extension IndicatorGeometry {
  /// Creates the geometry for a knob with a skin: marks are around the rotating image, indicators
  /// at the value's position.
  fileprivate init(center: PixelPoint, radius: Float, _ texts: SkinTexts) {
    let value = texts.middle ?? center
    let isBelow = texts.middle != nil && !texts.isCentered
    let middle =
      isBelow
      ? PixelPoint(x: center.x - radius * 0.62, y: value.y)
      : PixelPoint(x: center.x, y: center.y + (texts.isCentered ? radius * 0.34 : 0))
    self.init(
      center: center, radius: radius,
      marks: Marks(
        ring: radius * 1.06, ringWidth: radius * 0.1, gap: radius * 1.06,
        halfLength: max(radius * 0.04, 2), stop: radius * 1.06, stopHalfLength: radius * 0.085,
        reading: radius * 1.03, isOnImage: true),
      middle: middle, size: isBelow ? texts.size * 0.8 : radius * 0.22, value: value,
      valueSize: texts.middle == nil ? radius * 0.48 : texts.size,
      floor: texts.isCentered ? radius * 0.66 : nil)
  }
}

/// The drawn sizes of a skin's images.
struct SkinSizes {
  /// Panel pixels per pixel of the files.
  let factor: Double

  /// Makes the rotating image (or else the filmstrip, or else the background or foreground) as
  /// large as the knob, and all others in proportion.
  init(_ skin: SkinLayout, diameter: Double, _ images: ImageCache) {
    func size(_ pictures: SkinLayout.Pictures?) -> PixelSize? {
      pictures.flatMap { images.original($0.file(for: .normal).path)?.size }
    }
    let frame = size(skin.filmstrip?.pictures).flatMap {
      skin.filmstrip?.cut(width: $0.width, height: $0.height)?.size
    }
    let main = size(skin.rotating) ?? frame ?? size(skin.background ?? skin.foreground)
    factor = diameter / Double(max(main?.width ?? 0, main?.height ?? 0, 1))
  }

  /// Returns an even size, so that the middle of each image is on a pixel corner.
  func pixels(of size: PixelSize) -> PixelSize {
    PixelSize(width: even(size.width), height: even(size.height))
  }

  private func even(_ length: Int) -> Int {
    max(2, ImageCache.pixels(Double(length) * factor * 0.5) * 2)
  }
}

extension SkinLayout.Cut {
  /// The size of a frame in the file.
  fileprivate var size: PixelSize {
    direction == .vertical
      ? PixelSize(width: breadth, height: length) : PixelSize(width: length, height: breadth)
  }
}
