import Testing

@testable import Text

/// Lines with both directions, in the order of the Unicode bidirectional algorithm (UAX #9).
@Suite struct BidiTests {
  /// The items from left to right; right-to-left items are written here as they are stored.
  @Test(
    arguments: [
      // An Arabic word takes the number after it to its left, in reading order.
      ("Küche مطبخ 12", ["Küche ", "12", "مطبخ "], [0, 2, 1]),
      ("مطبخ 12", ["12", "مطبخ "], [2, 1]),
      ("12 مطبخ", [" مطبخ", "12"], [1, 2]),
      ("مطبخ TV 12", ["TV 12", "مطبخ "], [2, 1]),
      ("TV (مطبخ) 12", ["TV (", "مطبخ", ") ", "12"], [0, 1, 0, 2]),
      ("סלון (TV)", [")", "TV", "סלון ("], [1, 2, 1]),
      ("50% שמע", nil, nil),
      ("−22 dB", ["−22 dB"], [0]),
      ("", [], []),
      ("Volume 12", ["Volume 12"], [0]),
      ("12 dB (TV)", ["12 dB (TV)"], [0]),
      ("-22", ["-22"], [0]),
    ] as [(String, [String]?, [Int]?)])
  func itemsAreInVisualOrder(text: String, expected: [String]?, levels: [Int]?) {
    let items = TextItemizer { _ in 0 }.items(of: text)
    if let expected { #expect(items.map(\.text) == expected) }
    if let levels { #expect(items.map(\.level) == levels) }
    #expect(items.map(\.text).joined().unicodeScalars.count == text.unicodeScalars.count)
  }

  /// Invisible marks that people paste: isolates and overrides, in any number.
  @Test(arguments: [
    "\u{2067}Küche\u{2069} 1", "\u{202E}abc\u{202C}", "\u{200F}12",
    String(repeating: "\u{202B}", count: 200) + "a",
  ])
  func explicitMarksAreHandled(text: String) {
    let items = TextItemizer { _ in 0 }.items(of: text)
    #expect(items.map(\.text).joined().unicodeScalars.count == text.unicodeScalars.count)
  }

  /// ASCII lines take a shortcut, with the same result.
  @Test(arguments: ["Room 1", "-6.5 dB", "100%", "a", " ", "(x) [y] <z>", "12:30"])
  func plainLinesMatchTheAlgorithm(text: String) {
    #expect(BidiLevels.of(text.unicodeScalars).allSatisfy { $0 == 0 })
    #expect(TextItemizer { _ in 0 }.items(of: text).map(\.level) == [0])
  }

  /// Characters that a font lacks are taken from another.
  @Test func plainLinesAreSplitAtFontChanges() {
    let items = TextItemizer { $0 == "#" ? 1 : 0 }.items(of: "A# b")
    #expect(items.map(\.text) == ["A", "#", " b"])
    #expect(items.map(\.font) == [0, 1, 0])
  }

  @Test func everyScalarHasALevel() {
    #expect(BidiLevels.of("aא1".unicodeScalars) == [0, 1, 2])
    #expect(BidiLevels.of("".unicodeScalars).isEmpty)
  }
}
