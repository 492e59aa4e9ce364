import Raster

/// The padlock of a locked knob, or the loudspeaker of a muted one.
struct IndicatorElement<Face: ElementFace>: FaceElement {
  let indicator: Indicator

  func draw(on canvas: Canvas, _ face: Face, _ state: Face.State) {
    if indicator == .none { return }
    face.indicators.draw(indicator, on: canvas, face.indicatorColors(state))
  }

  func addChanges(
    from old: IndicatorElement, _ face: Face, _ state: Face.State, to damage: inout Damage
  ) {
    guard indicator != old.indicator else { return }
    damage.add(face.indicators.bounds(of: old.indicator))
    damage.add(face.indicators.bounds(of: indicator))
  }
}

/// The symbol shown below the value, or in its place.
enum Indicator {
  case none
  /// A tap unlocks the knob; nothing else has an effect.
  case padlock
  /// The knob is muted; the symbol replaces the value.
  case muted
}
