import Layout
import Panel
import Raster

extension KnobFace {
  func drawCap(on canvas: Canvas, _ style: FaceStyle) {
    let (cap, center) = (geometry.cap, geometry.center)
    switch style.metrics.cap.shape {
    case .none: return
    case .flat: canvas.fill(cap, with: .solid(style.capColor))
    case .dish: canvas.fill(cap, with: vertical(style.palette.cap, cap.radius))
    case .dome: canvas.fill(cap, with: dome(style.capColor, cap.radius))
    case .cone:
      canvas.fill(
        cap,
        with: .cone(
          ConeShading(
            center: center, style.capColor, light: Direction(degrees: -35),
            strength: FaceStyle.shading)))
    case .metal:
      let ground = linear(style.palette.cap, cap.radius)
      canvas.fill(
        cap,
        with: .metal(
          BrushedMetal(
            center: center, ground: ground, light: Direction(degrees: -38),
            strength: style.material.shimmer)))
    case .skirt:
      canvas.fill(geometry.skirt, with: vertical(style.material.skirt, geometry.skirt.radius))
      // The cap casts a shadow on the skirt.
      canvas.fill(geometry.capShadow, with: .solid(style.material.shadow))
      drawRim(geometry.skirtRim, geometry.skirt.radius, on: canvas, style.material.rim, part: 0.6)
      canvas.fill(cap, with: vertical(style.palette.cap, cap.radius))
    }
    guard style.metrics.cap.shape != .flat else { return }
    drawRim(geometry.rim, cap.radius, on: canvas, style.material.rim)
    guard style.metrics.cap.hollow > 0 else { return }
    canvas.fill(geometry.hollow, with: vertical(style.hollow, geometry.hollow.radius))
    canvas.fill(
      geometry.hollowEdge, with: vertical(style.material.hollowEdge, geometry.hollow.radius))
  }

  /// Whether anything turns with the knob: ribs or a pointer.
  var showsAngle: Bool { geometry.ribs != nil || geometry.metrics.pointer.shape != .none }

  /// Returns the step, from one rib to the next, that is nearest to an angle; nil for a cap without
  /// ribs.
  func ribStep(at angle: Direction) -> Int? {
    guard let ribs = geometry.ribs else { return nil }
    return knurling(ribs, at: angle, style).step(of: ribs.stepCount)
  }

  /// Copies the static layer and draws the ribs of a cap over it, which is faster than doing both
  /// separately.
  func drawRibs(
    step: Int, on canvas: Canvas, _ state: KnobViewState.State, over staticLayer: StaticLayer
  ) {
    if state == .normal, let knurledRing {
      knurledRing.draw(
        step: step, on: canvas, over: staticLayer.picture, revision: staticLayer.revision)
    } else {
      canvas.copy(from: staticLayer.picture)
      drawRibs(step: step, on: canvas, state)
    }
  }

  /// Draws the ribs of a cap at one of their steps; the light on them does not turn.
  func drawRibs(step: Int, on canvas: Canvas, _ state: KnobViewState.State) {
    guard let ribs = geometry.ribs else { return }
    if state == .normal, let knurledRing {
      knurledRing.draw(step: step, on: canvas)
    } else {
      let knurling = knurling(ribs, at: Direction(degrees: 0), style(state))
      canvas.fill(ribs.band, with: .knurls(knurling.turned(toStep: step, of: ribs.stepCount)))
    }
  }

  /// Returns the pictures of the ribs; nil if there are no ribs, or the pictures are too large.
  func makeKnurledRing() -> KnurledRing? {
    guard let ribs = geometry.ribs, ribs.areCacheable else { return nil }
    return KnurledRing(
      ribs.band, knurling(ribs, at: Direction(degrees: 0), style), stepCount: ribs.stepCount)
  }

  private func knurling(
    _ ribs: FaceGeometry.Ribs, at angle: Direction, _ style: FaceStyle
  ) -> Knurling {
    let isMetal = style.metrics.cap.shape == .metal
    let shade = isMetal ? style.palette.cap : style.material.skirt
    let rim = style.material.rim
    return Knurling(
      center: geometry.center, ground: linear(shade, ribs.radii.upperBound),
      rims: Knurling.Rims(
        isMetal ? rim : rim.opacity(rim.opacity * 0.6), innerPart: 0.6, reach: ribs.radii,
        width: geometry.rim.width),
      ribs: ribs.count, turned: angle, light: Direction(degrees: -38),
      strength: isMetal ? style.material.shimmer * 1.25 : style.material.ribs)
  }

  /// Draws light from above, fading out at 60 % of the height.
  private func drawRim(
    _ rim: Ring, _ radius: Float, on canvas: Canvas, _ color: Color, part: Float = 1
  ) {
    let color = color.opacity(color.opacity * part)
    canvas.fill(
      rim,
      with: .linear(
        LinearGradient(
          top: geometry.center.y - radius, color, bottom: geometry.center.y + radius * 0.2,
          color.opacity(0))))
  }

  private func linear(_ shade: Palette.Shade, _ radius: Float) -> LinearGradient {
    let middle = geometry.center.y
    return LinearGradient(top: middle - radius, shade.first, bottom: middle + radius, shade.last)
  }

  private func vertical(_ shade: Palette.Shade, _ radius: Float) -> Paint {
    shade.first == shade.last ? .solid(shade.first) : .linear(linear(shade, radius))
  }

  /// Returns the paint of a ball lit from above and slightly from the left.
  private func dome(_ color: Color, _ radius: Float) -> Paint {
    .radial(
      RadialGradient(
        center: PixelPoint(
          x: geometry.center.x - radius * 0.28, y: geometry.center.y - radius * 0.42),
        radiusX: radius * 1.5, radiusY: radius * 1.5, color.lighter(by: FaceStyle.shading),
        color.lighter(by: -FaceStyle.shading)))
  }
}
