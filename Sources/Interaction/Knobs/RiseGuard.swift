public import Gesture

/// Limits how far a knob may be raised: by a finger, and for the hard limit by anything; and how far
/// a finger may turn it from a preset.
///
/// | # | limit | a rise | beyond |
/// |---|---|---|---|
/// | 1 | per second | up to the allowance accumulated since the last rise, at most that of a quarter second | stays |
/// | 2 | per gesture | up to a fixed amount above the value at the start of the touch | stays |
/// | 3 | ceiling | up to it, if the value was below it at the start | stays |
/// | 4 | ceiling | any, if the value was at or above it at the start | – |
/// | 5 | limit | up to it, whatever the value at the start | stays |
/// | 6 | any but `within` | down | never limited |
/// | 7 | within | up or down, up to so far from the last preset or default | stays |
/// | 8 | within | towards that range, if something else has set a value outside of it | – |
public struct RiseGuard: Sendable {
  private let perSecond: Double?
  private let perGesture: Double?
  private let ceiling: Double?
  /// The highest value to which anything on the panel may raise the knob.
  ///
  /// It is the end of the range if there is no limit, and the beginning of the range until a limit
  /// that is another knob's value is set.
  public private(set) var limit: Double
  /// Whether there is any limit.
  public let isActive: Bool
  private let scale: Scale
  private let within: Double?
  /// The last preset or default, from which `within` counts; ignored without it.
  public var origin: Double?
  private var initialValue = 0.0
  /// The rise currently allowed.
  private var allowance = 0.0
  private var last = Timestamp(microseconds: 0)

  /// Creates the guard of a knob with this scale; ceiling and limit are rounded down to a step.
  ///
  /// - Parameters:
  ///   - guards: The knob's guards.
  ///   - scale: The knob's scale.
  ///   - defaultValue: The knob's default, from which `within` counts at first.
  public init(_ guards: Guards, scale: Scale, defaultValue: Double? = nil) {
    self.scale = scale
    within = guards.within
    origin = defaultValue
    perSecond = guards.maximumRisePerSecond
    perGesture = guards.maximumRisePerGesture
    ceiling = guards.ceiling.map(scale.stepBelow)
    limit = guards.limit.map(scale.stepBelow) ?? scale.range.upperBound
    if guards.limitKnob != nil { limit = scale.range.lowerBound }
    isActive =
      guards.limitKnob != nil
      || [perSecond, perGesture, ceiling, within, guards.limit].contains { $0 != nil }
  }

  /// Sets the limit, rounded down to a step.
  public mutating func set(limit value: Double) {
    limit = scale.stepBelow(value.clamped(to: scale.range.lowerBound...scale.range.upperBound))
  }

  /// The values to which a finger may turn the knob by `within`, on steps; nil for all.
  public var window: ClosedRange<Double>? {
    guard let within, let origin else { return nil }
    let range = scale.range
    let low = scale.stepAbove((origin - within).clamped(to: range.lowerBound...range.upperBound))
    let high = scale.stepBelow((origin + within).clamped(to: range.lowerBound...range.upperBound))
    return min(low, high)...high
  }

  /// Starts a contact at a value.
  public mutating func begin(at value: Double, time: Timestamp) {
    initialValue = value
    last = time
    allowance = burst
  }

  /// Returns the highest value that the finger may reach now.
  public mutating func highest(from value: Double, at time: Timestamp) -> Double {
    var highest = highestOfTouch
    if let perSecond {
      let seconds = Double(max(time.microseconds(since: last), 0)) / 1e6
      allowance = min(allowance + perSecond * seconds, burst)
      last = time
      highest = min(highest, value + allowance)
    }
    return highest
  }

  /// The highest value that the finger may reach, given enough time.
  public var highestOfTouch: Double {
    var highest = limit
    if let perGesture { highest = min(highest, initialValue + perGesture) }
    if let ceiling, initialValue < ceiling { highest = min(highest, ceiling) }
    if let window { highest = min(highest, window.upperBound) }
    return highest
  }

  /// Records a change of the value by the finger.
  public mutating func moved(from old: Double, to new: Double) {
    allowance = (allowance - max(new - old, 0)).clamped(to: 0...max(burst, 0))
  }

  private var burst: Double { (perSecond ?? 0) / 4 }
}

extension Scale {
  /// Returns the step at or below a value in the range; the value itself on a smooth scale.
  fileprivate func stepBelow(_ value: Double) -> Double {
    guard step > 0, value < range.upperBound else { return value }
    return range.lowerBound + ((value - range.lowerBound) / step + 1e-9).rounded(.down) * step
  }

  /// Returns the step at or above a value in the range; the value itself on a smooth scale.
  fileprivate func stepAbove(_ value: Double) -> Double {
    guard step > 0, value > range.lowerBound else { return value }
    let above = ((value - range.lowerBound) / step - 1e-9).rounded(.up) * step
    return min(range.lowerBound + above, range.upperBound)
  }
}
