/// A moment of the kernel's `CLOCK_MONOTONIC`, in microseconds.
///
/// Time is data here: it comes with the events, nothing below the event loop reads a clock. Moments
/// of different devices may run backwards.
public struct Timestamp: Hashable, Comparable, Sendable {
  public var microseconds: Int64

  public init(microseconds: Int64) {
    self.microseconds = microseconds
  }

  public static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.microseconds < right.microseconds
  }

  /// The moment so many microseconds later; saturates instead of overflowing.
  public func advanced(byMicroseconds interval: Int64) -> Timestamp {
    let (sum, overflow) = microseconds.addingReportingOverflow(interval)
    return Timestamp(microseconds: overflow ? (interval < 0 ? .min : .max) : sum)
  }

  /// Microseconds from `earlier` to this moment, negative if time ran backwards; saturates.
  public func microseconds(since earlier: Timestamp) -> Int64 {
    let (difference, overflow) = microseconds.subtractingReportingOverflow(earlier.microseconds)
    return overflow ? (microseconds < earlier.microseconds ? .min : .max) : difference
  }
}
