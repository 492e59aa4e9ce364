/// What is wrong with the fonts of this machine; text is drawn as well as it can be all the same.
public enum TextProblem: Hashable, CustomStringConvertible, Sendable {
  /// fontconfig cannot be started, or the machine has no scalable font.
  case noFonts
  /// The family a style asks for is not there; another one takes its place.
  case familyMissing(String, substitute: String)

  public var description: String {
    switch self {
    case .noFonts:
      "no fonts found, so no text can be shown; install some, on Debian: apt install fonts-inter"
    case .familyMissing(let family, let substitute):
      "font family \(family) is not installed, \(substitute) takes its place"
    }
  }
}
