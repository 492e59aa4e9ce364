/// The coverage of a shaped line of text: one byte per pixel, 0 outside to 255 inside a glyph.
///
/// Drawing tints it with a colour. It is made for one size in pixels and never scaled.
public final class TextMask {
  /// In pixels; empty for a line without visible glyphs.
  public var size: PixelSize { mask.size }
  /// Rows from the top, `size.width` bytes each.
  public var coverage: [UInt8] { mask.coverage }
  /// The x of the line's origin (left end of the baseline), in pixels from the mask's top left.
  public let originX: Float
  /// The y of the line's origin, as for `originX`.
  public let originY: Float
  /// The line's advance, in pixels; with `originX`, it allows the line to be centred.
  public let advance: Float
  let mask: Mask

  /// Creates a mask of rows from the top, `size.width` bytes each.
  public init(size: PixelSize, coverage: [UInt8], originX: Float, originY: Float, advance: Float) {
    precondition(coverage.count == size.width * size.height, "one byte per pixel")
    self.originX = originX
    self.originY = originY
    self.advance = advance
    mask = Mask(coverage, size)
  }
}

/// The style of a line of text.
public struct TextStyle: Hashable, Sendable {
  /// A weight on the scale of OpenType's `usWeightClass`.
  public enum Weight: Int, Sendable, CaseIterable {
    case light = 300
    case regular = 400
    case medium = 500
    case semiBold = 600
  }

  /// The default family.
  public static let standardFamily = "Inter"

  /// An installed family, or the path of a font file, which contains a slash.
  public var family: String
  /// The weight, on the scale of OpenType's `usWeightClass`.
  public var weight: Weight
  /// The em, in pixels of the picture.
  public var pixelSize: Float
  /// Whether all digits have the same width (OpenType `tnum`), so that a changing value does not
  /// move.
  public var tabularFigures: Bool
  /// The offset of the line's start to the right of a whole pixel, −½…½.
  public var phase: Float = 0

  /// Creates a style with a size in pixels of the picture.
  public init(
    family: String = standardFamily, weight: Weight = .regular, pixelSize: Float,
    tabularFigures: Bool = false
  ) {
    self.family = family
    self.weight = weight
    self.pixelSize = pixelSize
    self.tabularFigures = tabularFigures
  }
}

/// Turns text into coverage: the drawing code's interface to the font libraries.
public protocol Typesetter: AnyObject {
  /// Returns the line's coverage; an empty mask if there is nothing to draw.
  ///
  /// A missing font is replaced by another, and a missing glyph by the font's replacement glyph.
  func mask(for text: String, style: TextStyle) -> TextMask
  /// Returns the height of a capital letter above the baseline in pixels, for optical centring.
  func capHeight(of style: TextStyle) -> Float
  /// Returns the characters of texts since the last call that no font has, each once.
  func takeMissingCharacters() -> [Character]
}

extension Typesetter {
  /// Returns none, for typesetters that have all characters.
  public func takeMissingCharacters() -> [Character] { [] }
}
