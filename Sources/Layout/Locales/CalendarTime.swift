/// A local time, in the calendar of the Gregorian reform.
public struct CalendarTime: Hashable, Sendable {
  /// The year of the common era.
  public var year: Int
  /// 1…12.
  public var month: Int
  /// 1…31.
  public var day: Int
  /// From 0, Sunday, to 6.
  public var weekday: Int
  /// 0…23.
  public var hour: Int
  /// 0…59.
  public var minute: Int

  /// Creates a time; the caller guarantees the ranges.
  public init(year: Int, month: Int, day: Int, weekday: Int, hour: Int, minute: Int) {
    self.year = year
    self.month = month
    self.day = day
    self.weekday = weekday
    self.hour = hour
    self.minute = minute
  }
}

/// The calendars whose dates a panel can show.
enum PanelCalendar: String, Sendable {
  case gregorian
  /// Thailand's: Gregorian, with years from 543 BCE.
  case buddhist
  /// The solar Hijri calendar of Iran and Afghanistan.
  case persian

  /// Returns the year, the month (1…12) and the day of a time.
  func date(of time: CalendarTime) -> (year: Int, month: Int, day: Int) {
    switch self {
    case .gregorian: (time.year, time.month, time.day)
    case .buddhist: (time.year + 543, time.month, time.day)
    case .persian: Self.persianDate(of: time)
    }
  }

  /// Source: ICU 76, persncal.cpp, with leap years in cycles of 33 years; right from 1799 to 2124.
  private static func persianDate(of time: CalendarTime) -> (year: Int, month: Int, day: Int) {
    let days = julianDay(of: time) - 1_948_320
    let year = 1 + floorDivide(33 * days + 3, 12_053)
    let dayOfYear = days - (365 * (year - 1) + floorDivide(8 * year + 21, 33))
    // Six months of 31 days, then months of 30.
    let month = dayOfYear < 216 ? dayOfYear / 31 : (dayOfYear - 6) / 30
    let monthStart = month <= 6 ? month * 31 : month * 30 + 6
    return (year, month + 1, dayOfYear - monthStart + 1)
  }

  /// Returns the Julian day that begins at noon of a date.
  private static func julianDay(of time: CalendarTime) -> Int {
    // Years that begin in March, so that a leap day is the last day.
    let shift = time.month <= 2 ? 1 : 0
    let (year, month) = (time.year + 4800 - shift, time.month + 12 * shift - 3)
    return time.day + (153 * month + 2) / 5 + 365 * year + year / 4 - year / 100 + year / 400
      - 32_045
  }

  private static func floorDivide(_ number: Int, _ divisor: Int) -> Int {
    Int((Double(number) / Double(divisor)).rounded(.down))
  }
}
