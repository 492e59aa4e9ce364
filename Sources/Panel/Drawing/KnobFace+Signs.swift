import LayoutFile
import Raster

extension KnobFace {
  /// Draws the marks that are seen for a while only.
  func drawMarks(_ look: KnobLook, on canvas: Canvas, _ style: FaceStyle) {
    let inks = style.onBackground
    if let degrees = look.origin {
      canvas.fill(
        geometry.origin(at: Direction(degrees: degrees)), with: .solid(inks.ink.opacity(0.75)))
    }
    if let degrees = look.ghost {
      let angle = Direction(degrees: degrees)
      canvas.fill(geometry.ghost(at: angle, isSurround: true), with: .solid(inks.ground))
      canvas.fill(geometry.ghost(at: angle, isSurround: false), with: .solid(inks.ink))
    }
  }

  /// Padlock, struck loudspeaker, or how fine it turns.
  func drawSign(_ look: KnobLook, on canvas: Canvas, _ style: FaceStyle) {
    let inks = style.anatomy.lettering.value == .below ? style.onBackground : style.onCap
    let paint = Paint.solid(look.sign == .muted ? inks.ink : inks.dim)
    switch look.sign {
    case .none: break
    case .padlock:
      let padlock = geometry.padlock
      canvas.fill(padlock.shackle, with: paint)
      canvas.fill(padlock.body[0], with: paint)
      canvas.fill(padlock.body[1], with: paint)
    case .muted:
      let sign = geometry.muteSign
      canvas.fill(sign.box, with: paint)
      canvas.fill(sign.horn, with: paint)
      canvas.fill(sign.space, with: .solid(inks.ground))
      canvas.fill(sign.stroke, with: paint)
    }
    look.gear.draw(on: canvas, inks.dimmed)
  }
}

extension FaceGeometry {
  /// What a sign touches.
  func bounds(of sign: KnobLook.Sign) -> PixelRect {
    switch sign {
    case .none: PixelRect(x: 0, y: 0, width: 0, height: 0)
    case .padlock: padlockBounds
    case .muted: muteBounds
    }
  }
}
