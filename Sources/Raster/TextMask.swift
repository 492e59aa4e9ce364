/// The coverage of a shaped line of text: one byte a pixel, 0 outside to 255 inside a glyph.
///
/// Owned by whoever made it; drawing tints it with a colour. Made for one size in pixels, never
/// scaled.
public final class TextMask {
  public var size: PixelSize { mask.size }
  /// Rows from the top, `size.width` bytes each.
  public var coverage: [UInt8] { mask.coverage }
  /// Where the line's origin (left end of the baseline) lies, in pixels from the mask's top left.
  public let originX: Float
  public let originY: Float
  /// How far the line advances, in pixels; with `originX` and this it can be centred.
  public let advance: Float
  let mask: Mask

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
  public enum Weight: Int, Sendable {
    case light = 300
    case regular = 400
    case medium = 500
    case semiBold = 600
  }

  /// An installed family, or the path of a font file, which has a slash.
  public var family: String
  public var weight: Weight
  /// The em, in pixels of the picture.
  public var pixelSize: Float
  /// Figures all of one width, so that a changing value does not dance.
  public var tabularFigures: Bool
  /// How far right of a whole pixel the line begins, −½…½.
  public var phase: Float = 0

  public init(
    family: String = "Inter", weight: Weight = .regular, pixelSize: Float,
    tabularFigures: Bool = false
  ) {
    self.family = family
    self.weight = weight
    self.pixelSize = pixelSize
    self.tabularFigures = tabularFigures
  }
}

/// Turns text into coverage; the seam between the pure drawing code and the font libraries.
public protocol Typesetter: AnyObject {
  /// The line's coverage; an empty mask if there is nothing to draw. Never fails: a missing font
  /// falls back to another, a missing glyph to the font's own mark for it.
  func mask(for text: String, style: TextStyle) -> TextMask
  /// Height of a capital letter above the baseline in pixels, for optical centring.
  func capHeight(of style: TextStyle) -> Float
}
