/// `panel.font`: what texts are set in.
public enum FontLayout: Hashable, Sendable {
  /// As fontconfig knows it.
  case family(String)
  /// Path of a font file, as the program opens it.
  case file(String)
}
