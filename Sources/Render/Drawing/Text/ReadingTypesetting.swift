import Panel
import Raster

/// The position of the actual value: above the wanted one, or to the right of one below the knob.
struct ReadingTypesetting {
  private let font: ReadingFont
  /// The middle of the digits' height, in pixels.
  private let middleY: Float
  /// The column of the middle of the text with its triangle, or of their left end.
  private let x: Float
  private let isBelow: Bool
  /// Whether the mark on the scale is inside of it.
  private let pointsOut: Bool

  /// Places a reading beside a value.
  init(
    _ font: ReadingFont, _ value: ValueTypesetting, _ fonts: ValueFonts, isBelow: Bool,
    pointsOut: Bool
  ) {
    (self.font, self.isBelow, self.pointsOut) = (font, isBelow, pointsOut)
    if isBelow {
      middleY = value.middle.y
      x = value.middle.x + fonts.width * 0.5 + font.distance(from: fonts)
    } else {
      let gap = max(fonts.number.style.pixelSize * 0.24, 3)
      middleY = value.middle.y - (fonts.number.capHeight + font.glyphs.capHeight) * 0.5 - gap
      x = value.middle.x
    }
  }

  /// The maximum width of a number, which may be out of the knob's range, in pixels.
  private var room: Float { font.widest * 1.6 }

  /// All pixels that the text may draw on.
  var bounds: PixelRect {
    let (half, size) = (room + font.widest, font.glyphs.style.pixelSize)
    return PixelRect(
      x: Int(x - half), y: Int(middleY - size), width: Int(half * 2) + 1, height: Int(size * 2) + 1)
  }

  /// Typesets a reading.
  func text(_ reading: ReadingViewState) -> GlyphRun {
    let sign = font.signWidth + font.signGap
    let middle =
      isBelow
      ? x + sign + min(font.glyphs.width(of: reading.text), room) * 0.5 : x + sign * 0.5
    return GlyphRun(
      reading.text, font.glyphs, unit: nil, middleX: middle, middleY: middleY, limit: room)
  }

  /// Returns the triangle to the left of a text, as the one on the scale is at 12 o'clock.
  func sign(beside text: GlyphRun) -> Triangle {
    let half = font.signWidth * 0.5
    let right = Float(text.bounds.x) - font.signGap
    let reach = (pointsOut ? -half : half) * 0.85
    let (base, tip) = (middleY - reach, middleY + reach)
    return Triangle(
      PixelPoint(x: right - font.signWidth, y: base), PixelPoint(x: right, y: base),
      PixelPoint(x: right - half, y: tip))
  }

  /// Returns the pixels of a reading's text and its triangle.
  func bounds(of reading: ReadingViewState) -> PixelRect {
    let text = text(reading)
    return text.bounds.union(sign(beside: text).bounds)
  }
}
