internal import Gesture
internal import Knobs
internal import Layout

/// The bounds of what anything on the panel can set.
///
/// | # | `limit: {knob: …}` | event | this knob |
/// |---|---|---|---|
/// | 1 | known | that knob is lowered below the value | lowered to it at once, `limited`, final control request |
/// | 2 | known | that knob is raised | stays; it can be raised as far |
/// | 3 | known | that knob's control is lost, or the panel is restarted | the last known limit stays |
/// | 4 | not known yet | anything | can be lowered, not raised |
/// | 5 | not known yet | it becomes known below the value | stays, as above a `limit` that is a number; a knob that only keeps its value is lowered |
/// | 6 | known | that knob is lowered while this one cannot be set | lowered once it can be set |
/// | 7 | known | its control reports a higher value | shown; it can only be lowered |
extension KnobController {
  /// The highest value that anything on the panel can set now.
  var topValue: Double { guards.isLimitKnown ? guards.rise.limit : knob.value }

  /// The highest value to which it can be raised: its limit, or its value if already higher.
  var highestValue: Double { max(topValue, knob.value) }

  /// Returns a value, or the limit if that is lower.
  func limited(_ value: Double?) -> Double? { value.map { min($0, topValue) } }

  /// Returns the value that a button can reach with a value, as `limited`; while the limit is not
  /// known, the value itself.
  func reachable(_ value: Double) -> Double {
    guards.isLimitKnown ? min(value, guards.rise.limit) : value
  }

  /// Returns a value as near as `guards.within` permits; its own value is always permitted.
  func withinGuard(_ value: Double) -> Double {
    guard let window = guards.rise.window else { return value }
    return value.clamped(
      to: min(window.lowerBound, knob.value)...max(window.upperBound, knob.value))
  }

  /// The lowest position to which a finger may turn it, 0…1.
  var lowestPosition: Double {
    let own = guards.rise.window.map { knob.scale.position(ofValue: $0.lowerBound) } ?? 0
    return min(max(own, masteredGroup?.lowestPosition() ?? 0), knob.position)
  }

  /// Whether a finger is turning it, or the master that moves it.
  var isMovedByFinger: Bool { recognizer.isHeld || membership?.isMovedByHand == true }

  /// Follows the value of the knob that is its limit.
  func follow(limit: Double) {
    let known = guards.knownLimit
    guard known != limit else { return }
    guards.follow(limit: limit)
    leave(.changed(knob: index))
    if let known {
      if limit < known { lowerToLimit() }
    } else if layout.control == nil, knob.value > guards.rise.limit {
      set(value: guards.rise.limit)
    }
  }

  /// Lowers it to its limit; if it cannot be set now, once it can.
  func lowerToLimit() {
    guards.isLoweringDue = knob.value > guards.rise.limit && isInert
    if knob.value > guards.rise.limit, !isInert { go(to: guards.rise.limit, as: .limited) }
  }
}
