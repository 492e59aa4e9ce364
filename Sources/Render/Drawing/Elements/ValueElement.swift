import Raster

/// The value, or the name in its place, or both while one fades into the other.
struct ValueElement<Face: ElementFace>: FaceElement {
  /// The value; empty if something else is shown in its place.
  let text: GlyphRun
  /// The opacity of the name in the value's place, 0…1; the value has the rest.
  let nameShare: Float

  func draw(on canvas: Canvas, _ face: Face, _ state: Face.State) {
    let colors = face.valueColors(state)
    text.draw(on: canvas, colors, opacity: 1 - nameShare)
    guard nameShare > 0, let name = face.swappedName else { return }
    name.draw(on: canvas, colors.dimmed, opacity: nameShare)
  }

  func addChanges(
    from old: ValueElement, _ face: Face, _ state: Face.State, to damage: inout Damage
  ) {
    if nameShare != old.nameShare {
      damage.add(text.bounds.union(old.text.bounds))
      if let name = face.swappedName { damage.add(name.bounds) }
    }
    text.addChanges(from: old.text, to: &damage)
  }
}
