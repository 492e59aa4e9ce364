import Locales
import Raster

/// A text at a position, as a row of masks: the digits of a number or one word, and a unit.
///
/// It holds a limited number of masks, so that creating and comparing runs does not allocate, and
/// stores digits by their codes, so that copying a run does not count references to each.
struct GlyphRun {
  /// The maximum number of digits; a longer number is one mask.
  static let maxFigures = 12

  struct Piece {
    var mask: TextMask
    var origin: PixelPoint
    /// Units are drawn in the secondary colour.
    var isUnit: Bool

    var bounds: PixelRect { mask.bounds(at: origin) }
  }

  /// The masks of the digits; nil if there are none.
  private var glyphs: GlyphCache?
  private var figures = InlineArray<12, UInt8>(repeating: 0)
  private var figureCount = 0
  /// The text, if it is not a row of digits.
  private var line: TextMask?
  private var unit: TextMask?
  /// The x of each piece's start.
  private var xPositions = InlineArray<14, Float>(repeating: 0)
  private var baseline: Float = 0
  /// The pixels that the run covers.
  private(set) var bounds = PixelRect.empty

  init() {}

  /// Creates a run of `text` and `unit`, centred on a point in pixels.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - glyphs: The text's font.
  ///   - unit: The unit beside the text; nil for none.
  ///   - isUnitFirst: Whether the unit is to the left of the text.
  ///   - middleX: The middle of the text and the unit together.
  ///   - middleY: The middle of the digits' height.
  ///   - limit: The maximum width of the text in pixels; a wider text is truncated.
  init(
    _ text: String, _ glyphs: GlyphCache, unit: TextMask?, isUnitFirst: Bool = false,
    middleX: Float, middleY: Float, limit: Float
  ) {
    baseline = (middleY + glyphs.capHeight * 0.5).rounded()
    var width = glyphs.width(of: text)
    let cut = width > limit ? glyphs.line(text, width: limit) : nil
    width = cut?.advance.rounded() ?? width
    let gap = text.isEmpty ? 0 : Self.gap(glyphs.style)
    var pen = (middleX - Self.width(width, glyphs.style, unit: unit) * 0.5).rounded()
    var unitX = pen + width + gap
    if let unit, isUnitFirst {
      unitX = pen
      pen += unit.advance.rounded() + gap
    }
    if let cut {
      add(line: cut, x: pen)
    } else if glyphs.isNumber(text) {
      self.glyphs = glyphs
      glyphs.numbers.forEachCharacter(of: text) { byte in
        let metrics = glyphs.metrics(byte)
        if metrics.size.width > 0 {
          xPositions[figureCount] = pen
          figures[figureCount] = byte
          figureCount += 1
        }
        pen += metrics.advance
      }
    } else if !text.isEmpty {
      add(line: glyphs.line(text), x: pen)
    }
    if let unit, unit.size.width > 0 {
      xPositions[count] = unitX
      self.unit = unit
    }
    for index in 0..<count { bounds = bounds.union(self.bounds(index, self.glyphs)) }
  }

  /// Returns the width of a text with its unit, in whole pixels.
  static func width(_ textWidth: Float, _ style: TextStyle, unit: TextMask?) -> Float {
    guard let unit else { return textWidth }
    return textWidth + (textWidth == 0 ? 0 : gap(style)) + unit.advance.rounded()
  }

  /// Returns the distance between a number and its unit: about a thin space of the unit's size.
  private static func gap(_ style: TextStyle) -> Float { (style.pixelSize * 0.07).rounded() }

  private mutating func add(line: TextMask, x: Float) {
    guard line.size.width > 0 else { return }
    xPositions[0] = x
    self.line = line
  }

  /// The number of pieces.
  var count: Int { figureCount + (line == nil ? 0 : 1) + (unit == nil ? 0 : 1) }

  /// Adds the masks that differ between two runs.
  func addChanges(from other: GlyphRun, to damage: inout Damage) {
    let (glyphs, otherGlyphs) = (glyphs, other.glyphs)
    for index in 0..<max(count, other.count) where !isSame(as: other, at: index) {
      damage.add(bounds(index, glyphs))
      damage.add(other.bounds(index, otherGlyphs))
    }
  }

  private func isSame(as other: GlyphRun, at index: Int) -> Bool {
    guard index < count, index < other.count, xPositions[index] == other.xPositions[index],
      baseline == other.baseline, glyphs === other.glyphs
    else { return false }
    if index < figureCount, index < other.figureCount {
      return figures[index] == other.figures[index]
    }
    return piece(index)?.mask === other.piece(index)?.mask
  }

  /// Returns the pixels of a piece; empty if there is no such piece.
  ///
  /// `glyphs` are the run's, passed in so that their reference is counted once for all pieces.
  private func bounds(_ index: Int, _ glyphs: GlyphCache?) -> PixelRect {
    guard index < figureCount, let glyphs else {
      return piece(index)?.bounds ?? .empty
    }
    return bounds(ofFigure: index, glyphs)
  }

  @inline(__always) private func bounds(ofFigure index: Int, _ glyphs: GlyphCache) -> PixelRect {
    let metrics = glyphs.metrics(figures[index])
    return PixelRect(
      x: Int(xPositions[index] - metrics.originX), y: Int(baseline - metrics.originY),
      size: metrics.size)
  }

  /// Returns the piece with an index; nil if there is none.
  func piece(_ index: Int) -> Piece? {
    guard index < count else { return nil }
    let origin = PixelPoint(x: xPositions[index], y: baseline)
    if index < figureCount, let glyphs {
      return Piece(mask: glyphs.mask(figures[index]), origin: origin, isUnit: false)
    }
    if index == figureCount, let line { return Piece(mask: line, origin: origin, isUnit: false) }
    return unit.map { Piece(mask: $0, origin: origin, isUnit: true) }
  }

  /// Draws the run.
  ///
  /// - Parameters:
  ///   - canvas: The canvas to draw on.
  ///   - textColors: The colours of the text and the unit.
  ///   - opacity: The opacity, 0…1.
  func draw(on canvas: Canvas, _ textColors: TextColors, opacity: Float = 1) {
    guard opacity > 0, canvas.clip.overlaps(bounds) else { return }
    // Usually one digit has changed, and the clip contains only that digit.
    if let glyphs {
      for index in 0..<figureCount where canvas.clip.overlaps(bounds(ofFigure: index, glyphs)) {
        canvas.draw(
          glyphs.mask(figures[index]), at: PixelPoint(x: xPositions[index], y: baseline),
          color: textColors.primary.fading(opacity), contrast: textColors.contrast)
      }
    }
    for index in figureCount..<count {
      guard let piece = piece(index), canvas.clip.overlaps(piece.bounds) else { continue }
      let color = piece.isUnit ? textColors.secondary : textColors.primary
      canvas.draw(
        piece.mask, at: piece.origin, color: color.fading(opacity),
        contrast: textColors.contrast)
    }
  }
}

extension Color {
  fileprivate func fading(_ share: Float) -> Color { opacity(opacity * share) }
}
