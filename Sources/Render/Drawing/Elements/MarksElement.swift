import Panel
import Raster

/// Two marks on the scale: the position at which the finger took the knob, and the position that
/// its control reports.
struct MarksElement<Face: ElementFace>: FaceElement {
  /// The angle at which the finger took the knob, in degrees; nil for no mark.
  let origin: Double?
  /// The angle of the control's own value, in degrees; nil for no mark.
  let ghost: Double?

  init(_ view: KnobViewState, _ face: borrowing Face, showsOrigin: Bool) {
    let isNormal = view.state == .normal
    origin =
      showsOrigin ? view.origin.map { face.travel.degrees(at: $0.clampedFraction) } : nil
    ghost = isNormal ? view.ghost.map { face.travel.degrees(at: $0.clampedFraction) } : nil
  }

  func draw(on canvas: Canvas, _ face: Face, _ state: Face.State) {
    if origin == nil, ghost == nil { return }
    let (geometry, colors) = (face.indicators, face.markColors(state))
    if let origin {
      let angle = Direction(degrees: origin)
      let isOnImage = geometry.marks.isOnImage
      if isOnImage {
        canvas.fill(
          geometry.origin(at: angle, isSurround: true), with: .solid(colors.background))
      }
      canvas.fill(
        geometry.origin(at: angle), with: .solid(colors.primary.opacity(isOnImage ? 1 : 0.75)))
    }
    if let ghost {
      let angle = Direction(degrees: ghost)
      canvas.fill(geometry.ghost(at: angle, isSurround: true), with: .solid(colors.background))
      canvas.fill(geometry.ghost(at: angle, isSurround: false), with: .solid(colors.primary))
    }
  }

  func addChanges(
    from old: MarksElement, _ face: Face, _ state: Face.State, to damage: inout Damage
  ) {
    if origin != old.origin {
      old.addOrigin(face, to: &damage)
      addOrigin(face, to: &damage)
    }
    if ghost != old.ghost {
      old.addGhost(face, to: &damage)
      addGhost(face, to: &damage)
    }
  }

  private func addOrigin(_ face: Face, to damage: inout Damage) {
    guard let origin else { return }
    damage.add(
      face.indicators.origin(at: Direction(degrees: origin), isSurround: true).bounds)
  }

  private func addGhost(_ face: Face, to damage: inout Damage) {
    guard let ghost else { return }
    damage.add(face.indicators.ghost(at: Direction(degrees: ghost), isSurround: true).bounds)
  }
}
