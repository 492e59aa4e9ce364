import Panel
import Raster

/// A button of the panel's picture: its face, and how it looks now and should look.
final class DrawnButton: DrawnItem {
  let face: ButtonFace
  /// As the frame shows it.
  private var look: ButtonViewState
  var wanted: ButtonViewState
  var isDirty = false

  init(_ face: ButtonFace) {
    self.face = face
    wanted = ButtonViewState(isEnabled: false)
    look = wanted
  }

  var bounds: PixelRect { face.bounds }

  func update() -> Changes {
    isDirty = false
    guard look != wanted else { return Changes(damage: Damage()) }
    look = wanted
    return Changes(damage: Damage(bounds))
  }

  // Where a button stands on a knob it is above all of it, also above what moves.
  func drawStill(on canvas: Canvas) {}

  func drawMoving(on canvas: Canvas) {
    face.draw(look, on: canvas)
  }
}
