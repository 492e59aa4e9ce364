import Raster

/// A typesetter that remembers the smallest text it has set.
///
/// Texts are only made smaller until they fit, so that the smallest is the one that is shown.
final class SmallestText: Typesetter {
  private let typesetter: any Typesetter
  private var smallest: (text: String, size: Float)?

  init(_ typesetter: any Typesetter) {
    self.typesetter = typesetter
  }

  /// Returns the smallest text since the last call; nil if there was none.
  func take() -> (text: String, size: Float)? {
    defer { smallest = nil }
    return smallest
  }

  func mask(for text: String, style: TextStyle) -> TextMask {
    if !text.isEmpty, style.pixelSize < smallest?.size ?? .infinity {
      smallest = (text, style.pixelSize)
    }
    return typesetter.mask(for: text, style: style)
  }

  func capHeight(of style: TextStyle) -> Float { typesetter.capHeight(of: style) }

  func takeMissingCharacters() -> [Character] { typesetter.takeMissingCharacters() }
}
