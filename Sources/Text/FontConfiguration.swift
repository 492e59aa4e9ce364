internal import CFontconfig
internal import Linux
internal import Raster

/// A font file and the face in it.
struct FontFile: Hashable {
  var path: String
  /// As `FT_New_Face` takes it: the face, and a variable font's instance in the upper 16 bits.
  var index: Int
  var family: String
  /// Whether its glyphs are pictures, as those of emoji.
  var isColor = false
  /// For a file that a layout names, which may be replaced while it is in use.
  var edition: Edition?

  /// One state of such a file, and the weight to use of a variable font.
  struct Edition: Hashable {
    var stamp: FileStamp
    var weight: TextStyle.Weight
  }
}

/// Owns a fontconfig configuration with its list of installed fonts.
final class FontConfiguration {
  private let pointer: OpaquePointer
  /// What was found before: fontconfig compares each installed font with what is asked.
  private var found: [Query: [FontFile]] = [:]

  private struct Query: Hashable {
    var family: String
    var weight: TextStyle.Weight
  }

  /// The machine's fonts; nil if fontconfig cannot be started.
  init?() {
    guard let pointer = FcInitLoadConfigAndFonts() else { return nil }
    self.pointer = pointer
  }

  /// The fonts of a configuration in this XML text (`fonts.dtd`).
  init?(xml: String) {
    guard let pointer = FcConfigCreate() else { return nil }
    self.pointer = pointer
    guard FcConfigParseAndLoadFromMemory(pointer, xml, 1) != 0, FcConfigBuildFonts(pointer) != 0
    else { return nil }
  }

  deinit {
    FcConfigDestroy(pointer)
  }

  /// Whether its files and folders are as they were when they were loaded.
  var isCurrent: Bool { FcConfigUptoDate(pointer) != 0 }

  /// Scalable fonts for a family and weight, best first: the family or its substitute, then those with
  /// further characters.
  ///
  /// Empty if there are no fonts.
  func fonts(family: String, weight: TextStyle.Weight) -> [FontFile] {
    let query = Query(family: family, weight: weight)
    if let known = found[query] { return known }
    let fonts = search(query)
    found[query] = fonts
    return fonts
  }

  private func search(_ query: Query) -> [FontFile] {
    guard let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, query.family)
    // Any sans rather than a serif, where the family is missing.
    FcPatternAddString(pattern, FC_FAMILY, "sans-serif")
    FcPatternAddDouble(
      pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(query.weight.rawValue)))
    FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN)
    return sorted(pattern, isColor: false)
  }

  /// Fonts of pictures, best first, for characters that no other font has.
  func colorFonts() -> [FontFile] {
    guard let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, "emoji")
    return sorted(pattern, isColor: true)
  }

  private func sorted(_ pattern: OpaquePointer, isColor: Bool) -> [FontFile] {
    FcPatternAddBool(pattern, FC_SCALABLE, 1)
    FcPatternAddBool(pattern, FC_COLOR, isColor ? 1 : 0)
    guard FcConfigSubstitute(pointer, pattern, FcMatchPattern) != 0 else { return [] }
    FcDefaultSubstitute(pattern)
    var result = FcResultMatch
    // Without those that have no characters of their own; but a picture is one, whoever has an outline.
    guard let set = FcFontSort(pointer, pattern, isColor ? 0 : 1, nil, &result) else { return [] }
    defer { FcFontSetDestroy(set) }
    var fonts: [FontFile] = []
    for index in 0..<Int(set.pointee.nfont) {
      guard let font = set.pointee.fonts[index],
        let prepared = FcFontRenderPrepare(pointer, pattern, font)
      else { continue }
      defer { FcPatternDestroy(prepared) }
      if let file = file(of: prepared), file.isColor == isColor { fonts.append(file) }
    }
    return fonts
  }

  /// Names of the scalable families, each once, sorted.
  var families: [String] {
    guard let pattern = FcPatternCreate(), let objects = FcObjectSetCreate() else { return [] }
    defer {
      FcPatternDestroy(pattern)
      FcObjectSetDestroy(objects)
    }
    FcPatternAddBool(pattern, FC_SCALABLE, 1)
    FcObjectSetAdd(objects, FC_FAMILY)
    guard let set = FcFontList(pointer, pattern, objects) else { return [] }
    defer { FcFontSetDestroy(set) }
    let names = (0..<Int(set.pointee.nfont)).compactMap { index in
      set.pointee.fonts[index].flatMap { string($0, FC_FAMILY) }
    }
    return Set(names).sorted()
  }

  private func file(of pattern: OpaquePointer) -> FontFile? {
    guard let path = string(pattern, FC_FILE), isTrue(pattern, FC_SCALABLE) else { return nil }
    var index: Int32 = 0
    FcPatternGetInteger(pattern, FC_INDEX, 0, &index)
    return FontFile(
      path: path, index: Int(index), family: string(pattern, FC_FAMILY) ?? "an unnamed font",
      isColor: isTrue(pattern, FC_COLOR))
  }

  /// A copy of a string of the pattern, which owns it.
  private func string(_ pattern: OpaquePointer, _ name: String) -> String? {
    var value: UnsafeMutablePointer<FcChar8>?
    guard FcPatternGetString(pattern, name, 0, &value) == FcResultMatch, let value else {
      return nil
    }
    return String(cString: value)
  }

  private func isTrue(_ pattern: OpaquePointer, _ name: String) -> Bool {
    var value: FcBool = 0
    return FcPatternGetBool(pattern, name, 0, &value) == FcResultMatch && value != 0
  }
}
