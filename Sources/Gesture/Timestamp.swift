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
}
