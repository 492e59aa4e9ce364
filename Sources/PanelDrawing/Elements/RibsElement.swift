import Layout
import Panel
import Raster

/// The ribs around a cap, which turn with it while the light on them stays.
struct RibsElement: FaceElement {
  /// Where the ribs are, in steps from one to the next; nil for a cap without ribs.
  let step: Int?

  func draw(on canvas: Canvas, _ face: KnobFace, _ state: KnobViewState.State) {
    guard let step else { return }
    face.drawRibs(step: step, on: canvas, state)
  }

  func addChanges(
    from old: RibsElement, _ face: KnobFace, _ state: KnobViewState.State,
    to damage: inout Damage
  ) {}

  func changedRing(from old: RibsElement, _ face: KnobFace) -> RingRegion? {
    step == old.step ? nil : face.ribsRegion
  }
}
