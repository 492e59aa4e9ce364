/// What is wrong with the fonts of this machine; text is drawn as well as it can be all the same.
public enum TextProblem: Hashable, CustomStringConvertible, Sendable {
  /// fontconfig cannot be started, or the machine has no scalable font.
  case noFonts
  /// The family a style asks for is not there; another one takes its place.
  case familyMissing(String, substitute: String)
  /// The font file that a layout names is not there, or is no font.
  case fileUnusable(String)

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
