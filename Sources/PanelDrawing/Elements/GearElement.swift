import Raster

/// The reduction that a held knob turns with, "1/4", while its finger is far away from it.
struct GearElement<Face: ElementFace>: FaceElement {
  /// Empty near the knob, where it turns as far as the finger does.
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
