import Glibc
import Raster
import Testing

@testable import Text

/// Fonts that a layout names by file.
@Suite struct FontFileTests {
  private static func path(of family: String) -> String? {
    FontConfiguration()?.fonts(FontKey(family: family, weight: .regular)).first?.path
  }

  private func ink(_ mask: TextMask) -> Int { mask.coverage.reduce(0) { $0 + Int($1) } }

  private func style(_ path: String, _ size: Float = 30) -> TextStyle {
    TextStyle(family: path, pixelSize: size)
  }

  /// A font file is drawn exactly like the installed family it belongs to.
  @Test func fontFilesCanBeUsed() throws {
    var problems: [TextProblem] = []
    let typesetter = FontTypesetter { problems.append($0) }
    let path = try #require(Self.path(of: "DejaVu Sans Mono"))
    let file = typesetter.mask(for: "Volume 42", style: style(path))
    let family = typesetter.mask(for: "Volume 42", style: style("DejaVu Sans Mono"))
    #expect(file.coverage == family.coverage && ink(file) > 0)
    // Characters that it lacks come from other fonts.
    #expect(ink(typesetter.mask(for: "\u{97F3}", style: style(path))) > 0)
    #expect(problems.allSatisfy { $0 == .characterMissing("\u{97F3}") })
    #expect(
      typesetter.capHeight(of: style(path)) == typesetter.capHeight(of: style("DejaVu Sans Mono")))
  }

  @Test(arguments: ["/nowhere/Bar.otf", "/etc/passwd", "/dev/null", "/tmp"])
  func unusableFilesAreReplacedAndReportedOnce(path: String) {
    var problems: [TextProblem] = []
    let typesetter = FontTypesetter { problems.append($0) }
    for _ in 0..<3 { #expect(ink(typesetter.mask(for: "Bath", style: style(path))) > 0) }
    #expect(problems == [.fileUnusable(path)])
    #expect(problems[0].description.hasPrefix(path))
  }

  /// A replaced file is the new font; an invalid or removed file leaves the previous font, even if
  /// it was overwritten in place.
  @Test func changedFilesAreReadAgain() throws {
    let typesetter = FontTypesetter()
    let path = "/tmp/knobpanel-font-\(getpid()).ttf"
    defer { unlink(path) }
    let mono = try Self.bytes(try #require(Self.path(of: "DejaVu Sans Mono")))
    let serif = try Self.bytes(try #require(Self.path(of: "DejaVu Serif")))
    try Self.write(mono, to: path)
    let first = typesetter.mask(for: "Volume", style: style(path))
    try Self.write(serif, to: path)
    let second = typesetter.mask(for: "Volume", style: style(path))
    #expect(first.coverage != second.coverage)
    try Self.write(Array(serif[..<1000]), to: path)
    #expect(typesetter.mask(for: "Volume", style: style(path)).coverage == second.coverage)
    // A new size requires the bytes again.
    let large = typesetter.mask(for: "Volume", style: style(path, 61))
    unlink(path)
    #expect(typesetter.mask(for: "Volume", style: style(path)).coverage == second.coverage)
    #expect(typesetter.mask(for: "Volume", style: style(path, 61)).coverage == large.coverage)
    try Self.write(mono, to: path)
    #expect(typesetter.mask(for: "Volume", style: style(path)).coverage == first.coverage)
  }

  @Test func familiesAreListed() {
    let families = InstalledFonts.families()
    #expect(families.contains("Inter") && families == families.sorted())
    #expect(Set(families).count == families.count)
  }

  @Test func fontFilesAreRecognized() throws {
    let mono = try Self.bytes(try #require(Self.path(of: "DejaVu Sans Mono")))
    #expect(InstalledFonts.isFont(mono))
    #expect(!InstalledFonts.isFont(Array(mono[..<20])))
    #expect(!InstalledFonts.isFont([]))
    #expect(!InstalledFonts.isFont(Array("no font".utf8)))
  }

  private static func bytes(_ path: String) throws -> [UInt8] {
    let file = try #require(fopen(path, "r"))
    defer { fclose(file) }
    var bytes = [UInt8](repeating: 0, count: 4 << 20)
    let count = fread(&bytes, 1, bytes.count, file)
    return Array(bytes[..<count])
  }

  /// Overwrites in place, as some editors do, with a new modification time.
  private static func write(_ bytes: [UInt8], to path: String) throws {
    let file = try #require(fopen(path, "w"))
    fwrite(bytes, 1, bytes.count, file)
    fclose(file)
  }
}
