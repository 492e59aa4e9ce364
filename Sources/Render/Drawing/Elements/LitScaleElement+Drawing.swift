import Layout
import Panel
import Raster

extension LitScaleElement {
  func drawRing(
    on canvas: Canvas, _ face: KnobFace, _ state: KnobViewState.State, _ colors: LitColor
  ) {
    let ring = face.geometry.litRing
    // If only the digits inside the ring change, the ends of the arc need not be computed.
    guard face.style.metrics.track.hasProgress, !canvas.isInside(ring) else { return }
    if let sector {
      let position = Float(sector) / Float(max(face.travel.sectors.count - 1, 1))
      let ramp = colors.ramp
      let color = ramp.hasMultipleChanges ? ramp.color(at: position) : ramp.last
      canvas.fill(face.sector(sector, of: ring), with: .solid(color), rows: face.litRows)
    }
    guard let end else { return }
    if turns > 0 {
      let below = (lighting.isQuiet ? colors : face.litColors(state).normal).ramp.first
      canvas.fill(ring, with: .solid(below.opacity(0.5)))
    }
    let arc = Arc(ring: ring, from: Direction(degrees: start), to: Direction(degrees: end))
    canvas.fill(arc, with: colors.paint(lap: turns), rows: face.litRows)
  }

  /// Draws the lit ticks; those of lower laps are fainter.
  func drawTicks(on canvas: Canvas, _ face: KnobFace, _ colors: LitColor) {
    let all = turns > 0 && face.style.metrics.ticks.areLit ? face.ticks.indices : ticks
    // Usually none of them is in the clip: they are read in place, because a copy counts
    // references.
    face.ticks.withUnsafeBufferPointer { faceTicks in
      for index in all where faceTicks[index].shape.bounds.overlaps(canvas.clip) {
        let tick = faceTicks[index]
        let strength: Float = ticks.contains(index) ? 1 : 0.4
        canvas.fill(
          tick.shape,
          with: colors.ramp.color(at: Float(tick.position)).opacity(tick.opacity * strength))
      }
    }
  }
}
