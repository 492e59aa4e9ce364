import Gesture
import LayoutFile
import Raster

/// Makes the texts of faces; knobs of one size share their figures.
final class FaceTexts {
  let typesetter: any Typesetter
  /// As `TextStyle` has it.
  let family: String
  private var types: [TextStyle: ValueType] = [:]

  init(_ typesetter: any Typesetter, _ font: FontLayout = .family("Inter")) {
    self.typesetter = typesetter
    family =
      switch font {
      case .family(let name): name
      // A name with a slash is that of a file.
      case .file(let path): path.contains("/") ? path : "./" + path
      }
  }

  /// A knob's name, cut short if it is too long for its place.
  func name(of knob: KnobLayout, _ geometry: FaceGeometry) -> DrawnText? {
    guard let name = knob.name, !name.isEmpty else { return nil }
    let style = TextStyle(
      family: family, weight: geometry.isLarge ? .regular : .medium, pixelSize: geometry.nameSize)
    return line(
      name, style, x: geometry.center.x, align: .center,
      baseline: geometry.center.y + geometry.nameDrop, width: geometry.nameWidth)
  }

  /// A label of the layout.
  func label(_ label: LabelLayout, _ viewport: Viewport) -> DrawnText {
    let scale = Float(min(viewport.scaleX, viewport.scaleY))
    let style = TextStyle(family: family, weight: .semiBold, pixelSize: Float(label.size) * scale)
    let place = viewport.picturePoint(label.at)
    return line(
      label.text, style, x: Float(place.x), align: label.align, baseline: Float(place.y),
      width: label.width.map { Float($0 * viewport.scaleX) }, fit: label.fit)
  }

  /// The sizes that a value is tried in, largest first.
  func types(_ geometry: FaceGeometry) -> [ValueType] {
    [1, 0.86, 0.73, 0.6, 0.5, 0.4].map { factor in
      type(
        TextStyle(
          family: family, weight: geometry.isLarge && factor > 0.6 ? .light : .regular,
          pixelSize: max(geometry.valueSize * factor, min(geometry.valueSize, 9)),
          tabularFigures: true))
    }
  }

  /// For the word that says how fine a knob turns.
  func gearType(_ geometry: FaceGeometry) -> ValueType {
    type(TextStyle(family: family, weight: .medium, pixelSize: geometry.signSize))
  }

  /// The unit beside a value, a little smaller if the value is.
  func unit(_ text: String, _ geometry: FaceGeometry, _ type: ValueType) -> TextMask? {
    guard !text.isEmpty else { return nil }
    let factor = max(type.style.pixelSize / geometry.valueSize, 0.75)
    return typesetter.mask(
      for: text,
      style: TextStyle(
        family: family, weight: geometry.isLarge ? .light : .regular,
        pixelSize: geometry.unitSize * factor))
  }

  func type(_ style: TextStyle) -> ValueType {
    if let known = types[style] { return known }
    let type = ValueType(style, typesetter)
    types[style] = type
    return type
  }
}

extension Typesetter {
  /// The text, or as much of its beginning as fits, with an ellipsis.
  func mask(for text: String, style: TextStyle, width: Float) -> TextMask {
    let whole = mask(for: text, style: style)
    guard whole.advance > width else { return whole }
    var shortest = 0
    var longest = text.count
    var best = mask(for: "\u{2026}", style: style)
    while shortest + 1 < longest {
      let count = (shortest + longest) / 2
      let part = mask(for: text.prefix(count) + "\u{2026}", style: style)
      if part.advance <= width {
        shortest = count
        best = part
      } else {
        longest = count
      }
    }
    return best
  }
}
