internal import Gesture

/// A knob's pointer and value, and how turns move them.
///
/// | # | the knob | a turn | position | value |
/// |---|---|---|---|---|
/// | 1 | arc, between its ends | any | moves by turn / sweep | the step nearest to it |
/// | 2 | arc, would pass an end | `discard` | stays on the end; the rest is forgotten | the end's |
/// | 3 | arc, would pass an end | `hold` | stays on the end until the finger is back there | the end's |
/// | 4 | endless, sectors | past the last position | goes on at the first | wraps |
/// | 5 | stepped | within `hysteresis` beyond a middle between steps | moves | stays |
/// | 6 | stepped | further | moves | the step nearest to it |
///
/// The position is kept exactly, also between steps, so that slow turns add up and none are lost.
public struct Knob: Sendable {
  /// What happens to what a finger turns beyond an end.
  public enum OverTravel: Sendable {
    /// It does not count: turning back moves the pointer at once.
    case discard
    /// The pointer waits at the end for the finger, as under a finger that points.
    case hold
  }

  public let scale: Scale
  public let travel: Travel
  public var overTravel: OverTravel

  /// Where the pointer stands, 0…1 along the travel.
  public private(set) var position: Double
  /// What the knob says: on a step, within the range.
  public private(set) var value: Double

  /// Position with what was turned beyond the ends; equal to `position` for `discard`.
  private var reach: Double

  /// How far past the middle between two steps the pointer goes before the value follows, in steps:
  /// enough that a finger resting there does not make it flicker.
  static let hysteresis = 0.1

  public init(
    scale: Scale, travel: Travel = .standard, value: Double, overTravel: OverTravel = .discard
  ) {
    if case .sectors(let names) = travel {
      // A wheel says which sector it is on.
      self.scale = Scale(range: 0...Double(max(names.count - 1, 0)), step: 1)
    } else {
      self.scale = scale
    }
    self.travel = travel
    self.overTravel = overTravel
    self.value = self.scale.nearestStep(to: value)
    position = 0
    reach = 0
    set(value: value)
  }

  /// Degrees at which the pointer stands.
  public var angle: Double { travel.angle(atPosition: position) }

  /// The value as a fraction 0…1 of the range.
  public var level: Double { scale.level(ofValue: value) }

  /// Goes to a value that did not come from a finger.
  public mutating func set(value newValue: Double) {
    value = scale.nearestStep(to: newValue)
    position = restingPosition(ofValue: value)
    reach = position
  }

  /// Puts the pointer where it was seen, for a finger that grabs it on its way.
  public mutating func grab(atPosition shown: Double) {
    move(to: shown)
    release()
  }

  /// Turns the pointer by so many radians, clockwise positive.
  public mutating func turn(byRadians turn: Double) {
    let sweep = Angle.radians(fromDegrees: travel.sweepDegrees)
    guard turn.isFinite, sweep != 0 else { return }
    move(to: reach + turn / sweep)
  }

  /// Points at a direction in radians, by the shorter way; in the gap, at the nearer end.
  public mutating func point(atRadians direction: Double) {
    let here = Angle.radians(fromDegrees: angle)
    let sweep = Angle.radians(fromDegrees: travel.sweepDegrees)
    guard direction.isFinite, sweep != 0 else { return }
    if travel.wraps { return turn(byRadians: Angle.wrapped(direction - here)) }
    let middle = Angle.radians(fromDegrees: travel.angle(atPosition: 0.5))
    if abs(sweep) > Angle.fullTurn {
      // Several turns: the direction alone cannot tell which one, so stay in this one.
      return move(to: position + Angle.wrapped(direction - here) / sweep)
    }
    move(to: 0.5 + Angle.wrapped(direction - middle) / sweep)
  }

  /// Forgets what a finger turned beyond an end; called when it leaves.
  public mutating func release() {
    reach = position
  }

  private mutating func move(to target: Double) {
    if travel.wraps {
      position = target - target.rounded(.down)
      // The largest double below an integer rounds up to the next turn's 0.
      if position >= 1 { position = 0 }
      reach = position
    } else {
      position = target.clamped(to: 0...1)
      reach = overTravel == .hold ? target : position
    }
    updateValue()
  }

  private mutating func updateValue() {
    if case .sectors(let names) = travel, !names.isEmpty {
      return updateSector(count: names.count)
    }
    let exact = scale.value(atPosition: position)
    if scale.step > 0, position > 0, position < 1 {
      var distance = abs(exact - value)
      if travel.wraps { distance = min(distance, scale.span - distance) }
      if distance < scale.step * (0.5 + Self.hysteresis) { return }
    }
    let nearest = scale.nearestStep(to: exact)
    // Without ends, the highest value and the lowest are the same place.
    value = travel.wraps && nearest == scale.range.upperBound ? scale.range.lowerBound : nearest
  }

  /// A wheel's sectors lie evenly about the circle, the first one's middle at the top.
  private mutating func updateSector(count: Int) {
    let place = position * Double(count)
    var distance = abs(place - value)
    distance = min(distance, Double(count) - distance)
    guard distance >= 0.5 + Self.hysteresis else { return }
    value = Double(Int(place.rounded()) % count)
  }

  private func restingPosition(ofValue value: Double) -> Double {
    if case .sectors(let names) = travel {
      return names.isEmpty ? 0 : (value / Double(names.count)).clamped(to: 0...1)
    }
    return scale.position(ofValue: value)
  }
}
