import Layout
import Panel
import Raster

extension LitScaleElement {
  func drawRing(
    on canvas: Canvas, _ face: KnobFace, _ state: KnobViewState.State, _ colors: ColorRamp
  ) {
    let ring = face.geometry.litRing
    // Where only the figures inside the ring change, the ends of the arc need not be computed.
    guard face.style.metrics.track.hasProgress, !canvas.isInside(ring) else { return }
    if let sector {
      let place = Float(sector) / Float(max(face.travel.sectors.count - 1, 1))
      let color = colors.hasMany ? colors.color(at: place) : colors.last
      canvas.fill(face.sector(sector, of: ring), with: .solid(color), rows: face.litRows)
    }
    guard let end else { return }
    if turns > 0 {
      let below = (lighting.isQuiet ? colors : face.litColors(state).normal).first
      canvas.fill(ring, with: .solid(below.opacity(0.5)))
    }
    let arc = Arc(ring: ring, from: Direction(degrees: start), to: Direction(degrees: end))
    canvas.fill(arc, with: paint(face, colors), rows: face.litRows)
  }

  /// The ticks of the laps below shine through.
  func drawTicks(on canvas: Canvas, _ face: KnobFace, _ colors: ColorRamp) {
    let all = turns > 0 && face.style.metrics.ticks.areLit ? face.ticks.indices : ticks
    // Mostly none of them lies in the clip: they are looked at in place, as a copy is counted.
    face.ticks.withUnsafeBufferPointer { faceTicks in
      for index in all where faceTicks[index].shape.bounds.overlaps(canvas.clip) {
        let tick = faceTicks[index]
        let strength: Float = ticks.contains(index) ? 1 : 0.4
        canvas.fill(
          tick.shape,
          with: colors.color(at: Float(tick.position)).opacity(tick.opacity * strength))
      }
    }
  }

  /// Fixed to the ring and not to the value, so that a turn changes nothing but the end.
  private func paint(_ face: KnobFace, _ colors: ColorRamp) -> Paint {
    if colors.changes == 0 { return .solid(colors.first) }
    let (travel, geometry) = (face.travel, face.geometry)
    // On a closed ring the two colours meet behind the start's round end.
    let space =
      travel.isClosed ? Double(geometry.ring.width / geometry.ring.radius) * 60 : 0
    let whole = travel.to - travel.from
    let sweep = min(max(whole, -360), 360)
    let start = travel.from + (sweep < 0 ? space : -space)
    let (from, to) = (Direction(degrees: start), Direction(degrees: start + sweep))
    if colors.hasMany {
      // The lap that is being lit, of several.
      let lap = abs(sweep) / max(abs(whole), 1)
      let first = Float(lap * Double(turns))
      return .ramp(
        AngularRamp(
          center: geometry.center, from: from, to: to, colors,
          places: first...(first + Float(lap)), radius: geometry.ring.radius))
    }
    return .angular(
      AngularGradient(
        center: geometry.center, from: from, colors.first, to: to, colors.last,
        part: FaceStyle.gradientPart))
  }
}
