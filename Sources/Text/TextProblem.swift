/// A problem with the fonts of this machine; text is drawn all the same, as well as possible.
public enum TextProblem: Hashable, CustomStringConvertible, Sendable {
  /// fontconfig cannot be started, or the machine has no scalable font.
  case noFonts
  /// The family of a style is not installed; another one is used.
  case familyMissing(String, substitute: String)
  /// The font file that a layout names is missing or not a font.
  case fileUnusable(String)
  /// No font has a character; the mark for a missing glyph is drawn, mostly a box.
  case characterMissing(Character)

  /// The problem in one line, with what to do.
  public var description: String {
    switch self {
    case .noFonts:
      "no fonts found, so no text can be shown; install some, on Debian: apt install fonts-inter"
    case .familyMissing(let family, let substitute):
      "font family \(family) is not installed, \(substitute) takes its place"
    case .fileUnusable(let path):
      "\(path) is no font that can be used, another takes its place"
    case .characterMissing(let character):
      "no font has the character \(character) (\(Self.numbers(of: character))), a box takes its place; "
        + "install one, on Debian: apt install fonts-symbola fonts-noto-core"
    }
  }

  /// The scalars of a character, as in U+1F4A1.
  private static func numbers(of character: Character) -> String {
    character.unicodeScalars.map { scalar in
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }.joined(separator: " ")
  }
}
