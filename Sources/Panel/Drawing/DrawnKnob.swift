import Raster

/// A knob of the panel's picture: how it looks now, and should look.
protocol KnobPicture: AnyObject {
  /// Everything it may ever touch.
  var bounds: PixelRect { get }
  var wanted: KnobAppearance { get set }
  /// Waits for its update.
  var isOld: Bool { get set }

  /// Looks as it should from now on: what differs, and whether that is also what stands still.
  func update() -> (damage: Damage, changesStill: Bool)
  func drawStill(on canvas: Canvas)
  func drawMoving(on canvas: Canvas)
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
    guard !canvas.clip.intersection(face.bounds).isEmpty else { return }
    face.drawStill(on: canvas, look.state)
  }

  func drawMoving(on canvas: Canvas) {
    guard !canvas.clip.intersection(face.bounds).isEmpty else { return }
    face.drawMoving(look, on: canvas)
  }
}
