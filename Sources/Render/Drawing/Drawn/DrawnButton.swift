import Panel
import Raster

/// A button of the panel.
///
/// It is a single element: any change redraws all of it. A button on a knob is above all of the
/// knob, including its moving parts.
final class DrawnButton: DrawnItem {
  let face: ButtonFace
  /// The state that the frame shows.
  private var shown: ButtonViewState
  /// The state to show after the next update.
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
    guard shown != wanted else { return Changes() }
    shown = wanted
    return Changes(damage: Damage(bounds))
  }

  func drawDynamic(on canvas: Canvas) {
    face.draw(shown, on: canvas)
  }
}
