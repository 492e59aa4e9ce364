public import Layout

/// What a layout wants to know of the files and fonts that it names; nothing is opened here.
///
/// Paths are those of the layout, set on the folder of the layout file.
public struct LayoutAssets: Sendable {
  /// Why a file cannot be used.
  public enum Problem: Error, Hashable, Sendable {
    /// There is none; `others` are names in the same folder that could be meant.
    case missing(others: [String])
    /// Completes "this file …", such as "is a directory"; `hint` says what to do.
    case unusable(String, hint: String?)
  }

  /// Pixels of a PNG file that was decoded to its end.
  public var picture: @Sendable (_ path: String) -> Result<PictureSize, Problem>
  /// Whether a font file can be used; nil if it can.
  public var font: @Sendable (_ path: String) -> Problem?
  /// Names of the families that are installed; empty if unknown.
  public var families: @Sendable () -> [String]
  /// Whether others than a file's owner and group can read it; false if there is no such file.
  public var isExposed: @Sendable (_ path: String) -> Bool
  /// A secret that the panel itself needs, or why there is none.
  public var secret: @Sendable (_ place: Secret) -> Result<String, UnreadableFile>

  /// Creates assets from functions that look up pictures, fonts, font families, permissions
  /// and secrets.
  public init(
    picture: @escaping @Sendable (_ path: String) -> Result<PictureSize, Problem>,
    font: @escaping @Sendable (_ path: String) -> Problem?,
    families: @escaping @Sendable () -> [String],
    isExposed: @escaping @Sendable (_ path: String) -> Bool = { _ in false },
    secret: @escaping @Sendable (_ place: Secret) -> Result<String, UnreadableFile> = { _ in
      .failure(UnreadableFile(reason: "secrets are not read here"))
    }
  ) {
    self.picture = picture
    self.font = font
    self.families = families
    self.isExposed = isExposed
    self.secret = secret
  }
}
