import Gesture
import Layout
import Locales
import Raster

/// Typesets the texts of faces; knobs of the same size share their glyphs.
final class FaceTexts {
  let typesetter: any Typesetter
  /// As in `TextStyle`.
  let family: String
  let words: PanelWords
  /// The digits and signs of numbers.
  let numbers: NumberSymbols
  /// The translations of texts that come with a view state, such as the name of a value.
  let translations: [String: String]
  /// Whether the shown language is read from right to left.
  let isRightToLeft: Bool
  /// Nil unless a layout is checked.
  let compromises: CompromiseList?
  private var caches: [TextStyle: GlyphCache] = [:]

  init(
    _ typesetter: any Typesetter, _ font: FontLayout = .family(TextStyle.standardFamily),
    _ words: PanelWords = PanelWords(), numbers: NumberSymbols = .plain,
    isRightToLeft: Bool = false, translations: [String: String] = [:],
    compromises: CompromiseList? = nil
  ) {
    self.typesetter = typesetter
    self.isRightToLeft = isRightToLeft
    self.words = words
    self.numbers = numbers
    self.translations = translations
    self.compromises = compromises
    family =
      switch font {
      case .family(let name): name
      // `TextStyle` takes a family with a slash as the path of a font file.
      case .file(let path): path.contains("/") ? path : "./" + path
      }
  }

  /// Creates the texts of a panel.
  convenience init(
    _ typesetter: any Typesetter, _ panel: PanelLayout, translations: [String: String] = [:],
    compromises: CompromiseList? = nil
  ) {
    self.init(
      typesetter, panel.font, panel.words, numbers: panel.locale?.numbers ?? .plain,
      isRightToLeft: panel.isRightToLeft, translations: translations, compromises: compromises)
  }

  /// Returns a style in the panel's family.
  func style(
    _ weight: TextStyle.Weight, _ pixelSize: Float, tabularFigures: Bool = false
  ) -> TextStyle {
    TextStyle(
      family: family, weight: weight, pixelSize: pixelSize, tabularFigures: tabularFigures)
  }

  /// Returns the lines of a knob's name; empty if it is not shown.
  func name(of knob: KnobLayout, _ geometry: FaceGeometry) -> [DrawnText] {
    let typography = geometry.metrics.typography
    guard let name = knob.name, !name.isEmpty, typography.name != .none else { return [] }
    var box = NameBox(
      middleX: geometry.center.x, baseline: geometry.center.y + geometry.nameOffset,
      width: geometry.nameWidth, room: geometry.nameRoom,
      smallestSize: geometry.smallestNameSize)
    if typography.name == .below, let place = knob.nameBelow {
      let scale = geometry.radius / Float(knob.diameter / 2)
      box.baseline = geometry.center.y + Float(place.baseline) * scale
      box.floor = place.bottom.map { geometry.center.y + Float($0) * scale }
    }
    return self.name(
      name, style(typography.nameWeight, geometry.nameSize), in: box,
      fit: knob.look.nameFit ?? .wrap)
  }

  /// Returns a knob's name, to be shown in place of its value.
  func swappedName(
    _ name: String, _ geometry: FaceGeometry, fit: KnobStyle.NameFit?
  ) -> GlyphRun {
    let typography = geometry.metrics.typography
    let isInside = typography.value == .inside
    let size =
      isInside ? max(geometry.valueSize * 0.42, min(geometry.nameSize, 11)) : geometry.nameSize
    return nameRun(
      name, style(.medium, size),
      around: PixelPoint(
        x: geometry.center.x,
        y: geometry.center.y + (isInside ? 0 : geometry.valueOffset)),
      width: isInside ? geometry.valueWidth : geometry.nameWidth, fit: fit)
  }

  /// Returns a tick's label, centred on the labels' circle, or farther out if the text is long.
  func label(_ text: String, at angle: Direction, _ geometry: FaceGeometry) -> DrawnText {
    let style = style(.medium, geometry.labelSize, tabularFigures: true)
    let text = GlyphCache.isNumber(text) ? numbers.text(of: text) : text
    let mask = typesetter.mask(for: text, style: style)
    let middle = geometry.point(geometry.metrics.ticks.labelRadius, angle)
    let height = typesetter.capHeight(of: style)
    let aside = max(mask.advance - geometry.labelSize * 1.2, 0) * 0.5 * angle.sine
    return DrawnText(
      mask: mask,
      origin: PixelPoint(
        x: (middle.x + aside - mask.advance * 0.5).rounded(),
        y: (middle.y + height * 0.5).rounded()))
  }

  /// Returns the font of gears.
  func gearGlyphs(size: Float) -> GlyphCache { glyphs(style(.medium, size)) }

  /// Returns the shared glyphs of a text style.
  func glyphs(_ style: TextStyle) -> GlyphCache {
    if let known = caches[style] { return known }
    let cache = GlyphCache(style, typesetter, numbers: numbers, compromises)
    caches[style] = cache
    return cache
  }
}

extension Typesetter {
  /// Returns the text, or as much of its beginning as fits, with an ellipsis; all of it if `width`
  /// is nil.
  func mask(
    for text: String, style: TextStyle, width: Float?, _ compromises: CompromiseList? = nil
  ) -> TextMask {
    let whole = mask(for: text, style: style)
    guard let width, whole.advance > width else { return whole }
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
    compromises?.add(.cut(text, shown: text.prefix(shortest) + "\u{2026}"))
    return best
  }

  /// Breaks a text between words into as many lines as it needs.
  ///
  /// A word that is too wide gets its own line, and the last of `limit` lines takes the rest.
  func lines(
    of text: String, style: TextStyle, width: Float, limit: Int = .max
  ) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last,
        lines.count == limit || mask(for: "\(last) \(word)", style: style).advance <= width
      {
        lines[lines.count - 1] += " \(word)"
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
