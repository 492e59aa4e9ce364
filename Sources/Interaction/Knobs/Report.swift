public import Gesture

/// When a knob reports changes by a finger: the layout key `report`.
public struct Report: Hashable, Sendable {
  /// When changes are reported.
  public enum Occasion: String, CaseIterable, Sendable {
    /// While it turns.
    case always
    /// Only when the finger lifts.
    case release
  }

  /// When changes are reported.
  public var occasion = Occasion.always
  /// The maximum number of reports per second while it turns; nil for every change.
  ///
  /// The last value is always reported.
  public var perSecond: Double?

  /// Creates a setting that reports every change at once.
  public init() {}
}

/// Decides which changes of a knob are reported, and when.
///
/// | # | change | result |
/// |---|---|---|
/// | 1 | `always`, no limit or the last report is long enough ago | reported |
/// | 2 | `always`, too soon | waits until `wake` |
/// | 3 | while one waits | replaces the waiting one |
/// | 4 | `release` | waits until the finger lifts |
/// | 5 | waits, the finger lifts | reported |
public struct Reporter: Sendable {
  private let report: Report
  private var last: Timestamp?
  /// Whether a change is waiting to be reported.
  public private(set) var isWaiting = false

  /// Creates a reporter for a knob.
  public init(_ report: Report) {
    self.report = report
  }

  /// When the waiting change is reported; nil for none, or if it waits for the finger to lift.
  public var wake: Timestamp? {
    guard isWaiting, report.occasion == .always, let last else { return nil }
    return last.advanced(byMicroseconds: interval)
  }

  /// Records a change; returns whether to report it now.
  public mutating func change(at time: Timestamp) -> Bool {
    isWaiting = true
    return tick(at: time)
  }

  /// Returns whether a waiting change is to be reported now.
  public mutating func tick(at time: Timestamp) -> Bool {
    guard isWaiting, report.occasion == .always else { return false }
    if let last {
      let elapsed = time.microseconds(since: last)
      // If time runs backwards, the change does not wait.
      if elapsed >= 0, elapsed < interval { return false }
    }
    last = time
    isWaiting = false
    return true
  }

  /// Handles the finger lifting; returns whether to report a waiting change.
  public mutating func finish() -> Bool {
    defer { isWaiting = false }
    return isWaiting
  }

  private var interval: Int64 {
    guard let perSecond = report.perSecond, perSecond > 0 else { return 0 }
    return Int64((1e6 / perSecond).clamped(to: 0...3.6e9))
  }
}
