import Raster

/// A knob of the panel's picture: its face, and how it looks now and should look.
final class DrawnKnob {
  let face: KnobFace
  /// As the frame shows it.
  private(set) var look: KnobLook
  var wanted: KnobAppearance
  /// Waits for its update.
  var isOld = false

  init(_ face: KnobFace) {
    self.face = face
    wanted = KnobAppearance(position: 0, text: "", state: .unknown)
    look = KnobLook(wanted, face)
  }

  /// Looks as it should from now on; what differs, or all of it in another state.
  func update() -> Damage {
    isOld = false
    let new = KnobLook(wanted, face)
    let damage = new.state == look.state ? face.damage(from: look, to: new) : Damage(face.bounds)
    look = new
    return damage
  }

  func drawStill(on canvas: Canvas) {
    guard !canvas.clip.intersection(face.bounds).isEmpty else { return }
    face.drawStill(on: canvas, look.state)
  }

  func drawMoving(on canvas: Canvas) {
    guard !canvas.clip.intersection(face.bounds).isEmpty else { return }
    face.drawMoving(look, on: canvas)
  }
}
