/// `panel.font`: the font of all texts.
public enum FontLayout: Hashable, Sendable {
  /// The name of an installed font family, for fontconfig.
  case family(String)
  /// The path of a font file to open.
  case file(String)
}
