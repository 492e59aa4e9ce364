internal import Gesture

/// The possible positions of a knob's pointer.
///
/// Angles are in degrees, 0 at 12 o'clock, clockwise positive.
public enum Travel: Hashable, Sendable {
  /// From the angle of the lowest value to that of the highest; `to` is less than `from` for a knob
  /// that grows counter-clockwise, and more than 360 degrees away for several turns.
  case arc(from: Double, to: Double)
  /// Turns without ends; one turn is the whole range.
  case endless
  /// A wheel whose pointer rests on the middle of one of these named sectors.
  case sectors([String])

  /// An arc of 270 degrees, symmetric about 12 o'clock.
  public static let standard = Travel.arc(from: -135, to: 135)

  /// Returns an arc of several turns from 12 o'clock; counter-clockwise if negative.
  public static func turns(_ count: Double) -> Travel {
    .arc(from: 0, to: 360 * count)
  }

  /// Degrees from position 0 to position 1, negative counter-clockwise.
  public var sweepDegrees: Double {
    switch self {
    case .arc(let from, let to): to - from
    case .endless, .sectors: 360
    }
  }

  /// Returns the pointer's angle in degrees at a position.
  public func angle(atPosition position: Double) -> Double {
    switch self {
    case .arc(let from, let to): from + (to - from) * position
    case .endless, .sectors: 360 * position
    }
  }

  /// Returns whether a direction in radians is on the travel; false in the gap between the ends.
  public func contains(radians direction: Double) -> Bool {
    guard case .arc(let from, let to) = self, abs(to - from) < 360 else { return true }
    let middle = Angle.radians(fromDegrees: angle(atPosition: 0.5))
    let deviation = Angle.degrees(fromRadians: abs(Angle.wrapped(direction - middle)))
    return deviation <= abs(to - from) / 2 + 1e-9
  }

  /// Whether the pointer wraps from one end to the other.
  public var wraps: Bool {
    switch self {
    case .arc: false
    case .endless, .sectors: true
    }
  }
}
