/// The direction in which a level moves.
///
/// On a mixer with few steps, levels are rounded in this direction, so that every turn is heard at
/// once. The direction reverses after half a percent, so that a trembling finger does not switch
/// between two steps.
struct RoundingDirection {
  static let reversal = 0.005

  private(set) var rounding = MixerScale.Rounding.nearest
  /// The extreme level in this direction; at rest, the level.
  private var farthest: Double

  init(restingAt level: Double) {
    farthest = level
  }

  mutating func move(to level: Double) {
    let travel = level - farthest
    switch rounding {
    case .up where travel > -RoundingDirection.reversal: farthest = max(farthest, level)
    case .down where travel < RoundingDirection.reversal: farthest = min(farthest, level)
    case .nearest where abs(travel) < RoundingDirection.reversal: break
    default:
      rounding = travel > 0 ? .up : .down
      farthest = level
    }
  }
}
