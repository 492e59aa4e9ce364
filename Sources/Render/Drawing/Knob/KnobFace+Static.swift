import Layout
import Panel
import Raster

extension KnobFace {
  /// Draws the parts that do not change while the knob turns.
  func drawStatic(on canvas: Canvas, _ state: KnobViewState.State) {
    let style = style(state)
    let metrics = style.metrics
    if metrics.cap.hasShadow {
      canvas.fill(geometry.shadow, with: .solid(style.material.shadow))
    }
    drawTrack(on: canvas, style)
    for tick in ticks {
      let opacity = tick.opacity * travel.opacity(at: tick.position)
      canvas.fill(tick.shape, with: style.palette.tick.opacity(opacity))
    }
    let colors = style.onBackground
    for label in labels { label.draw(on: canvas, colors.secondary, contrast: colors.contrast) }
    for detent in detents { canvas.fill(detent, with: .solid(colors.secondary)) }
    drawCap(on: canvas, style)
    let textColors = metrics.typography.name == .inside ? style.onCap : colors
    for line in name { line.draw(on: canvas, textColors.secondary, contrast: textColors.contrast) }
  }

  private func drawTrack(on canvas: Canvas, _ style: FaceStyle) {
    let color = style.palette.track
    switch style.metrics.track.style {
    case .none: break
    case .solid: fillTrack(geometry.ring, on: canvas, color)
    case .outline:
      let (ring, line) = (geometry.ring, geometry.outlineWidth)
      fillTrack(ring, on: canvas, color)
      fillTrack(
        Ring(center: ring.center, radius: ring.radius, width: max(ring.width - line * 2, 0.5)),
        on: canvas, style.onBackground.background, closedOpacity: 1)
    }
  }

  /// Fills a ring, a part of it or its sectors; the part beyond the limit has `closedOpacity`.
  private func fillTrack(
    _ ring: Ring, on canvas: Canvas, _ color: Color,
    closedOpacity: Float = DrawnTravel.closedOpacity
  ) {
    if !travel.sectors.isEmpty {
      for index in travel.sectors.indices {
        canvas.fill(sector(index, of: ring), with: .solid(color))
      }
    } else if travel.isClosed {
      canvas.fill(ring, with: .solid(color))
    } else {
      let isLimited = travel.limit < 1 && closedOpacity < 1
      let end = isLimited ? travel.degrees(at: travel.limit) : travel.to
      if isLimited {
        canvas.fill(
          Arc(ring: ring, from: Direction(degrees: end), to: Direction(degrees: travel.to)),
          with: .solid(color.opacity(closedOpacity)))
      }
      canvas.fill(
        Arc(ring: ring, from: Direction(degrees: travel.from), to: Direction(degrees: end)),
        with: .solid(color))
    }
  }

  /// Returns the part of a ring that shows a sector.
  func sector(_ index: Int, of ring: Ring) -> Arc {
    let (middle, width) = (travel.degrees(ofSector: index), travel.sectorDegrees)
    // Round ends, with a space of the track's width between them, on any ring.
    let space = Double(geometry.ring.width / geometry.ring.radius) * 180 / .pi
    let half = max(width * 0.5 - min(space, width * 0.35), 0.2)
    return Arc(
      ring: ring, from: Direction(degrees: middle - half), to: Direction(degrees: middle + half))
  }
}
