import Layout
import Panel
import Raster

/// The texts of a knob with a skin.
struct SkinTexts {
  let name: DrawnText?
  /// The name in the value's place; nil if the value stays there.
  let plate: DrawnValue?
  let textColors: TextColors
  private let nameInks: TextColors
  /// From the largest to the smallest; empty if the value is not shown.
  private let types: [ValueType]
  private let units: [TextMask?]
  let isCentered: Bool
  private let middleX: Float
  private let middleY: Float
  private let valueWidth: Float
  /// Everything the texts may ever touch.
  let bounds: PixelRect

  /// `bottom` is the row below the pictures; `ground` what they show on average in a rectangle.
  init(
    _ knob: KnobLayout, _ skin: SkinLayout, center: PixelPoint, radius: Float, bottom: Int,
    _ theme: Theme, _ texts: FaceTexts, ground: (PixelRect) -> Color
  ) {
    let lineSize = max(radius * 0.28, 11)
    let isCentered = skin.value == .center
    self.isCentered = isCentered
    let valueSize = isCentered ? max(radius * 0.48, min(11, radius * 0.6)) : lineSize
    let lineWidth = max(radius * 2.45, 40)
    valueWidth = isCentered ? radius * 1.12 : lineWidth
    middleX = center.x
    // Lines below each other, each as high as its type is large and a quarter.
    var below = Float(bottom)
    func line() -> Float {
      below += lineSize * 1.25
      return below
    }
    let valueBox = PixelRect(
      x: Int(center.x - valueWidth * 0.5), y: Int(center.y - valueSize * 0.5),
      width: Int(valueWidth), height: Int(valueSize))
    let onPicture = Self.textColors(on: ground(valueBox), theme)
    let swaps = knob.look.swapMicroseconds != nil && skin.value != .none
    let named = swaps && knob.name?.isEmpty == false ? knob.name : nil
    (name, nameInks) = Self.name(
      named == nil ? knob.name : nil, skin, center: center, size: lineSize, width: lineWidth,
      theme, texts,
      baseline: { skin.name == .center ? center.y + lineSize * 0.36 : line() },
      onPicture: onPicture)
    let types = skin.value == .none ? [] : Self.types(valueSize, texts)
    self.types = types
    units = types.map { type in
      knob.unit.isEmpty ? nil : texts.typesetter.mask(for: knob.unit, style: type.unitStyle)
    }
    // Where there is no value its place is that of signs.
    textColors = skin.value == .below ? theme.onBackground : onPicture
    let capHeight = types.first?.capHeight ?? 0
    let middleY = isCentered ? center.y : line() - capHeight * 0.5
    self.middleY = middleY
    plate = named.map { [valueWidth] name in
      DrawnValue(
        name,
        texts.type(
          TextStyle(
            family: texts.family, weight: .medium,
            pixelSize: isCentered ? max(valueSize * 0.42, min(lineSize, 11)) : lineSize)),
        unit: nil, middleX: center.x, middleY: middleY, limit: valueWidth)
    }
    var touched = name?.bounds ?? PixelRect(x: 0, y: 0, width: 0, height: 0)
    if !types.isEmpty {
      let (width, height) = (valueWidth + 2 * valueSize, valueSize * 2)
      touched = touched.union(
        PixelRect(
          x: Int(center.x - width * 0.5), y: Int(middleY - height * 0.5), width: Int(width) + 1,
          height: Int(height) + 1))
    }
    bounds = touched
  }

  /// Where the value stands; nil if it is not shown.
  var middle: PixelPoint? {
    types.isEmpty ? nil : PixelPoint(x: middleX, y: middleY)
  }
  var size: Float { types.first?.style.pixelSize ?? 0 }

  /// What is shown as the value.
  func value(_ appearance: KnobViewState, lift: Float) -> DrawnValue {
    guard let smallest = types.last else { return DrawnValue() }
    switch appearance.state {
    case .normal, .disabled:
      let choice = types.indices.first { index in
        types[index].width(of: appearance.text) + (unit(index, appearance)?.advance ?? 0)
          <= valueWidth
      }
      let index = choice ?? types.count - 1
      return value(appearance.text, types[index], unit: unit(index, appearance), lift: lift)
    case .unknown: return value("\u{2013}", types[0], unit: nil)
    case .offline: return value("offline", smallest, unit: nil)
    }
  }

  /// What stands beside a value; nothing beside a name.
  private func unit(_ index: Int, _ appearance: KnobViewState) -> TextMask? {
    appearance.isNamed ? nil : units[index]
  }

  private func value(
    _ text: String, _ type: ValueType, unit: TextMask?, lift: Float = 0
  ) -> DrawnValue {
    DrawnValue(
      text, type, unit: unit, middleX: middleX, middleY: middleY - lift,
      limit: valueWidth - (unit?.advance ?? 0))
  }

  /// For what is said beside the value.
  var signInks: TextColors { textColors.dimmed }

  /// `nameShare` is how much of the name is seen in the value's place, 0…1.
  func draw(_ value: DrawnValue, nameShare: Float, on canvas: Canvas) {
    name?.draw(on: canvas, nameInks.dim, contrast: nameInks.contrast)
    value.draw(on: canvas, textColors, opacity: 1 - nameShare)
    plate?.draw(on: canvas, textColors.dimmed, opacity: nameShare)
  }

  private static func types(_ size: Float, _ texts: FaceTexts) -> [ValueType] {
    [1, 0.86, 0.73, 0.6, 0.5, 0.4].map { factor in
      texts.type(
        TextStyle(
          family: texts.family, weight: .medium, pixelSize: max(size * factor, min(size, 9)),
          tabularFigures: true))
    }
  }

  private static func name(
    _ name: String?, _ skin: SkinLayout, center: PixelPoint, size: Float, width: Float,
    _ theme: Theme, _ texts: FaceTexts, baseline: () -> Float, onPicture: TextColors
  ) -> (DrawnText?, TextColors) {
    guard skin.name != .none, let name, !name.isEmpty else {
      return (nil, theme.onBackground)
    }
    let style = TextStyle(family: texts.family, weight: .medium, pixelSize: size)
    let line = texts.line(
      name, style, x: center.x, align: .center, baseline: baseline(), width: width)
    return (line, skin.name == .center ? onPicture : theme.onBackground)
  }

  /// The ink of the theme, or plain black or white, that is read best on a picture.
  private static func textColors(on ground: Color, _ theme: Theme) -> TextColors {
    let own = theme.onBackground.ink
    let choices = [own, Color(0xF4F5F7), Color(0x15171A)]
    let ink =
      own.contrast(with: ground) >= 4.5
      ? own : choices.max { $0.contrast(with: ground) < $1.contrast(with: ground) } ?? own
    return TextColors(ground: ground, ink: ink, dim: ink.mixed(with: ground, 0.25))
  }
}

extension ValueType {
  /// For the unit beside a value.
  fileprivate var unitStyle: TextStyle {
    var style = style
    style.pixelSize *= 0.55
    style.tabularFigures = false
    return style
  }
}
