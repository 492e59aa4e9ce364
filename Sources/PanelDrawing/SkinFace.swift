import Gesture
import Layout
import Raster

/// How one knob with a skin is drawn: its pictures for each state, and the places of its texts.
final class SkinFace {
  /// The pictures of one state; all have their middle on that of the knob.
  struct Layers {
    var background: Image?
    var strip: Filmstrip?
    var rotating: TurnedImage?
    var foreground: Image?
    /// Less than 1 for a state without a picture of its own in which nothing can be turned.
    var opacity: Float
  }

  /// How much is seen of a knob that cannot be turned, where no picture says so.
  private static let withdrawal: Float = 0.45

  /// On a corner of four pixels: pictures have an even number of them.
  let centerX: Int
  let centerY: Int
  let travel: DrawnTravel
  /// In the order of `SkinLayout.State.allCases`.
  private let layers: [Layers]
  let texts: SkinTexts
  let signs: SignPlaces
  /// Beside the knob.
  let onBackground: TextColors
  /// Whether pictures of its own say that it is locked.
  let showsLock: Bool
  private let gearType: ValueType
  let bounds: PixelRect

  var center: PixelPoint { PixelPoint(x: Float(centerX), y: Float(centerY)) }

  init(
    _ knob: KnobLayout, _ skin: SkinLayout, _ viewport: Viewport, _ theme: Theme,
    _ texts: FaceTexts, _ shelf: ImageCache
  ) {
    let place = viewport.picturePoint(knob.center)
    let (x, y) = (ImageCache.whole(place.x), ImageCache.whole(place.y))
    let diameter = knob.diameter * min(viewport.scaleX, viewport.scaleY)
    let sizes = SkinSizes(skin, diameter: diameter, shelf)
    let layers = SkinLayout.State.allCases.map { state in
      Self.layers(skin, state, sizes, shelf)
    }
    self.layers = layers
    showsLock = Self.hasOwn(skin, .locked)
    onBackground = theme.onBackground
    (centerX, centerY) = (x, y)
    travel = DrawnTravel(knob.travel)
    let center = PixelPoint(x: Float(x), y: Float(y))
    let touched = Self.bounds(of: layers, x, y)
    let words = SkinTexts(
      knob, skin, center: center, radius: Float(diameter * 0.5), bottom: touched.maxY, theme, texts
    ) { box in
      let ground = theme.background.first.mixed(with: theme.background.last, 0.5)
      return Self.mean(of: layers[0], center, in: box, over: ground) ?? ground
    }
    self.texts = words
    let signs = SignPlaces(center: center, radius: Float(diameter * 0.5), words)
    self.signs = signs
    gearType = texts.gearType(size: signs.size)
    bounds = touched.union(words.bounds).union(signs.bounds).union(signs.marksBounds)
  }

  /// The word for how fine it turns.
  func gear(_ gear: Double) -> DrawnValue {
    guard let name = KnobFace.gearName(gear) else { return DrawnValue() }
    return DrawnValue(
      name, gearType, unit: nil, middleX: signs.middle.x, middleY: signs.middle.y,
      limit: signs.size * 3)
  }

  private static func hasOwn(_ skin: SkinLayout, _ state: SkinLayout.State) -> Bool {
    [skin.background, skin.filmstrip?.pictures, skin.rotating, skin.foreground].contains {
      pictures in pictures.map { $0.file(for: state).of != .normal } ?? false
    }
  }

  func layers(_ state: SkinLayout.State) -> Layers {
    layers[SkinLayout.State.allCases.firstIndex(of: state) ?? 0]
  }

  private static func layers(
    _ skin: SkinLayout, _ state: SkinLayout.State, _ sizes: SkinSizes, _ shelf: ImageCache
  ) -> Layers {
    let hasOwn = hasOwn(skin, state)
    let isInert = state == .disabled || state == .unknown || state == .offline
    let strip = skin.filmstrip.flatMap { strip -> Filmstrip? in
      let path = strip.pictures.file(for: state).path
      guard let size = shelf.original(path)?.size,
        let cut = strip.cut(width: size.width, height: size.height)
      else { return nil }
      return shelf.strip(path, cut, size: sizes.pixels(of: cut))
    }
    func still(_ pictures: SkinLayout.Pictures?) -> Image? {
      guard let path = pictures?.file(for: state).path, let size = shelf.original(path)?.size
      else { return nil }
      return shelf.image(path, size: sizes.pixels(of: size))
    }
    let rotating = skin.rotating.flatMap { pictures -> TurnedImage? in
      let path = pictures.file(for: state).path
      guard let size = shelf.original(path)?.size else { return nil }
      return shelf.turned(path, size: sizes.pixels(of: size))
    }
    return Layers(
      background: still(skin.background), strip: strip, rotating: rotating,
      foreground: still(skin.foreground), opacity: isInert && !hasOwn ? withdrawal : 1)
  }

  /// All pixels that the pictures touch in any state and at any angle.
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

  /// A picture of an even size about a middle.
  static func rect(of size: PixelSize, _ x: Int, _ y: Int) -> PixelRect {
    PixelRect(
      x: x - size.width / 2, y: y - size.height / 2, width: size.width, height: size.height)
  }

  /// What a text in `box` stands on, in the middle of the turn; nil if the box is empty.
  private static func mean(
    of layers: Layers, _ center: PixelPoint, in box: PixelRect, over ground: Color
  ) -> Color? {
    guard let picture = PixelBuffer(size: PixelSize(width: box.width, height: box.height)) else {
      return nil
    }
    let (x, y) = (Int(center.x) - box.x, Int(center.y) - box.y)
    let canvas = Canvas(picture)
    canvas.fill(with: .solid(ground))
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

extension SignPlaces {
  /// Of a knob with a skin: marks stand around the picture that turns, signs where the value does.
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
        halfLength: max(radius * 0.04, 2), isOnPicture: true),
      middle: middle, size: isBelow ? texts.size * 0.8 : radius * 0.22, value: value,
      valueSize: texts.middle == nil ? radius * 0.48 : texts.size,
      floor: texts.isCentered ? radius * 0.66 : nil)
  }
}

/// How large the pictures of a skin are drawn.
struct SkinSizes {
  /// Pixels of the panel for one of the files.
  let factor: Double

  /// The picture that turns is as large as the knob, and all others in proportion.
  init(_ skin: SkinLayout, diameter: Double, _ shelf: ImageCache) {
    var longest = 0
    if let path = skin.rotating?.file(for: .normal).path, let size = shelf.original(path)?.size {
      longest = max(size.width, size.height)
    } else if let strip = skin.filmstrip,
      let size = shelf.original(strip.pictures.file(for: .normal).path)?.size,
      let cut = strip.cut(width: size.width, height: size.height)
    {
      longest = max(cut.length, cut.breadth)
    } else if let pictures = skin.background ?? skin.foreground,
      let size = shelf.original(pictures.file(for: .normal).path)?.size
    {
      longest = max(size.width, size.height)
    }
    factor = diameter / Double(max(longest, 1))
  }

  /// Even, so that the middle of each is on a corner of pixels and none is off by a half.
  func pixels(of size: PixelSize) -> PixelSize {
    PixelSize(width: even(size.width), height: even(size.height))
  }

  func pixels(of cut: SkinLayout.Cut) -> PixelSize {
    cut.direction == .vertical
      ? PixelSize(width: even(cut.breadth), height: even(cut.length))
      : PixelSize(width: even(cut.length), height: even(cut.breadth))
  }

  private func even(_ length: Int) -> Int {
    max(2, ImageCache.pixels(Double(length) * factor * 0.5) * 2)
  }
}
