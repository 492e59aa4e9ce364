/// Counts long rounds of an event loop, and decides when to report one.
///
/// A round is everything that the loop does between two waits. Until it ends, no touch is handled
/// and no frame is shown, so a handler that blocks costs frames. Times are in microseconds and are
/// passed in by the caller.
///
/// | # | round | result |
/// |---|---|---|
/// | 1 | takes up to the limit | counted |
/// | 2 | takes longer | counted as long, reported |
/// | 3 | takes longer, within a second of the last report | counted as long, in the next report |
/// | 4 | takes longer because of work measured elsewhere | treated by its remaining time |
/// | 5 | ends before it begins | treated as zero time |
public struct RoundDurations: Hashable, Sendable {
  /// The limit for a round: a third of a frame at 60 Hz.
  public static let limitMicroseconds: Int64 = 5_000
  /// The minimum time between two reports.
  static let reportMicroseconds: Int64 = 1_000_000

  /// The number of rounds.
  public private(set) var count = 0
  /// The number of rounds that exceeded the limit.
  public private(set) var longCount = 0
  /// The longest round, in microseconds.
  public private(set) var longestMicroseconds: Int64 = 0

  private var unreportedCount = 0
  private var nextReportMicroseconds = Int64.min

  /// Starts without rounds.
  public init() {}

  /// Counts a round.
  ///
  /// - Parameters:
  ///   - start: When it began, in microseconds.
  ///   - end: When it ended, in microseconds.
  ///   - excluded: The part measured elsewhere, such as drawing a frame, in microseconds.
  /// - Returns: The number of long rounds to report, including earlier unreported ones; 0 for no
  ///   report.
  public mutating func note(
    from start: Int64, to end: Int64, excluding excluded: Int64 = 0
  ) -> Int {
    count += 1
    let duration = max(end - start - excluded, 0)
    longestMicroseconds = max(longestMicroseconds, duration)
    guard duration > Self.limitMicroseconds else { return 0 }
    longCount += 1
    unreportedCount += 1
    guard end >= nextReportMicroseconds else { return 0 }
    nextReportMicroseconds = end + Self.reportMicroseconds
    defer { unreportedCount = 0 }
    return unreportedCount
  }
}

/// A round of an event loop that took longer than `RoundDurations.limitMicroseconds`.
public struct LongRound: Hashable, Sendable {
  /// Its duration, without the time measured elsewhere.
  public var microseconds: Int64
  /// The source files of its handlers, such as "Touch/LibinputSource.swift", in order.
  public var sources: [String]
  /// The number of earlier, unreported long rounds.
  public var unreportedCount: Int
}
