import Layout
import Panel
import Raster

/// The ribs around a cap, which turn with it while the light on them does not.
struct RibsElement: FaceElement {
  /// The rotation of the ribs, in steps from one rib to the next; nil for a cap without ribs.
  let step: Int?

  /// Draws nothing: `drawBelowOthers` draws the ribs before all elements.
  func draw(on canvas: Canvas, _ face: KnobFace, _ state: KnobViewState.State) {}

  /// Draws the ribs before other elements of the dynamic layer.
  func drawBelowOthers(on canvas: Canvas, _ face: KnobFace, _ state: KnobViewState.State) {
    guard let step else { return }
    face.drawRibs(step: step, on: canvas, state)
  }

  /// Copies the static layer and draws the ribs over it, which is faster than doing both
  /// separately.
  func drawBelowOthers(
    on canvas: Canvas, _ face: KnobFace, _ state: KnobViewState.State,
    over staticLayer: StaticLayer
  ) {
    guard let step else { return canvas.copy(from: staticLayer.picture) }
    face.drawRibs(step: step, on: canvas, state, over: staticLayer)
  }

  func addChanges(
    from old: RibsElement, _ face: KnobFace, _ state: KnobViewState.State,
    to damage: inout Damage
  ) {}

  func changedRing(from old: RibsElement, _ face: KnobFace) -> RingRegion? {
    step == old.step ? nil : face.ribsRegion
  }
}
