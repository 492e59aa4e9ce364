internal import Panel

/// A view state with its positions inside the travel, and with only what its state shows of it.
struct EffectiveViewState {
  /// Degrees that no pointer is drawn further beyond its end.
  static let maxOverTravel = 12.0

  let position: Double
  let arcOrigin: Double
  /// Whether the knob has a value to point at.
  let isKnown: Bool
  let isNormal: Bool
  let isLocked: Bool
  /// Where a muted knob goes back to; nil for one that is not muted.
  let mutedFrom: Double?
  let lighting: Lighting
  /// Degrees that the pointer is drawn beyond its end, clockwise positive.
  let overTravel: Double
  let indicator: Indicator
  /// How far the ring is filled that shows how long a finger has rested, 0…1.
  let holdProgress: Double

  init(_ view: KnobViewState) {
    position = view.position.clampedFraction
    arcOrigin = view.arcOrigin.clampedFraction
    isKnown = view.state == .normal || view.state == .disabled
    isNormal = view.state == .normal
    isLocked = view.isLocked && isNormal
    mutedFrom = isNormal ? view.mutedFrom.map(\.clampedFraction) : nil
    lighting = Lighting(
      isHeld: view.isHeld && view.state.takesFingers, isQuiet: isLocked || mutedFrom != nil)
    overTravel = view.drawnOverTravel
    indicator = isLocked ? .padlock : mutedFrom != nil ? .muted : .none
    holdProgress = isLocked ? view.holdProgress.clampedFraction : 0
  }
}

extension KnobViewState {
  /// Degrees that the pointer is drawn beyond its end, clockwise positive.
  var drawnOverTravel: Double {
    guard state == .normal, overTravel.isFinite else { return 0 }
    let limit = EffectiveViewState.maxOverTravel
    return min(max(overTravel, -limit), limit)
  }
}

extension KnobViewState.State {
  fileprivate var takesFingers: Bool { self != .offline && self != .disabled }
}

extension Double {
  /// The number within 0…1; 0 for one that is not finite.
  var clampedFraction: Double { isFinite ? min(max(self, 0), 1) : 0 }
}
