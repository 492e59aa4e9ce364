/// A time on the kernel's `CLOCK_MONOTONIC`, in microseconds.
///
/// Times come with the events; nothing here reads a clock. Between events of different devices time
/// can run backwards.
public struct Timestamp: Hashable, Comparable, Sendable {
  /// Microseconds of `CLOCK_MONOTONIC`.
  public var microseconds: Int64

  /// Creates a time from microseconds of `CLOCK_MONOTONIC`.
  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  /// Returns whether `left` is earlier.
  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// Returns the time after an interval in microseconds; saturates instead of overflowing.
  public func advanced(byMicroseconds interval: Int64) -> Timestamp {
    let (sum, overflow) = microseconds.addingReportingOverflow(interval)
    return Timestamp(microseconds: overflow ? (interval < 0 ? .min : .max) : sum)
  }

  /// Returns the microseconds from `earlier` to this time, negative if it is later; saturates.
  public func microseconds(since earlier: Timestamp) -> Int64 {
    let (difference, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
    return overflow ? (microseconds < earlier.microseconds ? .min : .max) : difference
  }

  /// Returns the elapsed fraction of an animation.
  ///
  /// An animation that begins further in the future than its duration is also over: the time was
  /// set back, and the animation would otherwise last until the earlier time is reached again.
  ///
  /// - Parameters:
  ///   - start: When it begins.
  ///   - duration: How long it lasts, in microseconds.
  /// - Returns: From 0 to below 1; nil if the animation is over.
  public func progress(since start: Timestamp, ofMicroseconds duration: Int64) -> Double? {
    let elapsed = microseconds(since: start)
    guard (-duration..<duration).contains(elapsed) else { return nil }
    return Double(max(elapsed, 0)) / Double(duration)
  }
}
