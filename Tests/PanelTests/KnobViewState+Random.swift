import Randomness
@testable import Panel

extension KnobViewState {
  /// A random next state: mostly a small turn, sometimes a jump, a hold, another state or a mark.
  func changed(_ random: inout SeededGenerator) -> KnobViewState {
    var look = self
    switch random.below(27) {
    case 0: look.position = random.fraction()
    case 1: look.position = [0, 1, 0.5][random.below(3)]
    case 2: look.isHeld.toggle()
    case 3:
      look.state = [.normal, .normal, .normal, .unknown, .offline, .disabled][random.below(6)]
    case 4: look.text = ["Television", "", "−3.5", "Ω"][random.below(4)]
    case 5, 6: look.overTravel = (random.fraction() - 0.5) * 18
    case 7: look.overTravel = [0, 0, 8, -8, .nan, -.infinity][random.below(6)]
    case 8: look.gear = [1, 0.7, 0.5, 0.26, 0.05, 0, -1, .nan, 1e-300][random.below(9)]
    case 9: look.ghost = [nil, random.fraction(), random.fraction(), .nan][random.below(4)]
    case 10: look.origin = [nil, look.position, random.fraction()][random.below(3)]
    case 11: look.arcOrigin = [0, 0.5, 1, random.fraction()][random.below(4)]
    case 12: look.isLocked.toggle()
    // Turns too small to be visible sometimes change a rounded position.
    case 13: look.position = min(max(look.position + (random.fraction() - 0.5) * 1e-6, 0), 1)
    // The end beyond which the pointer is pulled, and across the arc's origin.
    case 14:
      look.position = look.overTravel > 0 ? 1 : 0
    case 15: look.position = look.arcOrigin + [0, 0.01, -0.01][random.below(3)]
    case 16: look.mutedFrom = [nil, nil, random.fraction(), .nan][random.below(4)]
    case 17: look.nameShare = [0, 1, random.fraction(), .nan][random.below(4)]
    case 18: look.holdProgress = [0, 1, random.fraction(), .nan][random.below(4)]
    case 19:
      look.stopGlow =
        [
          nil, StopGlow(position: random.below(2) == 0 ? 0 : 1, opacity: random.fraction()),
          StopGlow(position: random.fraction(), opacity: [0, 1, .nan][random.below(3)]),
        ][random.below(3)]
    case 20: look.limit = [nil, 0, 1, random.fraction(), .nan][random.below(5)]
    case 21:
      look.reading =
        [
          nil, ReadingViewState(text: "20.5", position: random.fraction()),
          ReadingViewState(text: "8", position: look.position),
          ReadingViewState(text: "–", position: nil, isOffline: random.below(2) == 0),
          ReadingViewState(text: "-123456.789", position: [0, 1, .nan][random.below(3)]),
        ][random.below(5)]
    default:
      look.position = min(max(look.position + (random.fraction() - 0.5) * 0.05, 0), 1)
      look.text = "\(Int(look.position * 100))"
    }
    return look
  }
}
