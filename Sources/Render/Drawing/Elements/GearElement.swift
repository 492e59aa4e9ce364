import Raster

/// The reduction of a held knob, such as "1/4", while its finger is far away from it.
struct GearElement<Face: ElementFace>: FaceElement {
  /// Empty while the finger is near the knob, which then turns as far as the finger.
  let text: GlyphRun

  func draw(on canvas: Canvas, _ face: Face, _ state: Face.State) {
    if text.count == 0 { return }
    text.draw(on: canvas, face.indicatorColors(state).dimmed)
  }

  func addChanges(
    from old: GearElement, _ face: Face, _ state: Face.State, to damage: inout Damage
  ) {
    text.addChanges(from: old.text, to: &damage)
  }
}
