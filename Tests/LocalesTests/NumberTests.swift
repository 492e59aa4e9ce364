import Locales
import Testing

/// Numbers as locales write them.
struct NumberTests {
  @Test(arguments: [
    ("en", "-1234.5", "−1234.5"), ("en", "12345.25", "12,345.25"), ("de", "12345.5", "12.345,5"),
    ("de-CH", "1234567", "1’234’567"), ("de", "-0.5", "−0,5"), ("fr", "10000", "10\u{A0}000"),
    ("es-MX", "0.5", "0.5"), ("es", "0.5", "0,5"), ("fr_CH.UTF-8", "0.5", "0,5"),
    ("zh-Hant-TW", "0.5", "0.5"), ("hi", "1234567", "12,34,567"),
    ("ar-EG", "-24.5", "\u{61C}−٢٤٫٥"),
    ("ar-EG", "12345", "١٢٬٣٤٥"), ("ar", "24.5", "24.5"), ("fa", "40", "۴۰"),
    ("fa", "1300000.5", "۱٬۳۰۰٬۰۰۰٫۵"), ("ur", "40", "40"),
    ("he", "-5", "\u{200E}−5"), ("fa", "-40", "\u{200E}−۴۰"), ("he", "5", "5"),
    ("ne", "7.5", "७.५"), ("de", "12:30", "12:30"), ("fa", "21:05", "۲۱:۰۵"),
  ])
  func numbers(_ name: String, _ number: String, text: String) throws {
    let symbols = try #require(Locale(name)).numbers
    #expect(symbols.text(of: number) == text)
    // The mark before a sign is not a character that is drawn.
    let marks: Set<Unicode.Scalar> = ["\u{61C}", "\u{200E}"]
    let drawn = text.unicodeScalars.count { !marks.contains($0) }
    #expect(symbols.characterCount(of: number) == drawn)
  }

  @Test(
    "a sign is to the right of Arabic digits, and to the left of all others",
    arguments: [("ar-EG", "24.5-"), ("ar-AE", "-24.5"), ("fa", "-24.5"), ("de", "-24.5")])
  func signs(_ name: String, drawn: String) throws {
    var characters: [UInt8] = []
    try #require(Locale(name)).numbers.forEachCharacter(of: "-24.5") { characters.append($0) }
    #expect(String(decoding: characters, as: UTF8.self) == drawn)
  }

  @Test("years have no groups, and a plain number has neither groups nor other digits")
  func plain() throws {
    #expect(try #require(Locale("en")).numbers.text(of: "1984") == "1984")
    #expect(NumberSymbols.plain.text(of: "1234567.5") == "1234567.5")
  }

  @Test(arguments: [("de", "%"), ("ar-EG", "٪"), ("fa", "٪"), ("ar", "%")])
  func percentSigns(_ name: String, sign: String) throws {
    #expect(try #require(Locale(name)).numbers.percent == sign)
  }

  @Test(arguments: [
    ("DE", "de"), ("de_ch", "de-CH"), ("de_DE.UTF-8", "de-DE"), ("zh-hant-tw", "zh-Hant-TW"),
    ("de-XX", "de-XX"), ("sr-latn", "sr-Latn"),
  ])
  func names(_ text: String, name: String) throws {
    #expect(try #require(Locale(text)).name == name)
  }

  @Test(arguments: ["", "german", "xx", "d", "de-", "de--CH", "de-CH-x-private", "../de", "de\tCH"])
  func unknown(_ text: String) { #expect(Locale(text) == nil) }

  @Test(arguments: [
    ("ar", true), ("fa", true), ("ur", true), ("he", true), ("de", false), ("pa-PK", true),
  ])
  func directions(_ name: String, isRightToLeft: Bool) throws {
    #expect(try #require(Locale(name)).isRightToLeft == isRightToLeft)
  }
}
