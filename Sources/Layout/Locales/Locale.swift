/// How the readers of a language, in a country, write numbers and dates.
///
/// Source: the Unicode CLDR in the toolchain's Foundation, through the plug-in `LocaleTable`.
public struct Locale: Hashable, Sendable {
  /// The language, and optionally the script and the country, such as `de-CH`.
  public let name: String
  /// Digits and signs.
  public let numbers: NumberSymbols
  /// Words and orders of dates.
  public let dates: DateWords
  /// Whether the language is written from right to left.
  public let isRightToLeft: Bool

  /// Finds a locale by its name, such as `de`, `de-CH`, `zh-Hant` or `de_CH.UTF-8`.
  ///
  /// Nil if the language is unknown; a country that the table does not have with it has no effect.
  ///
  /// - Parameter name: The name; the letters' case does not matter.
  public init?(_ name: String) {
    guard let subtags = Self.subtags(name) else { return nil }
    var known = subtags
    while LocaleRow(known.joined(separator: "-")) == nil {
      known.removeLast()
      if known.isEmpty { return nil }
    }
    guard let row = LocaleRow(known.joined(separator: "-")) else { return nil }
    self.name = subtags.joined(separator: "-")
    numbers = row.numbers
    dates = row.dates
    isRightToLeft = row[.direction] == "rtl"
  }

  /// English, the language of the panel's own words.
  public static let english = Locale("en")

  /// The languages, each with its code and its names in English and in itself.
  public static var languages: [(code: String, names: [String])] {
    LocaleRow.languages.map { (code: $0.name, names: [$0[.englishName], $0[.ownName]]) }
  }

  /// Returns the subtags of a name in their usual case; nil for a text that is not a name.
  private static func subtags(_ name: String) -> [String]? {
    // `LANG` holds a locale, too: de_CH.UTF-8.
    let parts = name.prefix { $0 != "." && $0 != "@" }
      .split(omittingEmptySubsequences: false) { $0 == "-" || $0 == "_" }
    guard (1...3).contains(parts.count),
      parts.allSatisfy({
        (1...8).contains($0.utf8.count)
          && $0.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
      })
    else { return nil }
    return parts.enumerated().map { index, part in
      if index == 0 { return part.lowercased() }
      return part.count == 4
        ? part.prefix(1).uppercased() + part.dropFirst().lowercased()
        : part.uppercased()
    }
  }
}
