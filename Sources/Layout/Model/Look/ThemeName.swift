/// The built-in themes, in documentation order; the raw values are those of layout files.
public enum ThemeName: String, CaseIterable, CustomStringConvertible, Sendable {
  case graphite, paper
  case flatDark = "flat-dark"
  case flatLight = "flat-light"
  case hifi, studio, contrast

  public var description: String { rawValue }

  /// Whether it draws text on the cap itself, rather than in a window or below it.
  public var capHoldsText: Bool {
    switch self {
    case .hifi, .studio: false
    case .graphite, .paper, .flatDark, .flatLight, .contrast: true
    }
  }
}
