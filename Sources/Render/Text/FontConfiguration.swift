internal import CFontconfig
internal import Linux
internal import Raster

/// A font file and one of its faces.
struct FontFile: Hashable {
  var path: String
  /// The index for `FT_New_Face`: the face, and a variable font's instance in the upper 16 bits.
  var index: Int
  var family: String
  /// Whether its glyphs are pictures, as in emoji fonts.
  var isColor = false
  /// The font's revision in 1/65,536 (`head` table); nil if unknown.
  var revision: Int32?
  /// For a file named by a layout, which may be replaced while it is in use.
  var edition: Edition?

  /// One version of the file, and the weight to select if it is a variable font.
  struct Edition: Hashable {
    var stamp: FileStamp
    var weight: TextStyle.Weight
  }
}

/// The family and weight of a style, which determine its fonts.
struct FontKey: Hashable {
  var family: String
  var weight: TextStyle.Weight
}

/// Owns a fontconfig configuration with its list of installed fonts.
final class FontConfiguration {
  private let pointer: OpaquePointer
  /// Cached results: each fontconfig query compares all installed fonts.
  private var found: [FontKey: [FontFile]] = [:]

  /// Loads the system's fonts; returns nil if fontconfig cannot be initialized.
  init?() {
    guard let pointer = FcInitLoadConfigAndFonts() else { return nil }
    self.pointer = pointer
  }

  /// Loads the fonts of a configuration in XML (`fonts.dtd`).
  init?(xml: String) {
    guard let pointer = FcConfigCreate() else { return nil }
    self.pointer = pointer
    guard FcConfigParseAndLoadFromMemory(pointer, xml, 1) != 0, FcConfigBuildFonts(pointer) != 0
    else { return nil }
  }

  deinit {
    FcConfigDestroy(pointer)
  }

  /// Whether the configuration's files and folders are unchanged since they were loaded.
  var isCurrent: Bool { FcConfigUptoDate(pointer) != 0 }

  /// Returns scalable fonts for a family and weight, best first: the family or its substitute, then
  /// those with further characters.
  ///
  /// Empty if there are no fonts.
  func fonts(_ key: FontKey) -> [FontFile] {
    if let known = found[key] { return known }
    let fonts = search(key)
    found[key] = fonts
    return fonts
  }

  private func search(_ key: FontKey) -> [FontFile] {
    guard let pattern = FcPatternCreate() else { return [] }
    defer { FcPatternDestroy(pattern) }
    FcPatternAddString(pattern, FC_FAMILY, key.family)
    // If the family is missing, prefer any sans to a serif.
    FcPatternAddString(pattern, FC_FAMILY, "sans-serif")
    FcPatternAddDouble(
      pattern, FC_WEIGHT, FcWeightFromOpenTypeDouble(Double(key.weight.rawValue)))
    FcPatternAddInteger(pattern, FC_SLANT, FC_SLANT_ROMAN)
    return sorted(pattern, isColor: false)
  }

  /// Returns colour fonts, best first, for characters that are in no other font.
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
    // Drop fonts without new characters, but not pictures of characters that outline fonts have.
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

  /// The names of the scalable families, sorted and unique.
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
    var revision: Int32 = 0
    let hasRevision = FcPatternGetInteger(pattern, FC_FONTVERSION, 0, &revision) == FcResultMatch
    return FontFile(
      path: path, index: Int(index), family: string(pattern, FC_FAMILY) ?? "an unnamed font",
      isColor: isTrue(pattern, FC_COLOR), revision: hasRevision ? revision : nil)
  }

  /// Returns a copy of a string that the pattern owns.
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
