/// A problem with the fonts of this machine; text is drawn all the same, as well as possible.
public enum TextProblem: Hashable, CustomStringConvertible, Sendable {
  /// fontconfig cannot be started, or the machine has no scalable font.
  case noFonts
  /// The family of a style is not installed; another one is used.
  case familyMissing(String, substitute: String)
  /// The font file that a layout names is missing or not a font.
  case fileUnusable(String)

  /// The problem in one line, with what to do.
  public var description: String {
    switch self {
    case .noFonts:
      "no fonts found, so no text can be shown; install some, on Debian: apt install fonts-inter"
    case .familyMissing(let family, let substitute):
      "font family \(family) is not installed, \(substitute) takes its place"
    case .fileUnusable(let path):
      "\(path) is no font that can be used, another takes its place"
    }
  }
}
