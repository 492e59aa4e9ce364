internal import Foundation

/// A line of the table: the fields of one locale, with tabs between them.
///
/// A field that is equal to that of the locale with one subtag fewer is empty.
struct LocaleLine {
  /// The lines of all locales, sorted by name.
  static var all: [String] {
    let rows = Dictionary(uniqueKeysWithValues: names.map { ($0.name, fields(of: $0.locale)) })
    return rows.keys.sorted().map { name in
      let own = rows[name] ?? []
      guard let parent = parent(of: name).flatMap({ rows[$0] }) else {
        return ([name] + own).joined(separator: "\t")
      }
      let changes = zip(own, parent).map { $0 == $1 ? "" : $0 }
      return ([name] + changes).joined(separator: "\t")
    }
  }

  private static func parent(of name: String) -> String? {
    name.lastIndex(of: "-").map { String(name[..<$0]) }
  }

  /// The names of the locales: a language, and optionally a script and a country.
  ///
  /// A script that the country implies can be left out: zh-TW is zh-Hant-TW.
  private static var names: [(name: String, locale: Locale)] {
    var locales: [String: Locale] = [:]
    for identifier in Locale.availableIdentifiers.sorted() {
      let locale = Locale(identifier: identifier)
      guard locale.variant == nil, let language = locale.language.languageCode?.identifier else {
        continue
      }
      let parts = identifier.split(separator: "_").map(String.init)
      guard parts.first == language, parts.count <= 3 else { continue }
      locales[parts.joined(separator: "-")] = locale
      guard parts.count == 3 else { continue }
      let short = "\(parts[0])-\(parts[2])"
      if Locale.Language(identifier: short).maximalIdentifier == parts.joined(separator: "-") {
        locales[short] = locale
      }
    }
    return locales.filter { hasLanguage($0.key, locales) }.map { (name: $0, locale: $1) }
  }

  private static func hasLanguage(_ name: String, _ locales: [String: Locale]) -> Bool {
    locales[String(name.prefix { $0 != "-" })] != nil
  }

  private static func fields(of locale: Locale) -> [String] {
    numberFields(of: locale) + dateFields(of: locale) + nameFields(of: locale)
  }

  // MARK: Numbers

  private static func numberFields(of locale: Locale) -> [String] {
    let format = NumberFormatter()
    format.locale = locale
    format.numberStyle = .decimal
    let zero = format.string(from: 0)?.unicodeScalars.first?.value ?? 0x30
    let percent = NumberFormatter()
    percent.locale = locale
    percent.numberStyle = .percent
    let isPercentFirst = percent.positiveFormat.first == "%"
    return [
      String(zero, radix: 16), visible(format.decimalSeparator), visible(format.groupingSeparator),
      visible(percent.percentSymbol), isPercentFirst ? "first" : "last",
      groupSizes(of: locale).map(String.init).joined(separator: ";"),
      // Invisible, so in hexadecimal.
      format.minusSign.unicodeScalars.first { $0.properties.generalCategory == .format }
        .map { String($0.value, radix: 16) } ?? "0",
      locale.language.characterDirection == .rightToLeft ? "rtl" : "ltr",
    ]
  }

  /// Returns the number of digits in the last group and in those before it; 0 for no groups.
  private static func groupSizes(of locale: Locale) -> [Int] {
    // NumberFormatter does not know groups of two, as in India.
    let text = 1_234_567.formatted(.number.locale(locale))
    let sizes = text.split { !$0.isNumber }.map(\.count)
    return sizes.count > 2 ? [sizes[sizes.count - 1], sizes[sizes.count - 2]] : [0, 0]
  }

  /// Returns a sign without the invisible marks of writing directions around it.
  private static func visible(_ sign: String?) -> String {
    clean(
      String(
        String.UnicodeScalarView(
          (sign ?? "").unicodeScalars.filter { $0.properties.generalCategory != .format })))
  }

  // MARK: Dates

  private static func dateFields(of locale: Locale) -> [String] {
    let format = DateFormatter()
    let calendar = calendar(of: locale)
    format.locale = Locale(identifier: "\(locale.identifier)@calendar=\(calendar)")
    format.calendar = Calendar(identifier: calendar)
    func pattern(_ template: String) -> String {
      format.setLocalizedDateFormatFromTemplate(template)
      // Nobody asks for the era on a clock.
      let words = clean(format.dateFormat ?? "").split(separator: " ")
      return words.filter { !$0.allSatisfy { $0 == "G" } }.joined(separator: " ")
    }
    let long = pattern("EEEEdMMMM")
    let full = pattern("EEEEdMMMMy")
    let short = pattern("yMMdd")
    let time = pattern("jmm")
    // The words as the pattern of the date uses them.
    let hasDays = long.contains("cccc")
    let hasMonths = long.contains("LLLL")
    let days = hasDays ? format.standaloneWeekdaySymbols : format.weekdaySymbols
    let shortDays = hasDays ? format.shortStandaloneWeekdaySymbols : format.shortWeekdaySymbols
    let months = hasMonths ? format.standaloneMonthSymbols : format.monthSymbols
    let shortMonths = hasMonths ? format.shortStandaloneMonthSymbols : format.shortMonthSymbols
    return [
      "\(calendar)", long, full, short, time, format.amSymbol, format.pmSymbol, list(days),
      list(shortDays),
      list(months), list(shortMonths),
    ]
  }

  /// Returns the calendar of a country, if the panel can compute it.
  private static func calendar(of locale: Locale) -> Calendar.Identifier {
    switch locale.calendar.identifier {
    case .persian: .persian
    case .buddhist: .buddhist
    default: .gregorian
    }
  }

  private static func list(_ names: [String]?) -> String {
    (names ?? []).map(clean).joined(separator: "|")
  }

  private static func clean(_ text: String) -> String {
    // Not every font has the narrow space.
    String(text.map { $0 == "\u{202F}" ? "\u{A0}" : $0.isNewline || $0 == "\t" ? " " : $0 })
  }

  // MARK: Names

  /// The language's name in English and in itself.
  private static func nameFields(of locale: Locale) -> [String] {
    let code = locale.language.languageCode?.identifier ?? ""
    return [
      Locale(identifier: "en").localizedString(forLanguageCode: code) ?? "",
      locale.localizedString(forLanguageCode: code) ?? "",
    ].map(clean)
  }
}
