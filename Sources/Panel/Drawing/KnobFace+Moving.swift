import Raster

extension KnobFace {
  /// Draws what moves, over what does not.
  func drawMoving(_ look: KnobLook, on canvas: Canvas) {
    let theme = theme(look.state)
    if look.isHeld { canvas.fill(geometry.glow, with: .solid(theme.glow)) }
    drawProgress(look, on: canvas, theme)
    let lit = litColors(theme, look)
    for index in 0..<look.litMarks {
      let mark = marks[index]
      guard !mark.shape.bounds.intersection(canvas.clip).isEmpty else { continue }
      let color = lit.first.mixed(
        with: lit.last, Float(min(mark.position / KnobFace.gradientPart, 1)))
      canvas.fill(mark.shape, with: color.opacity(mark.opacity))
    }
    if let pointer = look.pointer {
      canvas.fill(pointer, with: .solid(theme.pointer))
    }
    look.value.draw(on: canvas, theme.onCap)
  }

  private func drawProgress(_ look: KnobLook, on canvas: Canvas, _ theme: Theme) {
    if let sector = look.sector {
      canvas.fill(self.sector(sector), with: .solid(litColors(theme, look).last))
    }
    guard let end = look.progressEnd else { return }
    if look.turns > 0 {
      canvas.fill(geometry.ring, with: .solid(theme.progress.first.opacity(0.5)))
    }
    let arc = Arc(
      ring: geometry.ring, from: Direction(degrees: travel.from), to: Direction(degrees: end))
    canvas.fill(arc, with: .angular(progressPaint(theme, look)))
  }

  private func litColors(_ theme: Theme, _ look: KnobLook) -> Theme.Gradient {
    guard look.isHeld else { return theme.progress }
    return Theme.Gradient(
      theme.emphasis.over(theme.progress.first), theme.emphasis.over(theme.progress.last))
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
