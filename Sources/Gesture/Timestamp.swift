/// A time of the kernel's `CLOCK_MONOTONIC`, in microseconds.
///
/// Times come with the events; nothing here reads a clock. Between events of different devices time
/// can run backwards.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds of `CLOCK_MONOTONIC`.
  public var microseconds: Int64

  /// A time in microseconds of `CLOCK_MONOTONIC`.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// True if `left` is earlier.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The time so many microseconds later; saturates instead of overflowing.
  public func advanced(byMicroseconds interval: Int64) -> Timestamp {
    let (sum, overflow) = microseconds.addingReportingOverflow(interval)
    return Timestamp(microseconds: overflow ? (interval < 0 ? .min : .max) : sum)
  }

  /// Microseconds from `earlier` to this time, negative if it is later; saturates.
  public func microseconds(since earlier: Timestamp) -> Int64 {
    let (difference, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
    return overflow ? (microseconds < earlier.microseconds ? .min : .max) : difference
  }

  /// How much of a motion has happened.
  ///
  /// A motion that begins further ahead than it lasts is over, too: time was set back, and the motion
  /// would last until the earlier time is reached again.
  ///
  /// - Parameters:
  ///   - start: When it begins.
  ///   - duration: How long it lasts, in microseconds.
  /// - Returns: From 0 to below 1; nil once it is over.
  public func progress(since start: Timestamp, ofMicroseconds duration: Int64) -> Double? {
    let elapsed = microseconds(since: start)
    guard (-duration..<duration).contains(elapsed) else { return nil }
    return Double(max(elapsed, 0)) / Double(duration)
  }
}
