import Layout
import Raster

/// The texts of a knob with a skin.
struct SkinTexts {
  /// The lines of the name; empty if it is not shown at a position of its own.
  let name: [DrawnText]
  /// The name shown in place of the value; nil if the two are not swapped.
  let swappedName: GlyphRun?
  let textColors: TextColors
  private let nameColors: TextColors
  let value: ValueTypesetting
  /// The size of the value if there is room for it, in pixels; 0 if it is not shown.
  let size: Float
  let isCentered: Bool
  /// All pixels that the texts may draw on.
  let bounds: PixelRect

  /// Places the texts of a knob with a skin.
  ///
  /// - Parameters:
  ///   - knob: The knob's entry in the layout.
  ///   - skin: The knob's skin.
  ///   - center: The knob's centre, in pixels.
  ///   - radius: The knob's radius, in pixels.
  ///   - bottom: The row below the images.
  ///   - theme: The colours of the panel.
  ///   - texts: Typesets the texts.
  ///   - background: The mean colour that the images have in a rectangle.
  init(
    _ knob: KnobLayout, _ skin: SkinLayout, center: PixelPoint, radius: Float, bottom: Int,
    _ theme: Theme, _ texts: FaceTexts, background: (PixelRect) -> Color
  ) {
    let scale = Float(theme.textScale)
    func size(_ caption: KnobStyle.Caption, _ own: Float) -> Float {
      caption.size.map { Float($0 / knob.diameter * 2) * radius * scale } ?? own
    }
    let lineSize = size(knob.look.name, max(radius * 0.28, 11) * scale)
    let isCentered = skin.value == .center
    self.isCentered = isCentered
    let ownSize = isCentered ? max(radius * 0.48, min(11, radius * 0.6)) * scale : lineSize
    let valueSize = size(knob.look.value, ownSize)
    let lineWidth = max(radius * 2.45, 40)
    let valueWidth = isCentered ? radius * 1.12 : lineWidth
    // Lines are 1.25 times the text size, below the images.
    var below = Float(bottom)
    func line() -> Float {
      below += lineSize * 1.25
      return below
    }
    let valueBox = PixelRect(
      x: Int(center.x - valueWidth * 0.5), y: Int(center.y - valueSize * 0.5),
      width: Int(valueWidth), height: Int(valueSize))
    let onImage = Self.textColors(on: background(valueBox), theme)
    let swaps = knob.look.swapMicroseconds != nil && skin.value != .none
    let named = swaps && knob.name?.isEmpty == false ? knob.name : nil
    let isNameCentered = skin.name == .center
    nameColors = isNameCentered ? onImage : theme.onBackground
    if named == nil, skin.name != .none, let text = knob.name, !text.isEmpty {
      let box = FaceTexts.NameBox(
        middleX: center.x, baseline: isNameCentered ? center.y + lineSize * 0.36 : line(),
        width: lineWidth,
        room: isNameCentered ? (center.y - lineSize * 1.1)...(center.y + lineSize * 1.1) : nil)
      name = texts.name(
        text, texts.style(.medium, lineSize), in: box, fit: knob.look.nameFit ?? .wrap)
      if !isNameCentered, name.count > 1 { below += lineSize * FaceTexts.nameLeading }
    } else {
      name = []
    }
    let fonts =
      skin.value == .none
      ? nil
      : ValueFonts(
        knob,
        ValueFonts.Style(
          size: valueSize, weight: .medium, unitSize: valueSize * 0.55, unitWeight: .medium,
          width: valueWidth), texts)
    // Also the colours of indicators, which take the position of a value that is not shown.
    textColors = skin.value == .below ? theme.onBackground : onImage
    self.size = fonts == nil ? 0 : valueSize
    let capHeight = fonts?.number.capHeight ?? 0
    let middleY = isCentered ? center.y : line() - capHeight * 0.5
    value = ValueTypesetting(
      fonts: fonts, offlineText: texts.words.offline, translations: texts.translations,
      middle: PixelPoint(x: center.x, y: middleY),
      width: valueWidth)
    swappedName = named.map { name in
      let size = isCentered ? max(valueSize * 0.42, min(lineSize, 11)) : lineSize
      return texts.nameRun(
        name, texts.style(.medium, size), around: PixelPoint(x: center.x, y: middleY),
        width: valueWidth, fit: knob.look.nameFit)
    }
    var textBounds = name.reduce(PixelRect.empty) { $0.union($1.bounds) }
    if fonts != nil {
      let (width, height) = (valueWidth + 2 * valueSize, valueSize * 2)
      textBounds = textBounds.union(
        PixelRect(
          x: Int(center.x - width * 0.5), y: Int(middleY - height * 0.5), width: Int(width) + 1,
          height: Int(height) + 1))
    }
    bounds = textBounds
  }

  /// The value's position; nil if it is not shown.
  var middle: PixelPoint? { value.fonts == nil ? nil : value.middle }

  /// Draws the name at its own position.
  func drawName(on canvas: Canvas) {
    for line in name { line.draw(on: canvas, nameColors.secondary, contrast: nameColors.contrast) }
  }

  /// Returns the theme's text colour if it is legible on an image, or else the most legible of it,
  /// black and white.
  private static func textColors(on background: Color, _ theme: Theme) -> TextColors {
    let own = theme.onBackground.primary
    let choices = [own, Color(0xF4F5F7), Color(0x15171A)]
    let color =
      own.contrast(with: background) >= 4.5
      ? own : choices.max { $0.contrast(with: background) < $1.contrast(with: background) } ?? own
    return TextColors(
      background: background, primary: color, secondary: color.mixed(with: background, 0.25))
  }
}
