/// The words and orders with which a locale writes dates and times.
public struct DateWords: Hashable, Sendable {
  /// What a text says of a time.
  public enum Style: String, CaseIterable, Sendable {
    /// The weekday, the day and the month.
    case long
    /// The same, and the year.
    case full
    /// The day, the month and the year in digits.
    case short
    /// The hour and the minute, in 12 or 24 hours.
    case time
  }

  let calendar: PanelCalendar
  let patterns: [Style: String]
  /// The words for times before and after noon.
  let halves: [String]
  let weekdays: [String]
  let shortWeekdays: [String]
  let months: [String]
  let shortMonths: [String]
  /// The digits of dates.
  public let numbers: NumberSymbols

  /// All words that a date or a time can have.
  public var words: [String] { weekdays + shortWeekdays + months + shortMonths + halves }

  /// Returns a time as the locale writes it.
  public func text(_ style: Style, of time: CalendarTime) -> String {
    var text = ""
    var pattern = (patterns[style] ?? "")[...]
    while let first = pattern.first {
      if first == "'" {
        // 'text', or '' for an apostrophe.
        let quoted = pattern.dropFirst().prefix { $0 != "'" }
        text += quoted.isEmpty ? "'" : String(quoted)
        pattern = pattern.dropFirst(quoted.count + 2)
      } else {
        let run = pattern.prefix { $0 == first }
        text += first.isASCII && first.isLetter ? field(first, run.count, time) : String(run)
        pattern = pattern.dropFirst(run.count)
      }
    }
    return numbers.withOwnDigits(text)
  }

  /// Returns a format of strftime(3) in which the locale's names replace those of days, months, and
  /// times before and after noon, and the date of its calendar replaces another one.
  public func namesFilled(_ format: String, of time: CalendarTime) -> String {
    var text = ""
    var rest = format[...]
    while let percent = rest.firstIndex(of: "%") {
      text += rest[..<percent]
      rest = rest[percent...]
      let flags = rest.dropFirst().prefix { "-_0^#".contains($0) }
      let letter = rest.dropFirst(1 + flags.count).first
      let conversion = rest.prefix(2 + flags.count)
      let isPadded = !flags.contains("-")
      if let name = letter.flatMap({ name($0, of: time) ?? date($0, isPadded, of: time) }) {
        let name = flags.contains("^") ? name.uppercased() : name
        text += name.split(separator: "%", omittingEmptySubsequences: false).joined(separator: "%%")
      } else {
        text += conversion
      }
      rest = rest.dropFirst(conversion.count)
    }
    return text + rest
  }

  private func name(_ letter: Character, of time: CalendarTime) -> String? {
    switch letter {
    case "A": weekdays.element(time.weekday)
    case "a": shortWeekdays.element(time.weekday)
    case "B": months.element(calendar.date(of: time).month - 1)
    case "b", "h": shortMonths.element(calendar.date(of: time).month - 1)
    case "p", "P": halves.element(time.hour < 12 ? 0 : 1)
    default: nil
    }
  }

  /// Returns a number of a date that is not Gregorian; nil for one that strftime(3) knows.
  private func date(_ letter: Character, _ isPadded: Bool, of time: CalendarTime) -> String? {
    guard calendar != .gregorian else { return nil }
    let date = calendar.date(of: time)
    if letter == "Y" { return "\(date.year)" }
    guard calendar == .persian else { return nil }
    let number: Int
    switch letter {
    case "d", "e": number = date.day
    case "m": number = date.month
    case "y": number = date.year % 100
    default: return nil
    }
    return (isPadded && letter != "e" && number < 10 ? "0" : "") + "\(number)"
  }

  /// Returns a field of a CLDR pattern.
  ///
  /// Source: Unicode Technical Standard 35, part 4, Date Field Symbol Table.
  private func field(_ letter: Character, _ count: Int, _ time: CalendarTime) -> String {
    let date = calendar.date(of: time)
    func digits(_ number: Int) -> String {
      number < 10 && count == 2 ? "0\(number)" : "\(number)"
    }
    switch letter {
    case "E", "c": return (count == 4 ? weekdays : shortWeekdays).element(time.weekday)
    case "d": return digits(date.day)
    case "M", "L":
      switch count {
      case 1, 2: return digits(date.month)
      case 3: return shortMonths.element(date.month - 1)
      default: return months.element(date.month - 1)
      }
    case "y": return count == 2 ? digits(date.year % 100) : "\(date.year)"
    case "H": return digits(time.hour)
    case "k": return digits(time.hour == 0 ? 24 : time.hour)
    case "h": return digits((time.hour + 11) % 12 + 1)
    case "K": return digits(time.hour % 12)
    case "m": return digits(time.minute)
    case "a", "b", "B": return halves.element(time.hour < 12 ? 0 : 1)
    default: return ""
    }
  }
}

extension [String] {
  fileprivate func element(_ index: Int) -> String { indices.contains(index) ? self[index] : "" }
}
