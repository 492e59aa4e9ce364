/// `panel.font`: the font of all texts.
public enum FontLayout: Hashable, Sendable {
  /// The name of an installed font family, for fontconfig.
  case family(String)
  /// Path of a font file, as the program opens it.
  case file(String)
}
