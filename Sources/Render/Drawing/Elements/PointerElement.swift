import Layout
import Panel
import Raster

/// The pointer.
struct PointerElement: FaceElement {
  /// Nil while the value is not known, and on a knob without a pointer.
  let shape: PointerShape?
  /// Paler while the knob is locked or muted.
  let isQuiet: Bool

  func draw(on canvas: Canvas, _ face: KnobFace, _ state: KnobViewState.State) {
    guard let shape else { return }
    let style = face.style(state)
    let color = style.palette.pointer
    shape.draw(
      on: canvas, isQuiet ? color.mixed(with: style.onCap.background, 0.5) : color,
      light: style.material.rim)
  }

  func addChanges(
    from old: PointerElement, _ face: KnobFace, _ state: KnobViewState.State,
    to damage: inout Damage
  ) {
    guard shape != old.shape || isQuiet != old.isQuiet else { return }
    if let shape = old.shape { damage.add(shape.bounds) }
    if let shape { damage.add(shape.bounds) }
  }
}
