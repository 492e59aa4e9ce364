import Layout
import Panel
import Raster

/// The ribs around a cap, which turn with it while the light on them stays.
struct RibsElement: FaceElement {
  /// How far the cap has turned; nil for a cap without ribs.
  let angle: Direction?

  func draw(on canvas: Canvas, _ face: KnobFace, _ state: KnobViewState.State) {
    guard let angle else { return }
    face.drawRibs(at: angle, on: canvas, face.style(state))
  }

  func addChanges(
    from old: RibsElement, _ face: KnobFace, _ state: KnobViewState.State,
    to damage: inout Damage
  ) {
    guard angle != old.angle, let radii = face.geometry.ribs?.radii else { return }
    face.geometry.addRing(
      inner: radii.lowerBound, outer: radii.upperBound, from: 0, to: 360, pieces: 3, to: &damage)
  }
}
