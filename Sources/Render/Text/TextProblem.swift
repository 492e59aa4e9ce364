/// A problem with the system's fonts; text is still drawn as well as possible.
public enum TextProblem: Hashable, CustomStringConvertible, Sendable {
  /// fontconfig cannot be initialized, or there are no scalable fonts.
  case noFonts
  /// The family of a style is not installed; another one is used.
  case familyMissing(String, substitute: String)
  /// The font file named by a layout is missing or not a font.
  case fileUnusable(String)
  /// A character is in no font; the mark for a missing glyph, usually a box, is drawn.
  case characterMissing(Character)

  /// The problem in one line, with a remedy.
  public var description: String {
    switch self {
    case .noFonts:
      "no fonts found, so no text can be shown; install some, on Debian: apt install fonts-inter"
    case .familyMissing(let family, let substitute):
      "font family \(family) is not installed; \(substitute) is used instead"
    case .fileUnusable(let path):
      "\(path) is not a usable font; another is used instead"
    case .characterMissing(let character):
      "no font has the character \(character) (\(Self.numbers(of: character))); a box is shown; "
        + "install one, on Debian: apt install fonts-symbola fonts-noto-core"
    }
  }

  /// Returns the scalars of a character in the form U+1F4A1.
  private static func numbers(of character: Character) -> String {
    character.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }.joined(separator: " ")
  }
}
