internal import Controls
internal import Layout
internal import LayoutFile
internal import Linux
internal import PanelDrawing
internal import Text

extension Files {
  /// Returns the areas of a layout's texts, using this machine's fonts.
  @Sendable static func textAreas(of layout: LayoutDocument) -> [TextArea] {
    // Drawing the layout reports missing fonts.
    TextAreas.all(of: layout, typesetter: FontTypesetter(), pictures: pictures)
  }

  /// Returns where the panel's theme draws the name below a knob.
  @Sendable static func nameBelow(
    _ knob: KnobLayout, on panel: PanelLayout, isLowered: Bool
  ) -> NameBelow? {
    NameBelow(of: knob, on: panel, isLowered: isLowered)
  }

  /// Decoded pictures, shared by all layouts that this process reads.
  static let pictures = PictureFiles()

  /// Looks up the pictures, fonts and secrets that a layout names.
  static func assets(_ reading: PictureReading) -> LayoutAssets {
    LayoutAssets(
      picture: { reading.load($0) }, font: { fontProblem($0) },
      families: { InstalledFonts.families() },
      isExposed: { (try? FileAccess($0).isExposed) ?? false }, secret: { secret($0) })
  }

  private static func secret(_ secret: Secret) -> Result<String, UnreadableFile> {
    do throws(UnreadableSecret) {
      return .success(try secret.read())
    } catch {
      return .failure(UnreadableFile(reason: error.description))
    }
  }

  private static func fontProblem(_ path: String) -> LayoutAssets.Problem? {
    do {
      let bytes = try WholeFile.read(path, limit: InstalledFonts.byteLimit)
      return InstalledFonts.isFont(bytes)
        ? nil
        : .unusable(
          "is not a scalable font", hint: "name an OpenType or TrueType file (.otf, .ttf)")
    } catch {
      return AssetProblem.of(error, at: path, endings: [".otf", ".ttf", ".ttc", ".otc"])
    }
  }
}
