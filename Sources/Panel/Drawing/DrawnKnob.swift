import Raster

/// A knob of the panel's picture: how it looks now, and should look.
protocol KnobPicture: DrawnThing {
  var wanted: KnobAppearance { get set }
}

/// A knob that is drawn of the theme's shapes.
final class DrawnKnob: KnobPicture {
  let face: KnobFace
  /// As the frame shows it.
  private(set) var look: KnobLook
  var wanted: KnobAppearance
  var isOld = false
  var bounds: PixelRect { face.bounds }

  init(_ face: KnobFace) {
    self.face = face
    wanted = KnobAppearance(position: 0, text: "", state: .unknown)
    look = KnobLook(wanted, face)
  }

  func update() -> (damage: Damage, changesStill: Bool) {
    isOld = false
    let new = KnobLook(wanted, face)
    let isOther = new.state != look.state
    let damage = isOther ? Damage(face.bounds) : face.damage(from: look, to: new)
    look = new
    return (damage, isOther)
  }

  func drawStill(on canvas: Canvas) {
    face.drawStill(on: canvas, look.state)
  }

  func drawMoving(on canvas: Canvas) {
    face.drawMoving(look, on: canvas)
  }
}
