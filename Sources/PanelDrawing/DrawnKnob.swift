import Panel
import Raster

/// A knob of the panel's picture: how it looks now, and should look.
protocol KnobPicture: DrawnItem {
  var wanted: KnobViewState { get set }
}

/// A knob that is drawn of the theme's shapes.
final class DrawnKnob: KnobPicture {
  let face: KnobFace
  /// As the frame shows it.
  private(set) var look: KnobDrawState
  var wanted: KnobViewState
  var isDirty = false

  init(_ face: KnobFace) {
    self.face = face
    wanted = KnobViewState(position: 0, text: "", state: .unknown)
    look = KnobDrawState(wanted, face)
  }

  var bounds: PixelRect { face.bounds }

  func update() -> Changes {
    isDirty = false
    let new = KnobDrawState(wanted, face)
    defer { look = new }
    // In another state all of it looks different.
    guard new.state == look.state else {
      return Changes(damage: Damage(bounds), isBackdropDirty: true)
    }
    return Changes(damage: face.damage(from: look, to: new))
  }

  func drawStill(on canvas: Canvas) {
    face.drawStill(on: canvas, look.state)
  }

  func drawMoving(on canvas: Canvas) {
    face.drawMoving(look, on: canvas)
  }
}
