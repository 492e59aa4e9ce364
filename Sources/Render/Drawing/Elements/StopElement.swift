import Panel
import Raster

/// The mark at a knob's limit, above lit parts, which end there: fixed, or at another knob's value.
struct StopElement<Face: ElementFace>: FaceElement {
  /// The angle of the mark, in degrees; nil for none.
  let degrees: Double?

  init(_ view: KnobViewState, _ face: borrowing Face) {
    let travel = face.travel
    degrees =
      view.limit.map { $0 < 1 ? travel.degrees(at: $0.clampedFraction) : nil }
      ?? travel.stopDegrees
  }

  func draw(on canvas: Canvas, _ face: Face, _ state: Face.State) {
    guard let degrees else { return }
    let (angle, colors) = (Direction(degrees: degrees), face.markColors(state))
    canvas.fill(
      face.indicators.stop(at: angle, isSurround: true), with: .solid(colors.background))
    canvas.fill(face.indicators.stop(at: angle), with: .solid(colors.primary))
  }

  func addChanges(
    from old: StopElement, _ face: Face, _ state: Face.State, to damage: inout Damage
  ) {
    guard degrees != old.degrees else { return }
    for degrees in [old.degrees, degrees].compactMap({ $0 }) {
      damage.add(
        face.indicators.stop(at: Direction(degrees: degrees), isSurround: true).bounds)
    }
  }
}
