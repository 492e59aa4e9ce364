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
    let isOnCap =
      style.anatomy.cap.shape != .none
      && style.anatomy.lettering.signDrop < style.anatomy.edge
    let inks = isOnCap ? style.onCap : style.onBackground
    let paint = Paint.solid(inks.dim)
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
    look.gear.draw(on: canvas, Inks(inks.dim, inks.dim, on: [inks.ground]))
  }
}
