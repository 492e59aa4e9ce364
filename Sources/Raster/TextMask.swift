/// The coverage of a shaped line of text: one byte a pixel, 0 outside to 255 inside a glyph.
///
/// Drawing tints it with a colour. It is made for one size in pixels and never scaled.
public final class TextMask {
  /// In pixels; empty for a line without visible glyphs.
  public var size: PixelSize { mask.size }
  /// Rows from the top, `size.width` bytes each.
  public var coverage: [UInt8] { mask.coverage }
  /// Where the line's origin (left end of the baseline) lies, in pixels from the mask's top left.
  public let originX: Float
  /// See `originX`.
  public let originY: Float
  /// How far the line advances, in pixels; with `originX` and this it can be centred.
  public let advance: Float
  let mask: Mask

  /// A mask of rows from the top, `size.width` bytes each.
  public init(size: PixelSize, coverage: [UInt8], originX: Float, originY: Float, advance: Float) {
    precondition(coverage.count == size.width * size.height, "one byte a pixel")
    self.originX = originX
    self.originY = originY
    self.advance = advance
    mask = Mask(coverage, size)
  }
}

/// How a line of text is set.
public struct TextStyle: Hashable, Sendable {
  /// A weight on the scale of OpenType's `usWeightClass`.
  public enum Weight: Int, Sendable, CaseIterable {
    case light = 300
    case regular = 400
    case medium = 500
    case semiBold = 600
  }

  /// The family where none is named.
  public static let standardFamily = "Inter"

  /// An installed family, or the path of a font file, which has a slash.
  public var family: String
  /// On the scale of OpenType's `usWeightClass`.
  public var weight: Weight
  /// The em, in pixels of the picture.
  public var pixelSize: Float
  /// Whether all digits have one width (OpenType `tnum`), so that a changing value does not move.
  public var tabularFigures: Bool
  /// How far right of a whole pixel the line begins, −½…½.
  public var phase: Float = 0

  /// A style; a size in pixels of the picture.
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

/// Turns text into coverage: what the drawing code needs of the font libraries.
public protocol Typesetter: AnyObject {
  /// The line's coverage; an empty mask if there is nothing to draw.
  ///
  /// A missing font is replaced by another, and a missing glyph by the font's mark for it.
  func mask(for text: String, style: TextStyle) -> TextMask
  /// Height of a capital letter above the baseline in pixels, for optical centring.
  func capHeight(of style: TextStyle) -> Float
  /// The characters of texts that no font has, each once, since the last call.
  func takeMissingCharacters() -> [Character]
}

extension Typesetter {
  /// None: for typesetters that have all characters.
  public func takeMissingCharacters() -> [Character] { [] }
}
