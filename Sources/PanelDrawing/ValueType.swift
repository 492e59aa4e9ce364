import Raster

/// Sets values: figures one by one from masks made once, other texts whole.
///
/// Figures are all of one width (of whole pixels), so a value is a row of known masks and setting it
/// neither shapes nor allocates.
final class ValueType {
  let style: TextStyle
  private let typesetter: any Typesetter
  private var glyphs: [TextMask?]
  private var lines: [Line: TextMask] = [:]
  let capHeight: Float

  /// A text, and the width it is cut to (pixels), if it is.
  private struct Line: Hashable {
    var text: String
    var width: Float?
  }

  /// Texts that are remembered; when there are more, all are forgotten.
  private static let lineLimit = 64

  init(_ style: TextStyle, _ typesetter: any Typesetter) {
    self.style = style
    self.typesetter = typesetter
    glyphs = Array(repeating: nil, count: 128)
    capHeight = typesetter.capHeight(of: style)
  }

  /// True for texts that are set figure by figure.
  static func isNumber(_ text: String) -> Bool {
    let count = text.utf8.count
    return count > 0 && count <= DrawnValue.figureLimit
      && text.utf8.allSatisfy { (0x2B...0x3A).contains($0) && $0 != 0x2F }
  }

  /// The mask of one ASCII character; a hyphen becomes a minus, as wide as a plus.
  func glyph(_ byte: UInt8) -> TextMask {
    let index = Int(byte & 0x7F)
    if let known = glyphs[index] { return known }
    let text = byte == 0x2D ? "\u{2212}" : String(UnicodeScalar(byte))
    let mask = typesetter.mask(for: text, style: style)
    glyphs[index] = mask
    return mask
  }

  /// The mask of a whole text, or of as much of it as is no wider than `width` pixels.
  func line(_ text: String, width: Float? = nil) -> TextMask {
    let line = Line(text: text, width: width)
    if let known = lines[line] { return known }
    if lines.count >= ValueType.lineLimit { lines.removeAll(keepingCapacity: true) }
    let mask =
      if let width {
        typesetter.mask(for: text, style: style, width: width)
      } else {
        typesetter.mask(for: text, style: style)
      }
    lines[line] = mask
    return mask
  }

  /// How far the pen moves for a mask: whole pixels, and a little less in large sizes, where letters
  /// spaced for reading look scattered.
  func advance(of mask: TextMask) -> Float {
    let tracking = min(max((style.pixelSize - 24) * 0.0006, 0), 0.03)
    return (mask.advance - style.pixelSize * tracking).rounded()
  }

  func width(of text: String) -> Float {
    guard ValueType.isNumber(text) else { return line(text).advance.rounded() }
    return text.utf8.reduce(0) { $0 + advance(of: glyph($1)) }
  }
}
