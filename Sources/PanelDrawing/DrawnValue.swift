import Raster

/// A value as it stands in the middle of a knob: figures or a word, and the unit.
///
/// Holds no more than a fixed number of pieces, so that it is made and compared without allocation.
struct DrawnValue {
  /// Figures of one number; longer texts are one piece.
  static let figureLimit = 12

  struct Piece {
    var mask: TextMask
    var origin: PixelPoint
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

  /// Sets `text` and `unit` about a middle, which is that of the figures' height (pixels).
  ///
  /// A text wider than `limit` is cut short.
  init(
    _ text: String, _ type: ValueType, unit: TextMask?, middleX: Float, middleY: Float,
    limit: Float
  ) {
    let gap = unit == nil || text.isEmpty ? 0 : (type.style.pixelSize * 0.07).rounded()
    let unitWidth = unit?.advance.rounded() ?? 0
    let baseline = (middleY + type.capHeight * 0.5).rounded()
    var width = type.width(of: text)
    let cut = width > limit ? type.line(text, width: limit) : nil
    width = cut?.advance.rounded() ?? width
    var pen = (middleX - (width + gap + unitWidth) * 0.5).rounded()
    if let cut {
      add(cut, x: pen, y: baseline, isUnit: false)
      pen += width
    } else if ValueType.isNumber(text) {
      for byte in text.utf8 {
        let mask = type.glyph(byte)
        add(mask, x: pen, y: baseline, isUnit: false)
        pen += type.advance(of: mask)
      }
    } else if !text.isEmpty {
      let mask = type.line(text)
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

  /// What differs between two values.
  func addChanges(from other: DrawnValue, to damage: inout Damage) {
    for index in 0..<max(count, other.count) {
      let (new, old) = (piece(index), other.piece(index))
      if let new, let old, new.mask === old.mask, new.origin == old.origin { continue }
      if let new { damage.add(new.bounds) }
      if let old { damage.add(old.bounds) }
    }
  }

  /// All that it touches.
  var bounds: PixelRect {
    var bounds = PixelRect(x: 0, y: 0, width: 0, height: 0)
    for index in 0..<count {
      if let piece = pieces[index] { bounds = bounds.union(piece.bounds) }
    }
    return bounds
  }

  func piece(_ index: Int) -> Piece? { index < count ? pieces[index] : nil }

  /// `opacity` is how much of it is seen, 0…1.
  func draw(on canvas: Canvas, _ textColors: TextColors, opacity: Float = 1) {
    guard opacity > 0 else { return }
    for index in 0..<count {
      guard let piece = pieces[index] else { continue }
      let color = piece.isUnit ? textColors.dim : textColors.ink
      canvas.draw(
        piece.mask, at: piece.origin, color: color.opacity(color.opacity * opacity),
        contrast: textColors.contrast)
    }
  }
}
