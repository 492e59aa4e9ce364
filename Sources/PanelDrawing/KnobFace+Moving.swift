import Layout
import Panel
import Raster

extension KnobFace {
  /// Draws what moves, over what does not.
  func drawMoving(_ look: KnobDrawState, on canvas: Canvas) {
    let style = style(look.state)
    if look.isHeld, style.metrics.halo.isShown {
      let glow = style.material.glow ?? style.palette.accent.last
      canvas.fill(geometry.halo, with: .solid(glow.opacity(style.material.glowOpacity)))
    }
    if let turned = look.turned { drawKnurls(turned, on: canvas, style) }
    let lit = litColors(look)
    drawProgress(look, on: canvas, lit)
    drawLitMarks(look, on: canvas, lit)
    signs.drawMarks(origin: look.origin, ghost: look.ghost, on: canvas, style.onBackground)
    drawSign(look, on: canvas, style)
    if let pointer = look.pointer {
      let color = style.palette.pointer
      pointer.draw(
        on: canvas, look.isQuiet ? color.mixed(with: style.onCap.ground, 0.5) : color,
        light: style.material.rim)
    }
    drawValue(look, on: canvas, style)
  }

  /// Value or name, or while one gives way to the other something of both.
  private func drawValue(_ look: KnobDrawState, on canvas: Canvas, _ style: FaceStyle) {
    let textColors = style.metrics.typography.value == .inside ? style.onCap : style.onBackground
    let share = look.nameShare
    look.value.draw(on: canvas, textColors, opacity: 1 - share)
    guard share > 0, let plate else { return }
    plate.draw(on: canvas, textColors.dimmed, opacity: share)
  }

  /// Those of the laps below shine through.
  private func drawLitMarks(_ look: KnobDrawState, on canvas: Canvas, _ lit: ColorRamp) {
    let all = look.turns > 0 && style.metrics.ticks.areLit ? marks.indices : look.litMarks
    for index in all {
      let mark = marks[index]
      guard !mark.shape.bounds.intersection(canvas.clip).isEmpty else { continue }
      let strength: Float = look.litMarks.contains(index) ? 1 : 0.4
      canvas.fill(
        mark.shape, with: lit.color(at: Float(mark.position)).opacity(mark.opacity * strength))
    }
  }

  private func litColors(_ look: KnobDrawState) -> ColorRamp {
    let colors = look.state == .normal ? colors : withdrawnColors
    return look.isQuiet ? colors.quiet : look.isHeld ? colors.held : colors.normal
  }

  private func drawProgress(_ look: KnobDrawState, on canvas: Canvas, _ lit: ColorRamp) {
    if let stretch = look.stretch {
      let end = stretch.isBeyondMaximum ? travel.to : travel.from
      canvas.fill(
        Arc(
          ring: geometry.stretchedRing, from: Direction(degrees: end),
          to: Direction(degrees: end + stretch.degrees)),
        with: .solid(stretch.isBeyondMaximum ? lit.last : lit.first))
    }
    let ring = litRing
    // Figures change inside the ring: there is no need to find out where the arc ends.
    guard style.metrics.track.hasProgress, !canvas.isInside(ring) else { return }
    if let sector = look.sector {
      let place = Float(sector) / Float(max(travel.sectors.count - 1, 1))
      let color = lit.hasMany ? lit.color(at: place) : lit.last
      canvas.fill(self.sector(sector, of: ring), with: .solid(color))
    }
    guard let end = look.progressEnd else { return }
    if look.turns > 0 {
      let below = look.isQuiet ? lit.first : colors(look.state).first
      canvas.fill(ring, with: .solid(below.opacity(0.5)))
    }
    let arc = Arc(
      ring: ring, from: Direction(degrees: look.progressStart), to: Direction(degrees: end))
    canvas.fill(arc, with: progressPaint(lit, turns: look.turns))
  }

  private func colors(_ state: KnobViewState.State) -> ColorRamp {
    state == .normal ? colors.normal : withdrawnColors.normal
  }

  /// What lights inside a track that is an outline leaves its lines to be seen.
  private var litRing: Ring {
    guard style.metrics.track.style == .outline else { return geometry.ring }
    let ring = geometry.ring
    return Ring(
      center: ring.center, radius: ring.radius,
      width: max(ring.width - geometry.outlineWidth * 4, ring.width * 0.4))
  }

  /// Fixed to the ring and not to the value, so that a turn changes nothing but the end.
  private func progressPaint(_ lit: ColorRamp, turns: Int) -> Paint {
    if lit.changes == 0 { return .solid(lit.first) }
    // On a closed ring the two colours meet behind the start's round end.
    let space =
      travel.isClosed ? Double(geometry.ring.width / geometry.ring.radius) * 60 : 0
    let whole = travel.to - travel.from
    let sweep = min(max(whole, -360), 360)
    let start = travel.from + (sweep < 0 ? space : -space)
    let (from, to) = (Direction(degrees: start), Direction(degrees: start + sweep))
    if lit.hasMany {
      // The lap that is being lit, of several.
      let lap = abs(sweep) / max(abs(whole), 1)
      let first = Float(lap * Double(turns))
      return .ramp(
        AngularRamp(
          center: geometry.center, from: from, to: to, lit, places: first...(first + Float(lap)),
          radius: geometry.ring.radius))
    }
    return .angular(
      AngularGradient(
        center: geometry.center, from: from, lit.first, to: to, lit.last,
        part: FaceStyle.gradientPart))
  }
}
