/// A row of the table of locales, with the fields that its locale inherits.
struct LocaleRow {
  /// The fields in the order of the table; `LocaleLine` writes them.
  enum Field: Int, CaseIterable {
    case zero, decimal, group, percent, percentPlace, groups, signMark, direction
    case calendar, longDate, fullDate, shortDate, time, morning, afternoon
    case weekdays, shortWeekdays, months, shortMonths
    case englishName, ownName
  }

  let name: String
  private var fields: [String]

  subscript(field: Field) -> String { fields[field.rawValue] }

  /// Finds the row of a locale; nil if the table has none.
  init?(_ name: String) {
    guard let fields = Self.ownFields(of: name) else { return nil }
    (self.name, self.fields) = (name, fields)
    guard let dash = name.lastIndex(of: "-"), let parent = LocaleRow(String(name[..<dash])) else {
      return
    }
    for index in fields.indices where fields[index].isEmpty {
      self.fields[index] = parent.fields[index]
    }
  }

  private init?(line: some Sequence<UInt8>) {
    let parts = String(decoding: Array(line), as: UTF8.self)
      .split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard parts.count == 1 + Field.allCases.count else { return nil }
    (name, fields) = (parts[0], Array(parts.dropFirst()))
  }

  private static func ownFields(of name: String) -> [String]? {
    let key = Array((name + "\t").utf8)
    return line { $0.starts(with: key) }.flatMap { LocaleRow(line: $0)?.fields }
  }

  /// The rows without a script or a country.
  static var languages: [LocaleRow] {
    var rows: [LocaleRow] = []
    _ = line { line in
      if let end = line.firstIndex(of: 0x09), !line[..<end].contains(0x2D), end > line.startIndex,
        let row = LocaleRow(line: line)
      {
        rows.append(row)
      }
      return false
    }
    return rows
  }

  /// Returns the first line for which `isWanted` returns true.
  private static func line(where isWanted: (Slice<UnsafeBufferPointer<UInt8>>) -> Bool) -> [UInt8]?
  {
    localeTable.withUTF8Buffer { bytes in
      var start = bytes.startIndex
      while start < bytes.endIndex {
        let end = bytes[start...].firstIndex(of: 0x0A) ?? bytes.endIndex
        if isWanted(bytes[start..<end]) { return Array(bytes[start..<end]) }
        start = end + 1
      }
      return nil
    }
  }
}

extension LocaleRow {
  var numbers: NumberSymbols {
    let groups = self[.groups].split(separator: ";").compactMap { Int($0) }
    return NumberSymbols(
      zero: UInt32(self[.zero], radix: 16).flatMap(Unicode.Scalar.init) ?? "0",
      decimal: self[.decimal], group: self[.group], percent: self[.percent],
      isPercentFirst: self[.percentPlace] == "first",
      signMark: UInt32(self[.signMark], radix: 16).flatMap { $0 > 0 ? Unicode.Scalar($0) : nil },
      groups: (groups.first ?? 0, groups.last ?? 0))
  }

  var dates: DateWords {
    DateWords(
      calendar: PanelCalendar(rawValue: self[.calendar]) ?? .gregorian,
      patterns: [
        .long: self[.longDate], .full: self[.fullDate], .short: self[.shortDate],
        .time: self[.time],
      ], halves: [self[.morning], self[.afternoon]], weekdays: list(.weekdays),
      shortWeekdays: list(.shortWeekdays), months: list(.months), shortMonths: list(.shortMonths),
      numbers: numbers)
  }

  private func list(_ field: Field) -> [String] {
    self[field].split(separator: "|", omittingEmptySubsequences: false).map(String.init)
  }
}
