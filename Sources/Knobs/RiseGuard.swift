public import Gesture

/// Limits how far a finger may raise a knob.
///
/// | # | limit | a rise | beyond |
/// |---|---|---|---|
/// | 1 | per second | up to what the time since the last rise allows, a quarter second's at most | stays |
/// | 2 | per gesture | up to so much above the value that the finger found | stays |
/// | 3 | ceiling | up to it, if the finger found the value below | stays |
/// | 4 | ceiling | any, if the finger found the value there | – |
/// | 5 | any | down | never limited |
public struct RiseGuard: Sendable {
  private let perSecond: Double?
  private let perGesture: Double?
  private let ceiling: Double?
  private var found = 0.0
  /// How much of a rise is allowed now.
  private var allowance = 0.0
  private var last = Timestamp(microseconds: 0)

  /// The guard of a knob with this scale; the ceiling is rounded down to a step.
  public init(_ guards: Guards, scale: Scale) {
    perSecond = guards.maximumRisePerSecond
    perGesture = guards.maximumRisePerGesture
    ceiling = guards.ceiling.map { ceiling in
      guard scale.step > 0 else { return ceiling }
      let steps = ((ceiling - scale.range.lowerBound) / scale.step + 1e-9).rounded(.down)
      return scale.range.lowerBound + steps * scale.step
    }
  }

  /// True if there is any limit.
  public var isActive: Bool { perSecond != nil || perGesture != nil || ceiling != nil }

  /// A contact begins at a value.
  public mutating func begin(at value: Double, time: Timestamp) {
    found = value
    last = time
    allowance = burst
  }

  /// The highest value that the finger may reach now.
  public mutating func highest(from value: Double, at time: Timestamp) -> Double {
    var highest = Double.infinity
    if let perSecond {
      let seconds = Double(max(time.microseconds(since: last), 0)) / 1e6
      allowance = min(allowance + perSecond * seconds, burst)
      last = time
      highest = value + allowance
    }
    if let perGesture { highest = min(highest, found + perGesture) }
    if let ceiling, found < ceiling { highest = min(highest, ceiling) }
    return highest
  }

  /// Says that the finger has moved the value.
  public mutating func moved(from old: Double, to new: Double) {
    allowance = (allowance - max(new - old, 0)).clamped(to: 0...max(burst, 0))
  }

  private var burst: Double { (perSecond ?? 0) / 4 }
}
