import Layout
import Panel
import Raster

/// The texts of a knob with a skin.
struct SkinTexts {
  let name: DrawnText?
  /// The name shown in place of the value; nil if the two are not swapped.
  let swappedName: GlyphRun?
  let textColors: TextColors
  private let nameColors: TextColors
  /// From the largest to the smallest; empty if the value is not shown.
  private let valueGlyphs: [GlyphCache]
  private let units: [TextMask?]
  private let offlineText: String
  let isCentered: Bool
  private let middleX: Float
  private let middleY: Float
  private let valueWidth: Float
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
    offlineText = texts.words.offline
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
    valueWidth = isCentered ? radius * 1.12 : lineWidth
    middleX = center.x
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
    (name, nameColors) = Self.name(
      named == nil ? knob.name : nil, skin, center: center, size: lineSize, width: lineWidth,
      theme, texts,
      baseline: { skin.name == .center ? center.y + lineSize * 0.36 : line() },
      onImage: onImage)
    let valueGlyphs = skin.value == .none ? [] : Self.valueGlyphs(valueSize, texts)
    self.valueGlyphs = valueGlyphs
    units = valueGlyphs.map { glyphs in
      knob.unit.isEmpty ? nil : texts.typesetter.mask(for: knob.unit, style: glyphs.unitStyle)
    }
    // Also the colours of indicators, which take the position of a value that is not shown.
    textColors = skin.value == .below ? theme.onBackground : onImage
    let capHeight = valueGlyphs.first?.capHeight ?? 0
    let middleY = isCentered ? center.y : line() - capHeight * 0.5
    self.middleY = middleY
    swappedName = named.map { [valueWidth] name in
      GlyphRun(
        name,
        texts.glyphs(
          TextStyle(
            family: texts.family, weight: .medium,
            pixelSize: isCentered ? max(valueSize * 0.42, min(lineSize, 11)) : lineSize)),
        unit: nil, middleX: center.x, middleY: middleY, limit: valueWidth)
    }
    var textBounds = name?.bounds ?? .empty
    if !valueGlyphs.isEmpty {
      let (width, height) = (valueWidth + 2 * valueSize, valueSize * 2)
      textBounds = textBounds.union(
        PixelRect(
          x: Int(center.x - width * 0.5), y: Int(middleY - height * 0.5), width: Int(width) + 1,
          height: Int(height) + 1))
    }
    bounds = textBounds
  }

  /// The value's position; nil if it is not shown.
  var middle: PixelPoint? {
    valueGlyphs.isEmpty ? nil : PixelPoint(x: middleX, y: middleY)
  }
  var size: Float { valueGlyphs.first?.style.pixelSize ?? 0 }

  /// Typesets the value.
  ///
  /// - Parameters:
  ///   - view: The state of the knob.
  ///   - lift: The distance in pixels by which the text is raised.
  /// - Returns: The value, a dash for an unknown one, or the word for an offline control.
  func valueText(_ view: KnobViewState, lift: Float) -> GlyphRun {
    guard let smallest = valueGlyphs.last else { return GlyphRun() }
    switch view.state {
    case .normal, .disabled:
      let choice = valueGlyphs.indices.first { index in
        valueGlyphs[index].width(of: view.text) + (unit(index, view)?.advance ?? 0)
          <= valueWidth
      }
      let index = choice ?? valueGlyphs.count - 1
      return run(view.text, valueGlyphs[index], unit: unit(index, view), lift: lift)
    case .unknown: return run("\u{2013}", valueGlyphs[0], unit: nil)
    case .offline: return run(offlineText, smallest, unit: nil)
    }
  }

  /// Returns the unit beside a value; nil beside a name.
  private func unit(_ index: Int, _ view: KnobViewState) -> TextMask? {
    view.isNamed ? nil : units[index]
  }

  private func run(
    _ text: String, _ glyphs: GlyphCache, unit: TextMask?, lift: Float = 0
  ) -> GlyphRun {
    GlyphRun(
      text, glyphs, unit: unit, middleX: middleX, middleY: middleY - lift,
      limit: valueWidth - (unit?.advance ?? 0))
  }

  /// Draws the name at its own position.
  func drawName(on canvas: Canvas) {
    name?.draw(on: canvas, nameColors.secondary, contrast: nameColors.contrast)
  }

  private static func valueGlyphs(_ size: Float, _ texts: FaceTexts) -> [GlyphCache] {
    [1, 0.86, 0.73, 0.6, 0.5, 0.4].map { factor in
      texts.glyphs(
        TextStyle(
          family: texts.family, weight: .medium, pixelSize: max(size * factor, min(size, 9)),
          tabularFigures: true))
    }
  }

  private static func name(
    _ name: String?, _ skin: SkinLayout, center: PixelPoint, size: Float, width: Float,
    _ theme: Theme, _ texts: FaceTexts, baseline: () -> Float, onImage: TextColors
  ) -> (DrawnText?, TextColors) {
    guard skin.name != .none, let name, !name.isEmpty else {
      return (nil, theme.onBackground)
    }
    let style = TextStyle(family: texts.family, weight: .medium, pixelSize: size)
    let line = texts.line(
      name, style, x: center.x, align: .center, baseline: baseline(), width: width)
    return (line, skin.name == .center ? onImage : theme.onBackground)
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

extension GlyphCache {
  /// The style of the unit beside a value.
  fileprivate var unitStyle: TextStyle {
    var style = style
    style.pixelSize *= 0.55
    style.tabularFigures = false
    return style
  }
}
