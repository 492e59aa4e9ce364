internal import JSON
internal import Layout
internal import LayoutFile
internal import PanelApplication
internal import Raster
internal import Text

/// The fonts that texts use, for a bug report.
enum FontReport {
  /// The maximum number of fonts of a family: the first, and those with further characters.
  private static let limit = 4

  /// Returns the lines of the standard family, and of a layout's font if one is named.
  static func lines(layout path: String?) -> [String] {
    var families = [TextStyle.standardFamily]
    if let path, let layout = (try? Files.read(path, for: nil))?.layout {
      switch layout.panel.font {
      case .family(let family) where !families.contains(family): families.append(family)
      case .family: break
      case .file(let file): return lines(of: families) + ["the layout's font: \(file)"]
      }
    }
    return lines(of: families)
  }

  private static func lines(of families: [String]) -> [String] {
    families.flatMap { family in
      let fonts = InstalledFonts.fonts(for: family, limit: limit)
      guard !fonts.isEmpty else { return ["\(family): \(TextProblem.noFonts)"] }
      return ["\(family):"] + fonts.map(line)
    }
  }

  private static func line(of font: InstalledFont) -> String {
    let revision = font.revision.map { " \(JSONText.number($0, decimals: 3))" } ?? ""
    return "  \(font.family)\(revision)  \(font.path)"
  }
}
