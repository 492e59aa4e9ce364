public import Gesture

/// When a knob reports the changes of a finger: the layout key `report`.
public struct Report: Hashable, Sendable {
  /// When changes are reported.
  public enum Occasion: String, CaseIterable, Sendable {
    /// While it turns.
    case always
    /// Only when the finger leaves.
    case release
  }

  /// When changes are reported.
  public var occasion = Occasion.always
  /// The most reports per second while it turns; nil for every change.
  ///
  /// The last value is always reported.
  public var perSecond: Double?

  /// Every change at once.
  public init() {}
}

/// Decides which changes of a knob are reported, and when.
///
/// | # | a change | what happens |
/// |---|---|---|
/// | 1 | `always`, no limit or the last report is long enough ago | reported |
/// | 2 | `always`, too soon | waits until `wake` |
/// | 3 | while one waits | replaces that one |
/// | 4 | `release` | waits until the finger lifts |
/// | 5 | waits, the finger lifts | reported |
public struct Reporter: Sendable {
  private let report: Report
  private var last: Timestamp?
  /// True while a change waits to be reported.
  public private(set) var isWaiting = false

  /// A reporter of a knob.
  public init(_ report: Report) {
    self.report = report
  }

  /// When the waiting change is reported; nil if there is none or it waits for the finger.
  public var wake: Timestamp? {
    guard isWaiting, report.occasion == .always, let last else { return nil }
    return last.advanced(byMicroseconds: interval)
  }

  /// Notes a change; true if it is to be reported now.
  public mutating func change(at time: Timestamp) -> Bool {
    isWaiting = true
    return tick(at: time)
  }

  /// True if a change waits and is to be reported now.
  public mutating func tick(at time: Timestamp) -> Bool {
    guard isWaiting, report.occasion == .always else { return false }
    if let last {
      let elapsed = time.microseconds(since: last)
      // If time ran backwards, it does not wait.
      if elapsed >= 0, elapsed < interval { return false }
    }
    last = time
    isWaiting = false
    return true
  }

  /// The finger lifts; true if a waiting change is to be reported.
  public mutating func finish() -> Bool {
    defer { isWaiting = false }
    return isWaiting
  }

  private var interval: Int64 {
    guard let perSecond = report.perSecond, perSecond > 0 else { return 0 }
    return Int64((1e6 / perSecond).clamped(to: 0...3.6e9))
  }
}
