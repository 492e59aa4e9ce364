internal import Raster

/// A font file that texts of a family use.
public struct InstalledFont: Hashable, Sendable {
  /// Its family: the wanted one, a substitute, or one with further characters.
  public var family: String
  /// The file.
  public var path: String
  /// The font's revision, such as 4.001; nil if it has none.
  public var revision: Double?
}

extension InstalledFonts {
  /// Returns at most `limit` fonts for a family, which may be substituted, in the order in which texts
  /// use them; empty without fonts.
  public static func fonts(for family: String, limit: Int) -> [InstalledFont] {
    let key = FontKey(family: family, weight: .regular)
    return (FontConfiguration()?.fonts(key) ?? []).prefix(limit).map { file in
      InstalledFont(
        family: file.family, path: file.path, revision: file.revision.map { Double($0) / 65536 })
    }
  }
}
