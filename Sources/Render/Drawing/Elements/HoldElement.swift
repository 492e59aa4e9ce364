import Raster

/// A ring around a locked knob that fills while a finger rests on it to unlock it.
struct HoldElement<Face: ElementFace>: FaceElement {
  /// The filled part of the ring, 0…1; 0 for no ring.
  let progress: Double

  private var degrees: Double { progress * 360 }

  func draw(on canvas: Canvas, _ face: Face, _ state: Face.State) {
    guard progress > 0 else { return }
    let (geometry, colors) = (face.indicators, face.markColors(state))
    canvas.fill(geometry.holdRing(isSurround: true), with: .solid(colors.background))
    canvas.fill(geometry.hold(to: degrees), with: .solid(colors.primary))
  }

  func addChanges(
    from old: HoldElement, _ face: Face, _ state: Face.State, to damage: inout Damage
  ) {
    guard progress != old.progress else { return }
    // The ring appears and disappears as a whole.
    let isWhole = progress == 0 || old.progress == 0
    face.indicators.addHold(
      from: isWhole ? 0 : min(degrees, old.degrees), to: isWhole ? 360 : max(degrees, old.degrees),
      to: &damage)
  }
}
