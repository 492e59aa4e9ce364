internal import Glibc

/// Times in human-readable form.
public enum LocalTime {
  /// Formats a moment in local time; names are in the machine's language (`LC_TIME`).
  ///
  /// Source: strftime(3).
  ///
  /// - Parameters:
  ///   - format: A format with the conversions of strftime(3).
  ///   - moment: Seconds of UTC (Unix time).
  /// - Returns: The text; empty if it is longer than 512 bytes.
  public static func text(_ format: String, atUTCSeconds moment: Int64) -> String {
    var seconds = time_t(moment)
    var local = tm()
    guard localtime_r(&seconds, &local) != nil else { return "" }
    return withUnsafeTemporaryAllocation(of: CChar.self, capacity: 512) { buffer in
      guard let start = buffer.baseAddress else { return "" }
      let count =
        if let names { strftime_l(start, buffer.count, format, &local, names) } else {
          strftime(start, buffer.count, format, &local)
        }
      return String(
        decoding: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]),
        as: UTF8.self)
    }
  }

  /// The fields of a moment in local time: the year, the month from 1, the day, the weekday from 0
  /// for Sunday, the hour and the minute.
  ///
  /// Source: localtime_r(3).
  ///
  /// - Parameter moment: Seconds of UTC (Unix time).
  /// - Returns: The fields; nil for a year that is out of range.
  public static func fields(
    atUTCSeconds moment: Int64
  ) -> (year: Int, month: Int, day: Int, weekday: Int, hour: Int, minute: Int)? {
    var seconds = time_t(moment)
    var local = tm()
    guard localtime_r(&seconds, &local) != nil else { return nil }
    return (
      Int(local.tm_year) + 1900, Int(local.tm_mon) + 1, Int(local.tm_mday), Int(local.tm_wday),
      Int(local.tm_hour), Int(local.tm_min)
    )
  }

  /// Nil if that language is not installed; then names are English.
  private nonisolated(unsafe) static let names = newlocale(LC_TIME_MASK, "", nil)
}
