import Layout
import Locales
import Raster

/// The fonts of a knob's value, in which each text that the knob can show fits.
///
/// They are chosen once, so that a value keeps its size while the knob turns.
struct ValueFonts {
  /// The font of numbers.
  let number: GlyphCache
  /// The unit beside a number; nil if there is none, or no room for it.
  let unit: TextMask?
  /// Whether the unit is to the left of the number.
  let isUnitFirst: Bool
  /// The fonts of names of values, from the usual one to the one in which the longest name fits.
  let names: [GlyphCache]
  /// The font of the text for an offline control.
  let offline: GlyphCache
  /// The width of the widest number with its unit, in pixels.
  let width: Float

  /// What the fonts depend on, in pixels.
  struct Style {
    /// The size of the digits if there is room for it.
    var size: Float
    var weight: TextStyle.Weight
    /// The size of the unit beside digits of that size.
    var unitSize: Float
    var unitWeight: TextStyle.Weight
    /// The maximum width of the digits and the unit together.
    var width: Float
  }

  init(_ knob: KnobLayout, _ style: Style, _ texts: FaceTexts) {
    let values = ValueTexts(knob)
    let sizes = style.sizes
    let (largest, smallest) = (sizes[0], sizes[sizes.count - 1])
    func font(_ size: Float) -> GlyphCache { texts.glyphs(style.digits(size, texts)) }
    func widest(_ texts: [String]) -> String {
      let font = font(largest)
      return texts.max { font.width(of: $0) < font.width(of: $1) } ?? ""
    }
    func fitting(_ text: String, atMost limit: Float) -> GlyphCache {
      sizes.lazy.filter { $0 <= limit }.map(font).first { $0.width(of: text) <= style.width }
        ?? texts.narrowed(font(smallest), text, to: style.width)
    }
    let (widestNumber, widestName) = (widest(values.numbers), widest(values.names))
    let withUnit = sizes.lazy.map { size in
      let font = font(size)
      return (font: font, unit: style.unit(texts.unit(of: knob), font, texts))
    }.first {
      GlyphRun.width($0.font.width(of: widestNumber), $0.font.style, unit: $0.unit) <= style.width
    }
    number = withUnit?.font ?? fitting(widestNumber, atMost: largest)
    unit = withUnit?.unit
    isUnitFirst = texts.isFirst(unit: knob.unit)
    width = GlyphRun.width(number.width(of: widestNumber), number.style, unit: unit)
    let size = number.style.pixelSize
    let narrowest = fitting(widestName, atMost: size)
    // A long name does not make short ones illegible.
    let usual = max(narrowest.style.pixelSize, min(size, largest * 0.5))
    names =
      ([usual] + sizes.filter { $0 < usual && $0 > narrowest.style.pixelSize }).map(font) + [
        narrowest
      ]
    offline = fitting(texts.words.offline, atMost: max(largest * 0.4, smallest))
    guard let compromises = texts.compromises else { return }
    if withUnit == nil, !values.numbers.isEmpty, !knob.unit.isEmpty {
      compromises.add(.withoutUnit(widestNumber, unit: knob.unit))
    }
    let (text, font) =
      values.numbers.isEmpty ? (widestName, names[names.count - 1]) : (widestNumber, number)
    if knob.look.value.size != nil, font.style.pixelSize < style.size {
      compromises.add(
        .smaller(text, size: Double(font.style.pixelSize), than: Double(style.size)))
    }
  }
}

extension ValueFonts {
  /// Returns the font of a name.
  func name(_ name: String, width: Float) -> GlyphCache {
    names.first { $0.width(of: name) <= width } ?? names[names.count - 1]
  }
}

extension ValueFonts.Style {
  /// The sizes that are tried, from the largest on.
  ///
  /// There are few of them, so that knobs side by side seldom differ.
  fileprivate var sizes: [Float] {
    let smallest = min(size, 9)
    var sizes: [Float] = []
    var next = size
    while next > smallest {
      sizes.append(next)
      next *= 0.93
    }
    return sizes + [smallest]
  }

  fileprivate func digits(_ size: Float, _ texts: FaceTexts) -> TextStyle {
    // Thin strokes vanish in small digits.
    texts.style(
      weight == .light && size <= self.size * 0.6 ? .regular : weight, size, tabularFigures: true)
  }

  /// Returns a unit in proportion to the digits; nil if there is no unit.
  fileprivate func unit(_ text: String, _ digits: GlyphCache, _ texts: FaceTexts) -> TextMask? {
    guard !text.isEmpty, self.size > 0 else { return nil }
    // A degree sign is designed to match the height of digits.
    if text.hasPrefix("\u{B0}") {
      return texts.typesetter.mask(
        for: text, style: texts.style(digits.style.weight, digits.style.pixelSize * 0.8))
    }
    let size = unitSize * digits.style.pixelSize / self.size
    return texts.typesetter.mask(
      for: text, style: texts.style(unitWeight, max(size, min(unitSize, 9))))
  }
}

extension FaceTexts {
  /// Returns the unit of a knob, with the locale's percent sign.
  fileprivate func unit(of knob: KnobLayout) -> String {
    knob.unit == "%" ? numbers.percent : knob.unit
  }

  /// Returns whether a unit is to the left of its number.
  ///
  /// From right to left, a unit follows the number at its left, except for signs such as % and °
  /// directly after other digits than those of Arabic: they run with the digits from left to right
  /// (W5 of https://www.unicode.org/reports/tr9).
  fileprivate func isFirst(unit: String) -> Bool {
    if unit == "%", numbers.isPercentFirst { return true }
    return isRightToLeft && !(unit.isTerminator && !numbers.hasArabicDigits)
  }

  /// The size below which a value is cut instead, in pixels.
  private static let smallestSize: Float = 5

  /// Returns a smaller font, in which a text is no wider than `width` pixels.
  fileprivate func narrowed(_ font: GlyphCache, _ text: String, to width: Float) -> GlyphCache {
    var font = font
    while font.width(of: text) > width, font.style.pixelSize > Self.smallestSize {
      var style = font.style
      let size = style.pixelSize * width / font.width(of: text)
      // At least by a little, because widths are whole pixels.
      style.pixelSize = max(min(size, style.pixelSize - 0.25), Self.smallestSize)
      font = glyphs(style)
    }
    return font
  }
}

extension String {
  /// Whether it begins with a sign that belongs to the number before it: the European terminators of
  /// https://www.unicode.org/reports/tr9.
  fileprivate var isTerminator: Bool {
    guard let first = unicodeScalars.first else { return false }
    return "#%\u{B0}\u{2030}\u{2032}\u{2033}\u{66A}".unicodeScalars.contains(first)
      || first.properties.generalCategory == .currencySymbol
  }
}
