public import Gesture

/// A steady change of a knob's position over a time.
public struct Ramp: Sendable {
  /// The most steps of one ramp: a long one does not wake the panel for changes that cannot be seen.
  private static let stepLimit: Int64 = 500
  /// The least time between two steps: one frame at 60 Hz.
  private static let leastStepMicroseconds: Int64 = 16_667

  /// The value at the end.
  public let target: Double
  private let from: Double
  private let to: Double
  private let start: Timestamp
  private let microseconds: Int64
  /// When to continue.
  public private(set) var next: Timestamp

  /// Creates a ramp from where a knob is now.
  ///
  /// - Parameters:
  ///   - knob: The knob.
  ///   - target: The value at the end, within the range.
  ///   - microseconds: How long it takes; positive.
  ///   - start: When it begins.
  public init(of knob: Knob, to target: Double, microseconds: Int64, start: Timestamp) {
    self.target = target
    from = knob.position
    to = knob.scale.position(ofValue: target)
    self.start = start
    self.microseconds = microseconds
    next = start
    advance(to: start)
  }

  /// Returns the value at a time; nil once the ramp is over.
  public func value(at time: Timestamp, on scale: Scale) -> Double? {
    time.progress(since: start, ofMicroseconds: microseconds).map {
      scale.value(atPosition: from + (to - from) * $0)
    }
  }

  /// Plans the next step after a time.
  public mutating func advance(to time: Timestamp) {
    let step = max(microseconds / Self.stepLimit, Self.leastStepMicroseconds)
    next = min(
      time.advanced(byMicroseconds: step), start.advanced(byMicroseconds: microseconds))
  }
}
