import Raster

/// A text at its place, as a row of masks: the figures of a number or one word, and a unit.
///
/// It holds at most a fixed number of masks, so that it is made and compared without allocation.
struct GlyphRun {
  /// Numbers with more figures are one mask.
  static let maxFigures = 12

  struct Piece {
    var mask: TextMask
    var origin: PixelPoint
    /// Units are drawn in the secondary colour.
    var isUnit: Bool

    var bounds: PixelRect {
      PixelRect(
        x: Int(origin.x - mask.originX), y: Int(origin.y - mask.originY), width: mask.size.width,
        height: mask.size.height)
    }
  }

  private var pieces = InlineArray<13, Piece?>(repeating: nil)
  private(set) var count = 0

  init() {}

  /// Sets `text` and `unit` around a middle in pixels.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - glyphs: The font in which it is set.
  ///   - unit: The unit after the text; nil for none.
  ///   - middleX: The middle of the text and the unit together.
  ///   - middleY: The middle of the figures' height.
  ///   - limit: The widest text in pixels; a wider one is cut short.
  init(
    _ text: String, _ glyphs: GlyphCache, unit: TextMask?, middleX: Float, middleY: Float,
    limit: Float
  ) {
    let gap = unit == nil || text.isEmpty ? 0 : (glyphs.style.pixelSize * 0.07).rounded()
    let unitWidth = unit?.advance.rounded() ?? 0
    let baseline = (middleY + glyphs.capHeight * 0.5).rounded()
    var width = glyphs.width(of: text)
    let cut = width > limit ? glyphs.line(text, width: limit) : nil
    width = cut?.advance.rounded() ?? width
    var pen = (middleX - (width + gap + unitWidth) * 0.5).rounded()
    if let cut {
      add(cut, x: pen, y: baseline, isUnit: false)
      pen += width
    } else if GlyphCache.isNumber(text) {
      for byte in text.utf8 {
        let mask = glyphs.glyph(byte)
        add(mask, x: pen, y: baseline, isUnit: false)
        pen += glyphs.advance(of: mask)
      }
    } else if !text.isEmpty {
      let mask = glyphs.line(text)
      add(mask, x: pen, y: baseline, isUnit: false)
      pen += mask.advance.rounded()
    }
    if let unit { add(unit, x: pen + gap, y: baseline, isUnit: true) }
  }

  private mutating func add(_ mask: TextMask, x: Float, y: Float, isUnit: Bool) {
    guard mask.size.width > 0, count < 13 else { return }
    pieces[count] = Piece(mask: mask, origin: PixelPoint(x: x, y: y), isUnit: isUnit)
    count += 1
  }

  /// Adds the masks that differ between two runs.
  func addChanges(from other: GlyphRun, to damage: inout Damage) {
    for index in 0..<max(count, other.count) {
      let (new, old) = (piece(index), other.piece(index))
      if let new, let old, new.mask === old.mask, new.origin == old.origin { continue }
      if let new { damage.add(new.bounds) }
      if let old { damage.add(old.bounds) }
    }
  }

  /// The pixels that the run covers.
  var bounds: PixelRect {
    var bounds = PixelRect(x: 0, y: 0, width: 0, height: 0)
    for index in 0..<count {
      if let piece = pieces[index] { bounds = bounds.union(piece.bounds) }
    }
    return bounds
  }

  func piece(_ index: Int) -> Piece? { index < count ? pieces[index] : nil }

  /// Draws the run.
  ///
  /// - Parameters:
  ///   - canvas: What it is drawn on.
  ///   - textColors: The colours of the text and the unit.
  ///   - opacity: 0…1.
  func draw(on canvas: Canvas, _ textColors: TextColors, opacity: Float = 1) {
    guard opacity > 0 else { return }
    for index in 0..<count {
      guard let piece = pieces[index] else { continue }
      let color = piece.isUnit ? textColors.secondary : textColors.primary
      canvas.draw(
        piece.mask, at: piece.origin, color: color.opacity(color.opacity * opacity),
        contrast: textColors.contrast)
    }
  }
}
