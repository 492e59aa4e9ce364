import Gesture
import Layout
import Raster

/// Typesets the texts of faces; knobs of the same size share their glyphs.
final class FaceTexts {
  let typesetter: any Typesetter
  /// As in `TextStyle`.
  let family: String
  let words: PanelWords
  private var caches: [TextStyle: GlyphCache] = [:]

  init(
    _ typesetter: any Typesetter, _ font: FontLayout = .family(TextStyle.standardFamily),
    _ words: PanelWords = PanelWords()
  ) {
    self.typesetter = typesetter
    self.words = words
    family =
      switch font {
      case .family(let name): name
      // `TextStyle` takes a family with a slash as the path of a font file.
      case .file(let path): path.contains("/") ? path : "./" + path
      }
  }

  /// Returns a style in the panel's family.
  func style(
    _ weight: TextStyle.Weight, _ pixelSize: Float, tabularFigures: Bool = false
  ) -> TextStyle {
    TextStyle(
      family: family, weight: weight, pixelSize: pixelSize, tabularFigures: tabularFigures)
  }

  /// Returns a knob's name, truncated if it is too long; nil if it is not shown.
  func name(of knob: KnobLayout, _ geometry: FaceGeometry) -> DrawnText? {
    let typography = geometry.metrics.typography
    guard let name = knob.name, !name.isEmpty, typography.name != .none else { return nil }
    return line(
      name, style(typography.nameWeight, geometry.nameSize), x: geometry.center.x, align: .center,
      baseline: geometry.center.y + geometry.nameOffset, width: geometry.nameWidth)
  }

  /// Returns a knob's name, to be shown in place of its value.
  func swappedName(_ name: String, _ geometry: FaceGeometry) -> GlyphRun {
    let typography = geometry.metrics.typography
    let isInside = typography.value == .inside
    let size =
      isInside ? max(geometry.valueSize * 0.42, min(geometry.nameSize, 11)) : geometry.nameSize
    return GlyphRun(
      name, glyphs(style(.medium, size)), unit: nil, middleX: geometry.center.x,
      middleY: geometry.center.y + (isInside ? 0 : geometry.valueOffset),
      limit: isInside ? geometry.valueWidth : geometry.nameWidth)
  }

  /// Returns a tick's label, centred on the labels' circle, or farther out if the text is long.
  func label(_ text: String, at angle: Direction, _ geometry: FaceGeometry) -> DrawnText {
    let style = style(.medium, geometry.labelSize, tabularFigures: true)
    // Typeset a hyphen as a minus sign.
    let text = text.first == "-" ? "\u{2212}" + text.dropFirst() : text
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

  /// Returns the fonts to try for a value, largest first.
  func valueGlyphs(size: Float, _ weight: TextStyle.Weight) -> [GlyphCache] {
    [1, 0.86, 0.73, 0.6, 0.5, 0.4].map { (factor: Float) in
      glyphs(
        style(
          weight == .light && factor <= 0.6 ? .regular : weight,
          max(size * factor, min(size, 9)), tabularFigures: true))
    }
  }

  /// Returns the font of gears.
  func gearGlyphs(size: Float) -> GlyphCache { glyphs(style(.medium, size)) }

  /// Returns the unit beside a value, slightly smaller if the value is; nil if there is no unit.
  func unit(_ text: String, _ geometry: FaceGeometry, _ glyphs: GlyphCache) -> TextMask? {
    guard !text.isEmpty else { return nil }
    // A degree sign is designed to match the height of digits.
    if text.hasPrefix("\u{B0}") {
      return typesetter.mask(
        for: text, style: style(glyphs.style.weight, glyphs.style.pixelSize * 0.8))
    }
    let factor = max(glyphs.style.pixelSize / geometry.valueSize, 0.75)
    return typesetter.mask(
      for: text,
      style: style(geometry.metrics.typography.unitWeight, geometry.unitSize * factor))
  }

  /// Returns the shared glyphs of a text style.
  func glyphs(_ style: TextStyle) -> GlyphCache {
    if let known = caches[style] { return known }
    let cache = GlyphCache(style, typesetter)
    caches[style] = cache
    return cache
  }
}

extension Typesetter {
  /// Returns the text, or as much of its beginning as fits, with an ellipsis; all of it if `width`
  /// is nil.
  func mask(for text: String, style: TextStyle, width: Float?) -> TextMask {
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
