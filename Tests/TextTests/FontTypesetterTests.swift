import Raster
import Testing

@testable import Text

/// Text with installed fonts; the panel's font, Inter, must be installed.
@Suite struct FontTypesetterTests {
  private let typesetter = FontTypesetter()

  private func style(_ size: Float, tabular: Bool = false) -> TextStyle {
    TextStyle(pixelSize: size, tabularFigures: tabular)
  }

  private func ink(_ mask: TextMask) -> Int { mask.coverage.reduce(0) { $0 + Int($1) } }

  @Test func interIsInstalled() {
    var problems: [TextProblem] = []
    let typesetter = FontTypesetter { problems.append($0) }
    _ = typesetter.mask(for: "42", style: style(20))
    #expect(problems.isEmpty, "install fonts-inter")
  }

  @Test("A character that no font has is reported once; spaces are not") func missing() {
    var problems: [TextProblem] = []
    let typesetter = FontTypesetter { problems.append($0) }
    for text in ["a\u{10FFFD}", "\u{10FFFD}b\u{10FFFE}", "a\u{2009}b\u{200B}\u{3000}"] {
      _ = typesetter.mask(for: text, style: style(20))
    }
    #expect(
      problems == [.characterMissing("\u{10FFFD}"), .characterMissing("\u{10FFFE}")])
    #expect(problems.first?.description.contains("U+10FFFD") == true)
    #expect(typesetter.takeMissingCharacters() == ["\u{10FFFD}", "\u{10FFFE}"])
    #expect(typesetter.takeMissingCharacters() == [])
    // Further characters from outside do not flood the log.
    for value in 0xF0000..<(0xF0000 + 100) as Range<UInt32> {
      guard let scalar = Unicode.Scalar(value) else { continue }
      _ = typesetter.mask(for: String(Character(scalar)), style: style(20))
    }
    #expect(problems.count == 20)
  }

  @Test func tabularFiguresHaveEqualWidths() {
    for size: Float in [9, 12.5, 24, 87] {
      let widths = (0...9).map {
        typesetter.mask(for: "\($0)", style: style(size, tabular: true)).advance
      }
      #expect(Set(widths).count == 1, "\(widths)")
      let plain = (0...9).map { typesetter.mask(for: "\($0)", style: style(size)).advance }
      #expect(Set(plain).count > 1)
    }
  }

  @Test func masksAreTightAndStartOnTheBaseline() {
    let mask = typesetter.mask(for: "H", style: style(100))
    #expect(mask.originY == Float(mask.size.height), "a capital stands on the baseline")
    #expect(abs(typesetter.capHeight(of: style(100)) - 72.7) < 1)
    #expect(mask.coverage.max() == 255)
    let descender = typesetter.mask(for: "p", style: style(100))
    #expect(Float(descender.size.height) > descender.originY + 10)
  }

  @Test func weightsAreDifferentFonts() {
    let weights: [TextStyle.Weight] = [.light, .regular, .medium, .semiBold]
    let textColors = weights.map {
      ink(typesetter.mask(for: "Volume", style: TextStyle(weight: $0, pixelSize: 60)))
    }
    #expect(textColors == textColors.sorted() && Set(textColors).count == 4)
  }

  @Test func sizesAreNotRoundedToWholePixels() {
    let small = typesetter.mask(for: "Living room", style: style(14.25)).advance
    let large = typesetter.mask(for: "Living room", style: style(14.75)).advance
    #expect(large > small + 1)
  }

  @Test(arguments: ["", " ", "\u{200B}", "\n\t\0"]) func invisibleTextHasAnEmptyMask(text: String) {
    let mask = typesetter.mask(for: text, style: style(20))
    #expect(mask.size == PixelSize(width: 0, height: 0))
    #expect(mask.coverage.isEmpty && mask.advance.isFinite)
  }

  /// Hebrew is drawn in reverse order of its letters: the first one is at the right end, the last
  /// one at the left.
  @Test func rightToLeftTextStartsAtTheRight() {
    let whole = typesetter.mask(for: "\u{05E9}\u{05DC}\u{05D5}", style: style(80))
    let shin = typesetter.mask(for: "\u{05E9}", style: style(80))
    let vav = typesetter.mask(for: "\u{05D5}", style: style(80))
    func ink(_ columns: Range<Int>) -> Int {
      (0..<whole.size.height).reduce(0) { sum, row in
        sum + columns.reduce(0) { $0 + Int(whole.coverage[row * whole.size.width + $1]) }
      }
    }
    let right = ink((whole.size.width - shin.size.width)..<whole.size.width)
    let left = ink(0..<vav.size.width)
    let (shinInk, vavInk) = (self.ink(shin), self.ink(vav))
    #expect(abs(shinInk - vavInk) > vavInk / 10)
    #expect(abs(right - shinInk) < shinInk / 25 && abs(left - vavInk) < vavInk / 25)
  }

  /// A number between Hebrew words keeps its own direction and its position between them.
  @Test func numbersInRightToLeftTextRunFromTheLeft() {
    let text = "\u{05D0} 12 \u{05D1}"
    let items = TextItemizer { _ in 0 }.items(of: text)
    #expect(items.map(\.text) == [" \u{05D1}", "12", "\u{05D0} "])
    #expect(items.map { $0.level % 2 } == [1, 0, 1])
  }

  @Test(arguments: [
    ("Volume 12", [("Volume 12", 0)]),
    ("a \u{05D0}\u{05D1} b", [("a ", 0), ("\u{05D0}\u{05D1}", 1), (" b", 0)]),
    ("\u{05D0} tv", [("tv", 0), ("\u{05D0} ", 1)]),
    ("12", [("12", 0)]),
  ]) func itemsAreInVisualOrder(text: String, expected: [(String, Int)]) {
    let items = TextItemizer { _ in 0 }.items(of: text)
    #expect(items.map(\.text) == expected.map(\.0))
    #expect(items.map { $0.level % 2 } == expected.map(\.1))
  }

  @Test func joinedScriptsAreShaped() {
    // Lam and alef form one glyph, narrower than the two apart.
    let joined = typesetter.mask(for: "\u{0644}\u{0627}", style: style(60))
    let apart =
      typesetter.mask(for: "\u{0644}", style: style(60)).advance
      + typesetter.mask(for: "\u{0627}", style: style(60)).advance
    #expect(ink(joined) > 0 && joined.advance < apart - 1)
  }

  /// Georgian letters are in DejaVu, which every system with fontconfig has, but not in Inter.
  @Test func missingCharactersComeFromOtherFonts() {
    let georgian = typesetter.mask(for: "\u{10D0}", style: style(40))
    #expect(ink(georgian) > 0 && typesetter.takeMissingCharacters().isEmpty)
    let nothing = typesetter.mask(for: "\u{10FFFD}", style: style(40))
    #expect(georgian.coverage != nothing.coverage)
    // The rest of the line stays in its own font.
    let mixed = typesetter.mask(for: "TV \u{10D0}", style: style(40))
    #expect(mixed.advance > georgian.advance + 40)
  }

  @Test func missingFamiliesAreReplacedAndReportedOnce() {
    var problems: [TextProblem] = []
    let typesetter = FontTypesetter { problems.append($0) }
    let style = TextStyle(family: "No Such Family", pixelSize: 30)
    for _ in 0..<3 { #expect(ink(typesetter.mask(for: "Bath", style: style)) > 0) }
    #expect(problems.count == 1)
    guard case .familyMissing("No Such Family", let substitute)? = problems.first else {
      Issue.record("\(problems)")
      return
    }
    #expect(problems[0].description.contains(substitute))
  }

  @Test func withoutAnyFontTextIsEmptyAndReportedOnce() throws {
    var problems: [TextProblem] = []
    let configuration = try #require(FontConfiguration(xml: "<fontconfig></fontconfig>"))
    let typesetter = FontTypesetter(configuration) { problems.append($0) }
    for size: Float in [10, 20] {
      let mask = typesetter.mask(for: "42 %", style: style(size))
      #expect(mask.coverage.isEmpty && mask.advance == 0)
      #expect(typesetter.capHeight(of: style(size)) == 0)
    }
    #expect(problems == [.noFonts])
    #expect(problems[0].description.contains("apt install fonts-inter"))
  }

  @Test func withoutFontconfigTextIsEmpty() {
    let typesetter = FontTypesetter(nil) { _ in }
    #expect(typesetter.mask(for: "42", style: style(20)).coverage.isEmpty)
  }

  @Test func anyInstalledSansIsUsed() throws {
    let xml = "<fontconfig><dir>/usr/share/fonts/truetype/dejavu</dir></fontconfig>"
    let configuration = try #require(FontConfiguration(xml: xml))
    var problems: [TextProblem] = []
    let typesetter = FontTypesetter(configuration) { problems.append($0) }
    #expect(ink(typesetter.mask(for: "42", style: style(20))) > 0)
    #expect(problems.count == 1)
  }

  @Test func invalidConfigurationsAreRejected() {
    #expect(FontConfiguration(xml: "<fontconfig") == nil)
  }

  @Test(arguments: [Float.nan, .infinity, -.infinity, -5, 0, 0.2, 2_001, 1e30])
  func invalidSizesGiveEmptyMasks(size: Float) {
    #expect(typesetter.mask(for: "42", style: style(size)).coverage.isEmpty)
    #expect(typesetter.capHeight(of: style(size)) == 0)
  }

  @Test func veryLongTextsAreTruncated() {
    let text = String(repeating: "Living room ", count: 834)
    let mask = typesetter.mask(for: text, style: style(24))
    #expect(mask.size.width <= 16_384 && mask.size.width > 16_000)
    #expect(mask.coverage.count == mask.size.width * mask.size.height)
    let vast = typesetter.mask(for: "Vast", style: style(2_000))
    #expect(vast.size.height > 1_400)
  }

  /// Emoji, alone and in sequences, come from a plain font or become the missing glyph.
  @Test(arguments: [
    "\u{1F50A}", "\u{1F468}\u{200D}\u{1F469}\u{200D}\u{1F467}", "1\u{FE0F}\u{20E3}",
  ])
  func emojiAreDrawnByAnyFont(text: String) {
    let mask = typesetter.mask(for: text, style: style(30))
    #expect(mask.advance > 0 && ink(mask) > 0)
  }

  @Test func arbitraryScalarsAreHandled() {
    var random: UInt64 = 5
    for _ in 0..<60 {
      var text = String.UnicodeScalarView()
      for _ in 0..<12 {
        random = random &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let value = UInt32(truncatingIfNeeded: random >> 33) % 0x3000
        if let scalar = Unicode.Scalar(value) { text.append(scalar) }
      }
      let mask = typesetter.mask(for: String(text), style: style(14))
      #expect(mask.coverage.count == mask.size.width * mask.size.height)
    }
  }
}
