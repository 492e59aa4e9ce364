internal import Gesture

/// A knob's pointer and value, and the effect of turns on them.
///
/// | # | the knob | a turn | position | value |
/// |---|---|---|---|---|
/// | 1 | arc, between its ends | any | moves by turn / sweep | the nearest step |
/// | 2 | arc, would pass an end | `discard` | stays at the end; the rest is discarded | the end's |
/// | 3 | arc, would pass an end | `hold` | stays until the finger is back at that angle | the end's |
/// | 4 | endless, sectors | past the last position | continues at the first | wraps |
/// | 5 | stepped | within `hysteresis` beyond the middle between two steps | moves | stays |
/// | 6 | stepped | further | moves | the nearest step |
/// | 7 | arc, would pass an end | `slack` | stays until the entire excess is turned back | the end's |
/// | 8 | stepped, `snap: release` | any | moves | smooth; the nearest step once the finger lifts |
/// | 9 | stepped, `snap: none` | any | moves | always smooth |
/// | 10 | any, with magnets | near a magnet | moves | the magnet's; further out it catches up |
/// | 11 | sectors | the finger lifts | the middle of a sector | that sector |
/// | 12 | arc, with a highest position | would pass it | stays there; the rest is discarded | that position's, or lower |
///
/// The exact position is kept, also between steps, so that slow turns add up and none are lost.
public struct Knob: Sendable {
  /// The handling of turns beyond an end.
  public enum OverTravel: String, CaseIterable, Sendable {
    /// The excess is ignored: turning back moves the pointer at once.
    case discard
    /// The pointer stays until the entire excess is turned back.
    case slack
    /// The pointer stays until the finger is back at the angle of the end; whole turns beyond the
    /// end need not be turned back.
    case hold
  }

  /// When the value of a stepped knob moves to a step.
  public enum Snap: String, CaseIterable, Sendable {
    /// While it is turned.
    case always
    /// When the finger lifts.
    case release
    /// Never: the value can be anything in its range.
    case none
  }

  /// The state that turning changes, which can be restored.
  public struct Mark: Hashable, Sendable {
    /// On a step, within the range.
    public var value: Double
    fileprivate var position: Double
    fileprivate var reach: Double
  }

  /// The possible values.
  public let scale: Scale
  /// The possible pointer positions.
  public let travel: Travel
  /// The handling of turns beyond an end.
  public var overTravel: OverTravel
  /// When the value moves to a step.
  public let snap: Snap
  /// The values that attract the pointer.
  public let magnets: [Magnet]
  /// Whether a wheel of sectors keeps turning for a while after the finger lifts.
  public let hasInertia: Bool

  /// The pointer's position along the travel, 0…1.
  public private(set) var position: Double
  /// On a step, within the range.
  public private(set) var value: Double
  /// How often the pointer passed the end of the travel forward, minus how often backward.
  public private(set) var laps = 0
  /// How far the finger is beyond an end, in radians, clockwise positive; 0 within the ends.
  public private(set) var strain = 0.0

  /// Whether the last turn was towards an end or the highest position and would have passed it.
  public private(set) var wasStopped = false

  /// The position including turns beyond the ends; equal to `position` for `discard`.
  private var reach: Double
  /// The scale without steps.
  private let smooth: Scale

  /// How far the pointer passes the middle between two steps before the value follows, in steps:
  /// enough to prevent flicker under a finger resting there.
  static let hysteresis = 0.1

  /// Creates a knob with a value.
  public init(
    scale: Scale, travel: Travel = .standard, value: Double, overTravel: OverTravel = .discard,
    snap: Snap = .always, magnets: [Magnet] = [], hasInertia: Bool = false
  ) {
    if case .sectors(let names) = travel {
      // The value of a wheel is its sector's index.
      self.scale = Scale(range: 0...Double(max(names.count - 1, 0)), step: 1)
    } else {
      self.scale = scale
    }
    smooth = Scale(range: self.scale.range, taper: self.scale.taper)
    self.travel = travel
    self.overTravel = overTravel
    self.snap = snap
    self.magnets = magnets
    self.hasInertia = hasInertia
    self.value = self.scale.nearestStep(to: value)
    position = 0
    reach = 0
    set(value: value)
  }

  /// The pointer's angle in degrees.
  public var angle: Double { travel.angle(atPosition: position) }

  /// The value as a fraction 0…1 of the range.
  public var level: Double { scale.level(ofValue: value) }

  /// The value at the pointer's exact position, ignoring steps.
  public var exactValue: Double { scale.value(atPosition: position) }

  /// The current state, for `restore`.
  public var mark: Mark { Mark(value: value, position: position, reach: reach) }

  /// Restores a state, but raises the value no higher than `highest`.
  public mutating func restore(_ mark: Mark, upTo highest: Double = .infinity) {
    guard mark.value <= highest else { return set(value: highest) }
    (value, position, reach) = (mark.value, mark.position, mark.reach)
    strain = 0
  }

  /// Sets a value that did not come from a finger.
  public mutating func set(value newValue: Double) {
    value = (snap == .none ? smooth : scale).nearestStep(to: newValue)
    position = restingPosition(ofValue: value)
    reach = position
    strain = 0
  }

  /// Moves the pointer to where it is shown, for a finger that touches it during a glide.
  public mutating func grab(atPosition shown: Double) {
    move(to: shown, highest: 1)
    forgetOverTravel()
  }

  /// Turns the pointer by radians, clockwise positive, but not beyond the highest position.
  public mutating func turn(byRadians turn: Double, highest: Double = 1) {
    let sweep = Angle.radians(fromDegrees: travel.sweepDegrees)
    guard turn.isFinite, sweep != 0 else { return }
    move(to: reach + turn / sweep, highest: highest)
  }

  /// Turns the pointer by a fraction of its travel, but not beyond the highest position or an end.
  ///
  /// The excess is discarded: an encoder has nothing to turn back at an end.
  public mutating func turn(byPosition change: Double, highest: Double = 1) {
    guard change.isFinite else { return }
    let target = position + change
    move(to: travel.wraps ? target : target.clamped(to: 0...1), highest: highest)
  }

  /// Turns the pointer so that the value changes by `change`; for sectors, by this many sectors.
  ///
  /// The ends are handled as in `turn(byPosition:highest:)`.
  public mutating func turn(byValue change: Double, highest: Double = 1) {
    guard change.isFinite else { return }
    if case .sectors(let names) = travel {
      return turn(byPosition: change / Double(max(names.count, 1)))
    }
    if travel.wraps { return turn(byPosition: change / scale.span) }
    let target = (exactValue + change).clamped(to: scale.range.lowerBound...scale.range.upperBound)
    turn(byPosition: scale.position(ofValue: target) - position, highest: highest)
  }

  /// Moves the pointer up to the lowest position to which it may be turned, if it is below.
  public mutating func stop(atLowest lowest: Double) {
    guard !travel.wraps, position < lowest else { return }
    move(to: lowest, highest: 1)
    wasStopped = true
  }

  /// Points at a direction in radians, by the shorter way; in the gap, at the nearer end.
  public mutating func point(atRadians direction: Double, highest: Double = 1) {
    let here = Angle.radians(fromDegrees: angle)
    let sweep = Angle.radians(fromDegrees: travel.sweepDegrees)
    guard direction.isFinite, sweep != 0 else { return }
    if travel.wraps { return turn(byRadians: Angle.wrapped(direction - here)) }
    let middle = Angle.radians(fromDegrees: travel.angle(atPosition: 0.5))
    if abs(sweep) > Angle.fullTurn {
      // With several turns the direction does not identify the turn, so stay in the current one.
      return move(to: position + Angle.wrapped(direction - here) / sweep, highest: highest)
    }
    move(to: 0.5 + Angle.wrapped(direction - middle) / sweep, highest: highest)
  }

  /// Ends a finger's turn: discards the excess beyond an end and brings the knob to rest.
  ///
  /// - Parameter speed: Radians per second at the lift, for a wheel with inertia.
  public mutating func release(atRadiansPerSecond speed: Double = 0) {
    forgetOverTravel()
    if case .sectors(let names) = travel, !names.isEmpty {
      // It stops after a third of a second; less than half a turn keeps the direction clear.
      let coasting = hasInertia && speed.isFinite ? speed / Angle.fullTurn / 3 : 0
      move(to: position + coasting.clamped(to: -0.45...0.45), highest: 1)
      value = Double(Self.index(atPosition: position, count: names.count))
      position = restingPosition(ofValue: value)
      reach = position
    } else {
      // The pointer comes to rest at the position of its value.
      set(value: snap == .release ? scale.nearestStep(to: value) : value)
    }
  }
}

// MARK: Steps

extension Knob {
  private mutating func forgetOverTravel() {
    reach = position
    strain = 0
  }

  private mutating func move(to target: Double, highest: Double) {
    wasStopped = false
    if travel.wraps {
      laps += Int(target.rounded(.down).clamped(to: -1e6...1e6))
      position = target - target.rounded(.down)
      // The largest double below an integer rounds up to the next turn's 0.
      if position >= 1 { position = 0 }
      reach = position
    } else {
      // The pointer may stay where it is, even beyond the limit.
      let limit = highest.clamped(to: min(position, 1)...1)
      wasStopped = target > limit ? target > reach : target < 0 && target < reach
      position = target.clamped(to: 0...limit)
      let sweep = Angle.radians(fromDegrees: travel.sweepDegrees)
      let beyond = target - target.clamped(to: 0...1)
      switch overTravel {
      case _ where limit < 1 && target > limit:
        reach = position
        strain = 0
      case .discard:
        reach = position
        strain = beyond == 0 ? 0 : strain + beyond * sweep
      case .slack:
        reach = target
        strain = beyond * sweep
      case .hold:
        reach = position + (beyond * sweep).truncatingRemainder(dividingBy: Angle.fullTurn) / sweep
        strain = (reach - position) * sweep
      }
    }
    updateValue(highest: travel.wraps ? .infinity : scale.value(atPosition: max(position, highest)))
  }

  /// Updates the value from the position.
  ///
  /// - Parameter highest: The value beyond which magnets do not pull.
  private mutating func updateValue(highest: Double) {
    if case .sectors(let names) = travel, !names.isEmpty {
      return updateSector(count: names.count)
    }
    let exact = min(Magnet.pulled(scale.value(atPosition: position), by: magnets), highest)
    guard snap == .always, scale.step > 0 else {
      value = lowest(of: smooth.nearestStep(to: exact))
      return
    }
    if position > 0, position < 1 {
      var distance = abs(exact - value)
      if travel.wraps { distance = min(distance, scale.span - distance) }
      if distance < scale.step * (0.5 + Self.hysteresis) { return }
    }
    value = lowest(of: scale.nearestStep(to: exact))
  }

  /// Returns the lowest value for the highest one if the travel wraps: both share a position.
  private func lowest(of value: Double) -> Double {
    travel.wraps && value == scale.range.upperBound ? scale.range.lowerBound : value
  }

  /// Updates a wheel's value; its sectors are evenly spaced, the middle of the first at the top.
  private mutating func updateSector(count: Int) {
    let exactSector = position * Double(count)
    var distance = abs(exactSector - value)
    distance = min(distance, Double(count) - distance)
    guard distance >= 0.5 + Self.hysteresis else { return }
    value = Double(Self.index(atPosition: position, count: count))
  }

  private static func index(atPosition position: Double, count: Int) -> Int {
    Int((position * Double(count)).rounded()) % count
  }

  private func restingPosition(ofValue value: Double) -> Double {
    if case .sectors(let names) = travel {
      return names.isEmpty ? 0 : (value / Double(names.count)).clamped(to: 0...1)
    }
    return scale.position(ofValue: value)
  }
}
