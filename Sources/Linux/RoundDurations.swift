/// Counts the rounds of an event loop that take long, and says when one is to be reported.
///
/// A round is everything that the loop does between two waits. While it lasts, no finger is followed
/// and no frame is shown, so a handler that blocks costs frames. Times are microseconds and come
/// from the caller.
///
/// | # | round | result |
/// |---|---|---|
/// | 1 | takes up to the limit | counted |
/// | 2 | takes longer | counted as long, reported |
/// | 3 | takes longer, within a second of the last report | counted as long, part of the next report |
/// | 4 | takes longer because of work that is measured elsewhere | as its remaining time |
/// | 5 | ends before it begins | takes no time |
public struct RoundDurations: Hashable, Sendable {
  /// The longest that a round may take: a third of a frame at 60 Hz.
  public static let limitMicroseconds: Int64 = 5_000
  /// The least time between two reports.
  static let reportMicroseconds: Int64 = 1_000_000

  /// How many rounds there were.
  public private(set) var count = 0
  /// How many of them took longer than the limit.
  public private(set) var longCount = 0
  /// The longest of all, in microseconds.
  public private(set) var longestMicroseconds: Int64 = 0

  private var unreportedCount = 0
  private var nextReportMicroseconds = Int64.min

  /// No rounds yet.
  public init() {}

  /// Counts a round.
  ///
  /// - Parameters:
  ///   - start: When it began, in microseconds.
  ///   - end: When it ended, in microseconds.
  ///   - excluded: Microseconds of it that are measured elsewhere, such as drawing a frame.
  /// - Returns: How many long rounds to report, this one and those before that were not reported; 0
  ///   for no report.
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
  /// How long it took, without what is measured elsewhere.
  public var microseconds: Int64
  /// Source files of what it handled, such as "Touch/LibinputSource.swift", in order.
  public var sources: [String]
  /// How many long rounds before it were not reported.
  public var unreportedCount: Int
}
