internal import Panel

/// A view state with positions limited to the travel, and with only the parts that its state shows.
struct EffectiveViewState {
  /// The maximum angle by which a pointer is drawn beyond its end, in degrees.
  static let maxOverTravel = 12.0

  let position: Double
  let arcOrigin: Double
  /// Whether the knob has a value to point at.
  let isKnown: Bool
  let isNormal: Bool
  let isLocked: Bool
  /// The position to which a muted knob returns; nil if it is not muted.
  let mutedFrom: Double?
  let lighting: Lighting
  /// The angle by which the pointer is drawn beyond its end, in degrees, clockwise positive.
  let overTravel: Double
  let indicator: Indicator
  /// The filled part of the ring that shows the progress of a hold, 0…1.
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
    overTravel =
      isNormal && view.overTravel.isFinite
      ? min(max(view.overTravel, -Self.maxOverTravel), Self.maxOverTravel) : 0
    indicator = isLocked ? .padlock : mutedFrom != nil ? .muted : .none
    holdProgress = isLocked ? view.holdProgress.clampedFraction : 0
  }
}

extension KnobViewState.State {
  fileprivate var takesFingers: Bool { self != .offline && self != .disabled }
}

extension Double {
  /// The number clamped to 0…1; 0 if it is not finite.
  var clampedFraction: Double { isFinite ? min(max(self, 0), 1) : 0 }
}
