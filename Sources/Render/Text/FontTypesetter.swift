internal import CFreeType
internal import Linux
public import Raster

/// Renders text with the system's fonts: fontconfig finds them, HarfBuzz shapes, and FreeType
/// rasterises.
///
/// Characters missing from a style's family come from other fonts; right-to-left and joined scripts
/// are supported. Not for the hot path: a mask takes tens of microseconds and allocates.
public final class FontTypesetter: Typesetter {
  private lazy var configuration: FontConfiguration? = loading.wait()
  private let loading: FontLoading
  private let library: FreeTypeLibrary?
  private let buffer = ShapingBuffer()
  private let report: (TextProblem) -> Void
  private var reported: Set<TextProblem> = []
  /// Characters that are in no font; limited in number, as texts may come from outside.
  private var missing: Set<Character> = []
  private var newlyMissing: [Character] = []
  private var faces: [FontFile: FontFace] = [:]
  private var fonts: [FontKey: [FontFile]] = [:]
  /// Loaded when a character is in no other font.
  private lazy var colorFonts: [FontFile] = configuration?.colorFonts() ?? []

  /// Creates a typesetter that calls `report` once for each problem.
  ///
  /// Another thread loads the list of fonts and finds those that most layouts need; the first text
  /// waits for it.
  public convenience init(report: @escaping (TextProblem) -> Void = { _ in }) {
    let loading = FontLoading {
      let configuration = FontConfiguration()
      for weight in TextStyle.Weight.allCases {
        _ = configuration?.fonts(FontKey(family: TextStyle.standardFamily, weight: weight))
      }
      return configuration
    }
    self.init(loading, report: report)
  }

  convenience init(_ configuration: FontConfiguration?, report: @escaping (TextProblem) -> Void) {
    self.init(FontLoading(hasThread: false) { nil }, report: report)
    self.configuration = configuration
  }

  init(_ loading: FontLoading, report: @escaping (TextProblem) -> Void) {
    self.loading = loading
    self.report = report
    library = FreeTypeLibrary()
  }

  /// Returns the coverage of a line of text; see `Typesetter`.
  public func mask(for text: String, style: TextStyle) -> TextMask {
    var glyphs: [PlacedGlyph] = []
    guard let size64 = size64(of: style) else { return .empty(advance: 0) }
    let files = files(for: style)
    guard !files.isEmpty else { return .empty(advance: 0) }
    let itemizer = TextItemizer { [self] in font(for: $0, in: files) }
    let phase = abs(style.phase) <= 0.5 ? Int(style.phase * 64) : 0
    var pen = phase
    for item in itemizer.items(of: printable(text)) {
      let isColor = item.font >= files.count
      guard let face = face(of: isColor ? colorFonts[item.font - files.count] : files[item.font])
      else { continue }
      face.setSize(size64)
      pen = buffer.shape(
        item, face, tabularFigures: style.tabularFigures, from: pen, into: &glyphs)
    }
    let painter = GlyphPainter(size64: size64, isHinted: size64 <= FontTypesetter.hintedSize64)
    return painter.mask(of: glyphs, advance: Float(pen - phase) / 64)
  }

  /// Returns the height of "H" in pixels; 0 if there is no font.
  public func capHeight(of style: TextStyle) -> Float {
    guard let size64 = size64(of: style), let file = files(for: style).first,
      let face = face(of: file)
    else { return 0 }
    face.setSize(size64)
    return Float(face.height(of: "H")) / 64
  }

  public func takeMissingCharacters() -> [Character] {
    defer { newlyMissing = [] }
    return newlyMissing
  }

  /// Families for which fontconfig always has a substitute.
  private static let genericFamilies: Set = ["monospace", "sans-serif", "serif"]

  private static let maxMissing = 20

  /// The maximum size of vertically hinted text, which has sharp rows of pixels.
  private static let hintedSize64 = 24 * 64

  /// Returns nil if text of this size cannot be drawn: not a number, less than a pixel, or larger
  /// than any screen.
  private func size64(of style: TextStyle) -> Int? {
    guard style.pixelSize >= 1, style.pixelSize <= 2_000 else { return nil }
    return Int(style.pixelSize * 64)
  }

  /// Returns the text with control characters as spaces, cut to the longest line that can be shown.
  private func printable(_ text: String) -> String {
    let isPlain = text.utf8.allSatisfy { (0x20..<0x7F).contains($0) }
    if isPlain, text.utf8.count <= GlyphPainter.largestWidth { return text }
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
    var files = configuration?.fonts(key) ?? []
    // Skip missing or invalid files.
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

  /// Returns the current version of a layout's font file, then fonts with further characters.
  ///
  /// If it is deleted or becomes invalid, its last valid version stays in use.
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
        files = [file] + others(than: key)
        if let old = known?.first, old.edition != nil { faces[old] = nil }
      }
    }
    if files == nil { reportOnce(.fileUnusable(path)) }
    let chosen = files ?? others(than: key)
    fonts[key] = chosen
    return chosen
  }

  /// Returns fonts with further characters than those of a layout's font file.
  private func others(than key: FontKey) -> [FontFile] {
    configuration?.fonts(FontKey(family: "sans-serif", weight: key.weight)) ?? []
  }

  private func reportOnce(_ problem: TextProblem) {
    if reported.insert(problem).inserted { report(problem) }
  }

  /// Returns the first font with every scalar of a character, trying colour fonts last; if there is
  /// none, the first of all, which draws its mark for a missing glyph.
  private func font(for character: Character, in files: [FontFile]) -> Int {
    if let index = files.firstIndex(where: { face(of: $0)?.supports(character) == true }) {
      return index
    }
    if !character.isWhitespace,
      let index = colorFonts.firstIndex(where: { face(of: $0)?.supports(character) == true })
    {
      return files.count + index
    }
    noteMissing(character)
    return 0
  }

  private func noteMissing(_ character: Character) {
    // HarfBuzz synthesizes spaces missing from a font, and draws no direction marks.
    guard !character.isWhitespace,
      !character.unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint),
      missing.count < Self.maxMissing,
      missing.insert(character).inserted
    else { return }
    newlyMissing.append(character)
    reportOnce(.characterMissing(character))
  }

  private func face(of file: FontFile) -> FontFace? {
    if let known = faces[file] { return known }
    guard let library, let face = FontFace(file, library: library) else { return nil }
    faces[file] = face
    return face
  }
}
