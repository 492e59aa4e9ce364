import Panel
import Raster

/// The end of the lit ring while the pointer is pulled beyond it, thinner like stretched rubber.
struct StretchElement: FaceElement {
  /// The end that the pointer is pulled beyond, and how far.
  struct Stretch: Hashable {
    var isBeyondMaximum: Bool
    /// How far, clockwise positive.
    var degrees: Double
  }

  let stretch: Stretch?
  let lighting: Lighting

  init(_ view: EffectiveViewState, _ face: borrowing KnobFace) {
    lighting = view.lighting
    let pull = view.overTravel
    let travel = face.travel
    let isBeyondMaximum = (pull > 0) == (travel.to > travel.from)
    // There is no end to pull beyond in the middle of the travel or on a wheel, and the lit part of a
    // switch is no arc.
    let isAtEnd = travel.sectors.isEmpty && view.position == (isBeyondMaximum ? 1 : 0)
    stretch =
      pull != 0 && isAtEnd ? Stretch(isBeyondMaximum: isBeyondMaximum, degrees: pull) : nil
  }

  func draw(on canvas: Canvas, _ face: KnobFace, _ state: KnobViewState.State) {
    guard let stretch else { return }
    let colors = face.litColors(state)[lighting].ramp
    let end = stretch.isBeyondMaximum ? face.travel.to : face.travel.from
    canvas.fill(
      Arc(
        ring: face.geometry.stretchedRing, from: Direction(degrees: end),
        to: Direction(degrees: end + stretch.degrees)),
      with: .solid(stretch.isBeyondMaximum ? colors.last : colors.first))
  }

  func addChanges(
    from old: StretchElement, _ face: KnobFace, _ state: KnobViewState.State,
    to damage: inout Damage
  ) {
    guard stretch != old.stretch || lighting != old.lighting else { return }
    old.addArc(face, to: &damage)
    addArc(face, to: &damage)
  }

  private func addArc(_ face: KnobFace, to damage: inout Damage) {
    guard let stretch else { return }
    let end = stretch.isBeyondMaximum ? face.travel.to : face.travel.from
    face.geometry.addArc(from: end, to: end + stretch.degrees, to: &damage)
  }
}
