public import Gesture

/// When a knob tells what a finger does to it.
public struct Report: Hashable, Sendable {
  public enum Occasion: String, CaseIterable, Sendable {
    /// While it turns.
    case always
    /// Only when the finger leaves.
    case release
  }

  public var occasion = Occasion.always
  /// How often at most it tells while it turns; nil for every change.
  ///
  /// The last value is always told.
  public var perSecond: Double?

  public init() {}
}

/// Which changes of a knob are told, and when those that have to wait.
///
/// | # | a change | what happens |
/// |---|---|---|
/// | 1 | `always`, no limit or none told for long enough | told |
/// | 2 | `always`, too soon | waits until `wake` |
/// | 3 | while one waits | the new one waits in its place |
/// | 4 | `release` | waits for the finger to leave |
/// | 5 | waits, the finger leaves | told |
public struct Reporter: Sendable {
  private let report: Report
  private var last: Timestamp?
  /// True while a change waits to be told.
  public private(set) var isWaiting = false

  public init(_ report: Report) {
    self.report = report
  }

  /// When the change that waits is told; nil if none does or it waits for the finger.
  public var wake: Timestamp? {
    guard isWaiting, report.occasion == .always, let last else { return nil }
    return last.advanced(byMicroseconds: interval)
  }

  /// Notes a change; true if it is to be told now.
  public mutating func change(at time: Timestamp) -> Bool {
    isWaiting = true
    return tick(at: time)
  }

  /// True if the change that waits is to be told now.
  public mutating func tick(at time: Timestamp) -> Bool {
    guard isWaiting, report.occasion == .always else { return false }
    if let last {
      let elapsed = time.microseconds(since: last)
      // Time that ran backwards is no reason to wait.
      if elapsed >= 0, elapsed < interval { return false }
    }
    last = time
    isWaiting = false
    return true
  }

  /// The finger leaves; true if a change that waited is to be told.
  public mutating func finish() -> Bool {
    defer { isWaiting = false }
    return isWaiting
  }

  private var interval: Int64 {
    guard let perSecond = report.perSecond, perSecond > 0 else { return 0 }
    return Int64((1e6 / perSecond).clamped(to: 0...3.6e9))
  }
}
