import Panel
import Raster

/// The glow of the stop that a finger turns the knob against, with a stop mark on it, which the
/// ends of the travel do not have otherwise.
struct StopGlowElement<Face: ElementFace>: FaceElement {
  /// The angle of the stop, in degrees; nil for no glow.
  let degrees: Double?
  /// In visible steps, so that a glow that barely changes is not redrawn.
  let opacity: Float

  private static var steps: Double { 24 }
  /// The opacity of the glow itself: the parts below stay visible.
  private static var glowOpacity: Float { 0.9 }

  init(_ view: KnobViewState, _ face: borrowing Face) {
    let steps = (view.stopGlow?.opacity ?? 0).clampedFraction * Self.steps
    let isShown = view.state == .normal && !face.travel.isWheel && steps.rounded() > 0
    degrees =
      isShown ? view.stopGlow.map { face.travel.stopDegrees(near: $0.position) } : nil
    opacity = isShown ? Float(steps.rounded() / Self.steps) : 0
  }

  func draw(on canvas: Canvas, _ face: Face, _ state: Face.State) {
    guard let degrees else { return }
    let (angle, colors) = (Direction(degrees: degrees), face.markColors(state))
    // The mark of a limit is always visible.
    let mark = degrees == face.travel.stopDegrees ? 1 : opacity
    canvas.fill(
      face.indicators.stopGlow(at: angle),
      with: .solid(face.stopGlowColor.opacity(opacity * Self.glowOpacity)))
    canvas.fill(
      face.indicators.stop(at: angle, isSurround: true),
      with: .solid(colors.background.opacity(mark)))
    canvas.fill(face.indicators.stop(at: angle), with: .solid(colors.primary.opacity(mark)))
  }

  func addChanges(
    from old: StopGlowElement, _ face: Face, _ state: Face.State, to damage: inout Damage
  ) {
    guard degrees != old.degrees || opacity != old.opacity else { return }
    old.addBounds(face, to: &damage)
    addBounds(face, to: &damage)
  }

  private func addBounds(_ face: Face, to damage: inout Damage) {
    guard let degrees else { return }
    damage.add(face.indicators.stopGlowBounds(at: degrees))
  }
}

extension DrawnTravel {
  /// Returns the angle of the stop at a position, in degrees: the limit's, if that is close.
  fileprivate func stopDegrees(near position: Double) -> Double {
    let fraction = position.clampedFraction
    return degrees(at: abs(fraction - limit) < 0.02 ? limit : fraction)
  }
}
