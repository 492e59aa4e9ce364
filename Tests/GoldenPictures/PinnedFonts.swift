internal import Glibc
@testable public import Text

/// The fonts of recorded pictures, in the versions that drew them; Debian's releases differ.
///
/// `scripts/golden-fonts` gets the files, before the tests.
public enum PinnedFonts: String, CaseIterable, Sendable {
  case inter = "opentype/inter"
  case dejaVu = "truetype/dejavu"
  case emoji = "truetype/noto"

  /// They are not there.
  public struct Missing: Error, CustomStringConvertible {
    public let folder: String
    public var description: String { "there are no fonts in \(folder); run scripts/golden-fonts" }
  }

  private var folder: String {
    let project = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3)
    return project.joined(separator: "/") + "/.build/fonts/\(rawValue)"
  }

  /// Returns a typesetter that has only these fonts.
  public static func typesetter(
    _ fonts: [PinnedFonts] = allCases, report: @escaping (TextProblem) -> Void = { _ in }
  ) throws(Missing) -> FontTypesetter {
    for font in fonts where access(font.folder, R_OK) != 0 { throw Missing(folder: font.folder) }
    let folders = fonts.map { "<dir>\(escaped($0.folder))</dir>" }.joined()
    return FontTypesetter(
      FontConfiguration(xml: "<fontconfig>\(folders)</fontconfig>"), report: report)
  }

  private static func escaped(_ path: String) -> String {
    path.replacing("&", with: "&amp;").replacing("<", with: "&lt;")
  }
}
