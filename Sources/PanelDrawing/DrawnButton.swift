import Panel
import Raster

/// A button of the panel.
///
/// It is one element: whatever changes, all of it is redrawn.
final class DrawnButton: DrawnItem {
  let face: ButtonFace
  /// As the frame shows it.
  private var shown: ButtonViewState
  /// How the button looks after its next update.
  var wanted: ButtonViewState
  var isDirty = false

  init(_ face: ButtonFace) {
    self.face = face
    wanted = ButtonViewState(isEnabled: false)
    shown = wanted
  }

  var bounds: PixelRect { face.bounds }

  func update() -> Changes {
    isDirty = false
    guard shown != wanted else { return Changes(damage: Damage()) }
    shown = wanted
    return Changes(damage: Damage(bounds))
  }

  // Where a button stands on a knob it is above all of it, also above what moves.
  func drawStatic(on canvas: Canvas) {}

  func drawDynamic(on canvas: Canvas) {
    face.draw(shown, on: canvas)
  }
}
