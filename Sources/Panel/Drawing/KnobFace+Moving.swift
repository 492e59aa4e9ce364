import Raster

extension KnobFace {
  /// Draws what moves, over what does not.
  func drawMoving(_ look: KnobLook, on canvas: Canvas) {
    let theme = theme(look.state)
    if look.isHeld { canvas.fill(geometry.glow, with: .solid(theme.glow)) }
    drawProgress(look, on: canvas, theme)
    let lit = litColors(theme, look)
    for index in look.litMarks {
      let mark = marks[index]
      guard !mark.shape.bounds.intersection(canvas.clip).isEmpty else { continue }
      let color = lit.first.mixed(
        with: lit.last, Float(min(mark.position / KnobFace.gradientPart, 1)))
      canvas.fill(mark.shape, with: color.opacity(mark.opacity))
    }
    drawSigns(look, on: canvas, theme)
    if let pointer = look.pointer {
      let color = look.isLocked ? theme.pointer.mixed(with: theme.onCap.ground, 0.5) : theme.pointer
      canvas.fill(pointer, with: .solid(color))
    }
    look.value.draw(on: canvas, theme.onCap)
  }

  private func drawProgress(_ look: KnobLook, on canvas: Canvas, _ theme: Theme) {
    if let sector = look.sector {
      canvas.fill(self.sector(sector), with: .solid(litColors(theme, look).last))
    }
    if let stretch = look.stretch {
      let end = stretch.isBeyondMaximum ? travel.to : travel.from
      let colors = litColors(theme, look)
      canvas.fill(
        Arc(
          ring: geometry.stretchedRing, from: Direction(degrees: end),
          to: Direction(degrees: end + stretch.degrees)),
        with: .solid(stretch.isBeyondMaximum ? colors.last : colors.first))
    }
    guard let end = look.progressEnd else { return }
    if look.turns > 0 {
      let below = look.isLocked ? litColors(theme, look).first : theme.progress.first
      canvas.fill(geometry.ring, with: .solid(below.opacity(0.5)))
    }
    let arc = Arc(
      ring: geometry.ring, from: Direction(degrees: look.progressStart),
      to: Direction(degrees: end))
    canvas.fill(arc, with: .angular(progressPaint(theme, look)))
  }

  /// What is seen for a while only.
  private func drawSigns(_ look: KnobLook, on canvas: Canvas, _ theme: Theme) {
    let inks = theme.onBackground
    if let degrees = look.origin {
      canvas.fill(
        geometry.origin(at: Direction(degrees: degrees)), with: .solid(inks.ink.opacity(0.75)))
    }
    if let degrees = look.ghost {
      let angle = Direction(degrees: degrees)
      canvas.fill(geometry.ghost(at: angle, isSurround: true), with: .solid(inks.ground))
      canvas.fill(geometry.ghost(at: angle, isSurround: false), with: .solid(inks.ink))
    }
    if look.isLocked {
      let padlock = geometry.padlock
      canvas.fill(padlock.shackle, with: .solid(theme.onCap.dim))
      canvas.fill(padlock.body[0], with: .solid(theme.onCap.dim))
      canvas.fill(padlock.body[1], with: .solid(theme.onCap.dim))
    }
    let (ground, dim) = (theme.onCap.ground, theme.onCap.dim)
    look.gear.draw(on: canvas, Theme.Inks(ground: ground, ink: dim, dim: dim))
  }

  private func litColors(_ theme: Theme, _ look: KnobLook) -> Theme.Gradient {
    let (first, last) = (theme.progress.first, theme.progress.last)
    if look.isLocked {
      return Theme.Gradient(first.mixed(with: theme.track, 0.5), last.mixed(with: theme.track, 0.5))
    }
    guard look.isHeld else { return theme.progress }
    return Theme.Gradient(theme.emphasis.over(first), theme.emphasis.over(last))
  }

  /// Fixed to the ring and not to the value, so that a turn changes nothing but the end.
  private func progressPaint(_ theme: Theme, _ look: KnobLook) -> AngularGradient {
    let colors = litColors(theme, look)
    // On a closed ring the two colours meet behind the start's round end.
    let space =
      travel.isClosed ? Double(geometry.ring.width / geometry.ring.radius) * 60 : 0
    let sweep = min(max(travel.to - travel.from, -360), 360)
    let start = travel.from + (sweep < 0 ? space : -space)
    return AngularGradient(
      center: geometry.center, from: Direction(degrees: start), colors.first,
      to: Direction(degrees: start + sweep), colors.last, part: Float(KnobFace.gradientPart))
  }
}
