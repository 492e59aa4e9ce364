internal import CFreeType
internal import Linux
public import Raster

/// Sets text with the fonts of the machine: fontconfig finds them, HarfBuzz shapes, FreeType draws.
///
/// Characters that a style's family lacks come from other fonts; text from right to left and
/// joined scripts are set as they are read. Not for the hot path: a mask takes tens of
/// microseconds and allocates.
public final class FontTypesetter: Typesetter {
  private let configuration: FontConfiguration?
  private let library: FreeTypeLibrary?
  private let buffer = ShapingBuffer()
  private let report: (TextProblem) -> Void
  private var reported: Set<TextProblem> = []
  private var faces: [FontFile: FontFace] = [:]
  private var fonts: [FontKey: [FontFile]] = [:]

  private struct FontKey: Hashable {
    var family: String
    var weight: TextStyle.Weight
  }

  /// Tells `report` what is missing, once for each thing.
  public convenience init(report: @escaping (TextProblem) -> Void = { _ in }) {
    self.init(FontConfiguration(), report: report)
  }

  init(_ configuration: FontConfiguration?, report: @escaping (TextProblem) -> Void) {
    self.configuration = configuration
    self.report = report
    library = FreeTypeLibrary()
  }

  public func mask(for text: String, style: TextStyle) -> TextMask {
    var glyphs: [PlacedGlyph] = []
    guard let size64 = size64(of: style) else { return empty }
    let files = files(for: style)
    guard !files.isEmpty else { return empty }
    let itemizer = TextItemizer { [self] in font(for: $0, in: files) }
    let phase = abs(style.phase) <= 0.5 ? Int(style.phase * 64) : 0
    var pen = phase
    for item in itemizer.items(of: printable(text)) {
      guard let face = face(of: files[item.font]) else { continue }
      face.setSize(size64)
      pen = buffer.shape(
        item, face, tabularFigures: style.tabularFigures, from: pen, into: &glyphs)
    }
    let painter = GlyphPainter(size64: size64, isHinted: size64 <= FontTypesetter.hintedSize64)
    return painter.mask(of: glyphs, advance: pen - phase)
  }

  public func capHeight(of style: TextStyle) -> Float {
    guard let size64 = size64(of: style), let file = files(for: style).first,
      let face = face(of: file)
    else { return 0 }
    face.setSize(size64)
    return Float(face.height(of: "H")) / 64
  }

  /// Names that fontconfig always has something for.
  private static let genericFamilies: Set = ["monospace", "sans-serif", "serif"]

  /// Up to here sharp rows matter more than the exact design.
  private static let hintedSize64 = 24 * 64

  /// Nil if text of that size cannot be drawn: not a number, hardly a pixel, beyond any screen.
  private func size64(of style: TextStyle) -> Int? {
    guard style.pixelSize >= 1, style.pixelSize <= 2_000 else { return nil }
    return Int(style.pixelSize * 64)
  }

  private var empty: TextMask {
    TextMask(
      size: PixelSize(width: 0, height: 0), coverage: [], originX: 0, originY: 0, advance: 0)
  }

  /// The line without what is no character, and no longer than could ever be shown.
  private func printable(_ text: String) -> String {
    var line = String.UnicodeScalarView()
    for scalar in text.unicodeScalars.prefix(GlyphPainter.largestWidth) {
      let isControl = scalar.value < 0x20 || (0x7F...0x9F).contains(scalar.value)
      line.append(isControl ? " " : scalar)
    }
    return String(line)
  }

  private func files(for style: TextStyle) -> [FontFile] {
    let key = FontKey(family: style.family, weight: style.weight)
    guard !style.family.contains("/") else { return files(forNamed: key) }
    if let known = fonts[key] { return known }
    var files = configuration?.fonts(family: style.family, weight: style.weight) ?? []
    // A file that has gone or is broken takes no part.
    while let first = files.first, face(of: first) == nil { files.removeFirst() }
    if let first = files.first {
      let isNamed = !FontTypesetter.genericFamilies.contains(style.family)
      if isNamed, first.family.lowercased() != style.family.lowercased() {
        reportOnce(.familyMissing(style.family, substitute: first.family))
      }
    } else {
      reportOnce(.noFonts)
    }
    fonts[key] = files
    return files
  }

  /// The file that a layout names, as it is now, before those that have further characters.
  ///
  /// One that has gone or is broken stays as it was when it was good.
  private func files(forNamed key: FontKey) -> [FontFile] {
    let known = fonts[key]
    let path = key.family
    let stamp = try? FileStamp(path)
    if let known, stamp == nil || known.first?.edition?.stamp == stamp { return known }
    var files = known
    if let stamp {
      let file = FontFile(
        path: path, index: 0, family: path,
        edition: FontFile.Edition(stamp: stamp, weight: key.weight))
      if face(of: file) != nil {
        files = [file] + (configuration?.fonts(family: "sans-serif", weight: key.weight) ?? [])
        if let old = known?.first, old.edition != nil { faces[old] = nil }
      }
    }
    if let files {
      fonts[key] = files
      return files
    }
    reportOnce(.fileUnusable(path))
    let others = configuration?.fonts(family: "sans-serif", weight: key.weight) ?? []
    fonts[key] = others
    return others
  }

  private func reportOnce(_ problem: TextProblem) {
    if reported.insert(problem).inserted { report(problem) }
  }

  /// The first font that has every scalar of a character; the first of all if none does, which
  /// draws its mark for a missing glyph.
  private func font(for character: Character, in files: [FontFile]) -> Int {
    for (index, file) in files.enumerated() {
      guard let face = face(of: file) else { continue }
      let hasAll = character.unicodeScalars.allSatisfy {
        $0.properties.isDefaultIgnorableCodePoint || face.hasGlyph(for: $0)
      }
      if hasAll { return index }
    }
    return 0
  }

  private func face(of file: FontFile) -> FontFace? {
    if let known = faces[file] { return known }
    guard let library, let face = FontFace(file, library: library) else { return nil }
    faces[file] = face
    return face
  }
}
