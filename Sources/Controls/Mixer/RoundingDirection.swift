/// Which way a level is going, told from one to the next.
///
/// Coarse mixers are rounded in this direction, so that every turn is heard at once and none is
/// swallowed between two steps. Turning back counts from half a percent on, so that a finger that
/// trembles at one place does not make the mixer chatter.
struct RoundingDirection {
  static let reversal = 0.005

  private(set) var rounding = MixerScale.Rounding.nearest
  /// The farthest level of this way; of a level at rest, that level.
  private var farthest: Double

  init(restingAt level: Double) {
    farthest = level
  }

  mutating func move(to level: Double) {
    let way = level - farthest
    switch rounding {
    case .up where way > -RoundingDirection.reversal: farthest = max(farthest, level)
    case .down where way < RoundingDirection.reversal: farthest = min(farthest, level)
    case .nearest where abs(way) < RoundingDirection.reversal: break
    default:
      rounding = way > 0 ? .up : .down
      farthest = level
    }
  }
}
