public import Layout
public import Raster

/// Functions that look up the files and fonts named by a layout; this module opens no files.
///
/// Paths are those in the layout, resolved against the folder of the layout file.
public struct LayoutAssets: Sendable {
  /// Why a file cannot be used.
  public enum Problem: Error, Hashable, Sendable {
    /// There is no such file; `others` are names in the same folder, for suggestions.
    case missing(others: [String])
    /// Completes "this file …", such as "is a directory"; `hint` describes the fix.
    case unusable(String, hint: String?)
  }

  /// The size in pixels of a fully decoded PNG file.
  public var picture: @Sendable (_ path: String) -> Result<PixelSize, Problem>
  /// Why a font file cannot be used; nil if it can.
  public var font: @Sendable (_ path: String) -> Problem?
  /// The names of the installed font families; empty if unknown.
  public var families: @Sendable () -> [String]
  /// Whether others can read or write a file, or its group can write it; false if there is none.
  public var isExposed: @Sendable (_ path: String) -> Bool
  /// A secret needed by the panel itself, or the reason why it is unavailable.
  public var secret: @Sendable (_ location: Secret) -> Result<String, UnreadableFile>

  /// Creates assets from functions that look up pictures, fonts, font families, permissions
  /// and secrets.
  public init(
    picture: @escaping @Sendable (_ path: String) -> Result<PixelSize, Problem>,
    font: @escaping @Sendable (_ path: String) -> Problem?,
    families: @escaping @Sendable () -> [String],
    isExposed: @escaping @Sendable (_ path: String) -> Bool = { _ in false },
    secret: @escaping @Sendable (_ location: Secret) -> Result<String, UnreadableFile> = { _ in
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
