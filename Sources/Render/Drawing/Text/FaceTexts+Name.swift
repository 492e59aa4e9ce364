import Layout
import Raster

/// Names of knobs, in one or two lines.
extension FaceTexts {
  /// The distance between the baselines of two lines, as a multiple of the text size.
  static let nameLeading: Float = 1.15
  /// The height of capitals and the depth of descenders, as multiples of the text size.
  private static let (ascent, descent): (Float, Float) = (0.72, NameBelow.descent)

  /// The position and room of a name, in pixels.
  struct NameBox {
    var middleX: Float
    /// The baseline of a name of one line, and of the first of two lines without a `room`.
    var baseline: Float
    var width: Float
    /// Where two lines must be; nil for any number of rows.
    var room: ClosedRange<Float>?
    /// The size down to which a text is drawn smaller; nil for 0.7 of its own.
    var smallestSize: Float?
    /// Where two lines without a `room` must end; nil for anywhere.
    var floor: Float?
  }

  /// Returns the lines of a name.
  ///
  /// A name that is too wide has two lines, then smaller ones, and then an ellipsis in their middle,
  /// as far as `fit` permits.
  func name(
    _ text: String, _ style: TextStyle, in box: NameBox, fit: KnobStyle.NameFit
  ) -> [DrawnText] {
    let (style, lines) = fitted(text, style, in: box, fit)
    let step = style.pixelSize * Self.nameLeading
    var baseline = box.baseline
    if lines.count > 1, let room = box.room {
      let ascent = (Self.ascent - Self.descent) * style.pixelSize
      baseline = (room.lowerBound + room.upperBound + ascent - step) * 0.5
    }
    return lines.enumerated().map { index, text in
      line(
        text, style, x: box.middleX, align: .center, baseline: baseline + Float(index) * step)
    }
  }

  /// Returns a name of one line, with its middle at a point.
  func nameRun(
    _ text: String, _ style: TextStyle, around middle: PixelPoint, width: Float,
    fit: KnobStyle.NameFit?
  ) -> GlyphRun {
    let box = NameBox(middleX: middle.x, baseline: middle.y, width: width, room: 0...0)
    let (style, lines) = fitted(text, style, in: box, fit ?? .wrap)
    return GlyphRun(
      lines[0], glyphs(style), unit: nil, middleX: middle.x, middleY: middle.y, limit: width)
  }

  /// Returns the lines and their style.
  private func fitted(
    _ text: String, _ style: TextStyle, in box: NameBox, _ fit: KnobStyle.NameFit
  ) -> (TextStyle, [String]) {
    let smallest =
      fit == .cut
      ? style.pixelSize : box.smallestSize ?? max(style.pixelSize * 0.7, min(style.pixelSize, 9))
    var style = style
    func fits(_ text: String) -> Bool {
      typesetter.mask(for: text, style: style).advance <= box.width
    }
    var hasRoom: Bool {
      guard let room = box.room else {
        let bottom = box.baseline + (Self.nameLeading + Self.descent) * style.pixelSize
        return bottom <= box.floor ?? .infinity
      }
      let height = (Self.ascent + Self.nameLeading + Self.descent) * style.pixelSize
      return height <= room.upperBound - room.lowerBound
    }
    var lines = [text]
    while true {
      if fits(text) { return (style, [text]) }
      if fit == .wrap, hasRoom {
        lines = halves(of: text, style)
        if lines.allSatisfy(fits) { return (style, lines) }
      }
      guard style.pixelSize > smallest else { break }
      style.pixelSize = max(style.pixelSize * 0.93, smallest)
    }
    let shown = lines.map { typesetter.shortened($0, style, to: box.width) }
    compromises?.add(.cut(text, shown: shown.joined(separator: " ")))
    return (style, shown)
  }

  /// Breaks a text after the space or hyphen where the wider part is narrowest; one line if it has
  /// none.
  private func halves(of text: String, _ style: TextStyle) -> [String] {
    func width(_ text: Substring) -> Float {
      typesetter.mask(for: String(text), style: style).advance
    }
    return text.indices.dropFirst().compactMap { index -> (lines: [String], width: Float)? in
      let before = text[text.index(before: index)]
      guard before == " " || before == "-" else { return nil }
      let first = before == " " ? text[..<index].dropLast() : text[..<index]
      let second = text[index...]
      guard !first.isEmpty, !second.isEmpty else { return nil }
      return ([String(first), String(second)], max(width(first), width(second)))
    }.min { $0.width < $1.width }?.lines ?? [text]
  }
}

extension Typesetter {
  /// Returns a text without as much of its middle as is too wide, with an ellipsis in its place.
  fileprivate func shortened(_ text: String, _ style: TextStyle, to width: Float) -> String {
    guard mask(for: text, style: style).advance > width else { return text }
    func shortened(_ count: Int) -> String {
      text.prefix((count + 1) / 2) + "\u{2026}" + text.suffix(count / 2)
    }
    var (fitting, tooLong) = (0, text.count)
    while fitting + 1 < tooLong {
      let count = (fitting + tooLong) / 2
      if mask(for: shortened(count), style: style).advance <= width {
        fitting = count
      } else {
        tooLong = count
      }
    }
    return shortened(fitting)
  }
}
