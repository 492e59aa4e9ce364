import Panel
import Raster

/// The value, or the name in its place, or both while one fades into the other.
struct ValueElement<Face: ElementFace>: FaceElement {
  /// The value; empty if something else is shown in its place.
  let text: GlyphRun
  /// The opacity of the name in the value's place, 0…1; the value has the rest.
  let nameShare: Float

  /// Creates the value unless the mute symbol replaces it: the value of a muted knob has no effect.
  init(_ view: KnobViewState, _ indicator: Indicator, _ face: borrowing Face) {
    let isMuted = indicator == .muted
    let showsName = view.state == .normal && !isMuted && face.swappedName != nil
    nameShare = showsName ? Float(view.nameShare.clampedFraction) : 0
    text =
      isMuted || nameShare == 1
      ? GlyphRun()
      : face.valueText(view, lift: indicator == .padlock ? face.indicators.lift : 0)
  }

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
