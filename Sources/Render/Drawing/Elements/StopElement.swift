import Raster

/// The fixed mark at a knob's limit, above lit parts, which end there.
struct StopElement<Face: ElementFace>: FaceElement {
  func draw(on canvas: Canvas, _ face: Face, _ state: Face.State) {
    guard let degrees = face.travel.stopDegrees else { return }
    let (angle, colors) = (Direction(degrees: degrees), face.markColors(state))
    canvas.fill(
      face.indicators.stop(at: angle, isSurround: true), with: .solid(colors.background))
    canvas.fill(face.indicators.stop(at: angle), with: .solid(colors.primary))
  }

  func addChanges(
    from old: StopElement, _ face: Face, _ state: Face.State, to damage: inout Damage
  ) {}
}
