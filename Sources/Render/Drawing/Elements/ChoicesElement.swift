import Panel
import Raster

/// The names before and after the chosen one, while nothing else is in their place.
struct ChoicesElement: FaceElement {
  /// The chosen sector; nil if the names are not shown.
  let sector: Int?

  init(_ view: KnobViewState, _ indicator: Indicator, _ face: borrowing KnobFace) {
    let isPlain =
      view.state == .normal && indicator == .none && view.gear >= 1 && view.nameShare == 0
    sector = isPlain && face.choices != nil ? face.travel.sector(at: view.position) : nil
  }

  func draw(on canvas: Canvas, _ face: KnobFace, _ state: KnobViewState.State) {
    guard let sector else { return }
    let colors = face.valueColors(state).dimmed
    face.choices?.forEachName(around: sector) { $0.draw(on: canvas, colors) }
  }

  func addChanges(
    from old: ChoicesElement, _ face: KnobFace, _ state: KnobViewState.State,
    to damage: inout Damage
  ) {
    guard sector != old.sector, let choices = face.choices else { return }
    if let sector = old.sector {
      choices.forEachName(around: sector) { damage.add($0.bounds) }
    }
    if let sector { choices.forEachName(around: sector) { damage.add($0.bounds) } }
  }
}
