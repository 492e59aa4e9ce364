public import Gesture

/// The times in the JSON of events: seconds since an origin, and the date and time.
public struct EventClock: Sendable {
  /// The zero point of `t`.
  public var origin: Timestamp
  /// Microseconds of UTC (Unix time) minus those of timestamps; nil for lines without a date, such
  /// as those of a recording.
  public var utcOffsetMicroseconds: Int64?

  /// Creates a clock, by default without a date.
  public init(origin: Timestamp, utcOffsetMicroseconds: Int64? = nil) {
    (self.origin, self.utcOffsetMicroseconds) = (origin, utcOffsetMicroseconds)
  }

  func add(_ time: Timestamp, to fields: inout EventFields) {
    fields.add(.t, json: secondsText(at: time))
    if let text = utcText(at: time) { fields.add(.time, json: "\"\(text)\"") }
  }

  /// Returns the seconds since the origin, with six decimals.
  public func secondsText(at time: Timestamp) -> String {
    let microseconds = time.microseconds(since: origin)
    let (seconds, fraction) = microseconds.magnitude.quotientAndRemainder(dividingBy: 1_000_000)
    return "\(microseconds < 0 ? "-" : "")\(seconds).\(Self.padded(Int(fraction), 6))"
  }

  /// Returns the date and time in UTC with milliseconds (RFC 3339); nil for a clock without a date,
  /// or outside the years 1970 to 9999.
  public func utcText(at time: Timestamp) -> String? {
    guard let offset = utcOffsetMicroseconds else { return nil }
    let (moment, isTooLarge) = time.microseconds.addingReportingOverflow(offset)
    guard !isTooLarge, moment >= 0, moment / 86_400_000_000 <= Self.lastDay else { return nil }
    let milliseconds = Int(moment / 1000)
    let (days, rest) = milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let date = Self.date(ofDay: days)
    let clock = [rest / 3_600_000, rest / 60_000 % 60, rest / 1000 % 60].map { Self.padded($0, 2) }
    return "\(Self.padded(date.year, 4))-\(Self.padded(date.month, 2))-\(Self.padded(date.day, 2))T"
      + "\(clock.joined(separator: ":")).\(Self.padded(rest % 1000, 3))Z"
  }

  /// The number of days from 1970-01-01 to 9999-12-31.
  private static let lastDay = 2_932_896

  /// Returns the date of a day since 1970-01-01, in the Gregorian calendar.
  ///
  /// Counts in years that begin in March, so that the leap day is the last one, and in cycles of 400
  /// years, which all have 146,097 days.
  private static func date(ofDay day: Int) -> (year: Int, month: Int, day: Int) {
    let (cycle, cycleDay) = (day + 719_468).quotientAndRemainder(dividingBy: 146_097)
    let year = (cycleDay - cycleDay / 1460 + cycleDay / 36_524 - cycleDay / 146_096) / 365
    let yearDay = cycleDay - (365 * year + year / 4 - year / 100)
    let shifted = (5 * yearDay + 2) / 153
    let month = shifted < 10 ? shifted + 3 : shifted - 9
    return (
      year: cycle * 400 + year + (month <= 2 ? 1 : 0), month: month,
      day: yearDay - (153 * shifted + 2) / 5 + 1
    )
  }

  private static func padded(_ number: Int, _ count: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(count - digits.utf8.count, 0)) + digits
  }
}
