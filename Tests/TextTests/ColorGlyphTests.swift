import Glibc
import GoldenPictures
import Raster
import Testing

@testable import Text

/// Emoji and other characters that only a colour font has, drawn in the text's colour.
@Suite struct ColorGlyphTests {
  /// The coverage of pixels in blue, green, red and alpha, premultiplied.
  private static func coverage(_ pixels: [[UInt8]]) -> [Int] {
    pixels.flatMap { $0 }.withUnsafeBufferPointer { bytes in
      ColorGlyph.coverage(ofColors: bytes, pitch: bytes.count, width: pixels.count)
        .map { Int($0.rounded()) }
    }
  }

  @Test("The brightest colour becomes full coverage, black a third of it, transparent none")
  func luminance() {
    let (yellow, black, clear): ([UInt8], [UInt8], [UInt8]) = (
      [40, 200, 255, 255], [0, 0, 0, 255], [0, 0, 0, 0]
    )
    let half: [UInt8] = [20, 100, 128, 128]
    let result = Self.coverage([yellow, black, clear, half])
    #expect(result[0] == 255 && result[1] == 77 && result[2] == 0)
    #expect((126...128).contains(result[3]))
    // A dark glyph is as legible as a bright one.
    #expect(Self.coverage([[30, 20, 10, 255], [0, 0, 0, 0]]) == [255, 0])
    #expect(Self.coverage([black, clear]) == [255, 0])
  }

  private static func glyph(_ side: Int, _ coverage: [Float]) throws -> ColorGlyph {
    try #require(
      ColorGlyph(
        size: PixelSize(width: side, height: side), coverage: coverage, left: 1, top: side + 1))
  }

  @Test("At its own size, a glyph is unchanged and at its position")
  func unscaled() throws {
    let glyph = try Self.glyph(2, [255, 0, 100, 50])
    let bitmap = glyph.bitmap(scaledBy: 1, x: 0, y: 0)
    #expect(bitmap.area == PixelRect(x: 1, y: -3, width: 2, height: 2))
    #expect(bitmap.coverage == [255, 0, 100, 50])
    let beside = glyph.bitmap(scaledBy: 1, x: 32, y: 0)
    #expect(beside.area == PixelRect(x: 1, y: -3, width: 3, height: 2))
    #expect(beside.coverage == [128, 128, 0, 50, 75, 25])
  }

  @Test(
    "At a smaller size, each pixel is the mean of those it covers", arguments: [2, 3, 5, 12, 100])
  func smaller(factor: Int) throws {
    let side = 120
    let pixels: [Float] = (0..<side * side).map { $0 / 7 % 2 == 0 ? 200 : 40 }
    let glyph = try Self.glyph(side, pixels)
    let scale = 1 / Double(factor)
    let bitmap = glyph.bitmap(scaledBy: scale, x: 11, y: 50)
    let ink = bitmap.coverage.reduce(0) { $0 + Double($1) } / scale / scale
    #expect(abs(ink - Double(pixels.reduce(0, +))) < 0.01 * ink)
    #expect(bitmap.area.width <= side / factor + 2 && bitmap.area.height <= side / factor + 2)
  }

  @Test("At a larger size, a glyph stays as bright, and no pixel exceeds its maximum")
  func larger() throws {
    let bitmap = try Self.glyph(4, [Float](repeating: 200, count: 16))
      .bitmap(scaledBy: 7.3, x: 0, y: 0)
    #expect(bitmap.coverage.max() == 200 && bitmap.area.width == 30)
    let middle = bitmap.coverage[bitmap.area.height / 2 * bitmap.area.width + 15]
    #expect(middle == 200)
  }

  @Test("A glyph of an invalid size is empty") func vast() throws {
    let glyph = try Self.glyph(4, [Float](repeating: 200, count: 16))
    for scale in [1e6, 1e12] {
      #expect(glyph.bitmap(scaledBy: scale, x: 0, y: 0).area.isEmpty)
    }
    #expect(glyph.bitmap(scaledBy: 1e-9, x: 0, y: 0).area.area <= 4)
  }

  // MARK: A font of pictures

  @Test("An emoji that no font has is reported") func missing() throws {
    var problems: [TextProblem] = []
    let typesetter = try PinnedFonts.typesetter([.inter]) { problems.append($0) }
    _ = typesetter.mask(for: "a\u{1F50A}", style: TextStyle(pixelSize: 20))
    #expect(problems == [.characterMissing("\u{1F50A}")])
    #expect(typesetter.takeMissingCharacters() == ["\u{1F50A}"])
  }

  @Test(
    "Emoji of a colour font are drawn, alone, in sequences and side by side",
    arguments: [
      "\u{1F50A}", "\u{1F4A1}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}",
      "\u{1F1E9}\u{1F1EA}", "\u{1F44D}\u{1F3FD}", "\u{1F6CF}\u{FE0F}",
    ])
  func drawn(text: String) throws {
    var problems: [TextProblem] = []
    let typesetter = try PinnedFonts.typesetter { problems.append($0) }
    for size: Float in [9, 24, 100, 300] {
      let style = TextStyle(pixelSize: size)
      let mask = typesetter.mask(for: text, style: style)
      #expect(problems.isEmpty && typesetter.takeMissingCharacters().isEmpty)
      // Noto's emoji advance by 1.25 em.
      #expect(abs(mask.advance / size - 1.248) < 0.03)
      #expect(Float(mask.size.width) > size * 0.8 && Float(mask.size.width) < size * 1.4 + 3)
      #expect(mask.coverage.contains { $0 > 200 })
      let two = typesetter.mask(for: text + text, style: style)
      #expect(abs(two.advance - 2 * mask.advance) < 0.1)
      let again = typesetter.mask(for: text, style: style)
      #expect(again.coverage == mask.coverage)
    }
  }

  @Test("Letters and digits stay in the text's font")
  func letters() throws {
    let (plain, other) = (
      try PinnedFonts.typesetter([.inter]), try PinnedFonts.typesetter()
    )
    let style = TextStyle(pixelSize: 22)
    for text in ["Kitchen 42 %", "#1 *", "\u{2192}"] {
      let masks = [other, plain].map { $0.mask(for: text, style: style) }
      #expect(masks[0].coverage == masks[1].coverage)
    }
  }

  @Test(
    "Emoji match the golden picture, light on dark and dark on light, in several sizes")
  func golden() throws {
    let typesetter = try PinnedFonts.typesetter()
    let picture = try #require(PixelBuffer(size: PixelSize(width: 640, height: 250)))
    let canvas = Canvas(picture)
    let emoji = "\u{1F50A}\u{1F507}\u{1F4A1}\u{1F321}\u{1F5A4}\u{1F600}\u{1F6C1}\u{1F4FA}"
    for (index, colors) in [(0x14181D, 0xE8ECF0), (0xF4F4F0, 0x202428)].enumerated() {
      let top = Float(index * 125)
      for y in index * 125..<(index + 1) * 125 {
        for x in 0..<640 { picture.pixels[y * picture.stride + x] = 0xFF00_0000 | UInt32(colors.0) }
      }
      for (size, y) in [(12 as Float, 18 as Float), (20, 46), (48, 108)] {
        canvas.draw(
          typesetter.mask(for: "Tea \(emoji)", style: TextStyle(pixelSize: size)),
          at: PixelPoint(x: 8, y: top + y), color: Color(UInt32(colors.1)))
      }
    }
    if let mismatch = try GoldenPicture("emoji").mismatch(of: picture) {
      Attachment.record(mismatch.actual, named: "emoji.actual.png")
      Issue.record("\(mismatch.message)")
    }
  }
}
