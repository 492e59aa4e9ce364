import Raster

/// Something on the panel that can change: a knob, a button.
///
/// What it draws lies within its bounds. What never moves is drawn into the backdrop, the rest over
/// it in every frame that it touches.
protocol DrawnItem: AnyObject {
  /// Everything it may ever touch.
  var bounds: PixelRect { get }
  /// Waits for its update.
  var isDirty: Bool { get set }

  /// Looks as it should from now on; says what differs.
  func update() -> Changes
  func drawStill(on canvas: Canvas)
  func drawMoving(on canvas: Canvas)
}

/// What an update of a thing makes old.
struct Changes {
  var damage: Damage
  /// True if what does not move looks different too.
  var isBackdropDirty = false
}

extension DrawnItem {
  /// False if nothing of it can be seen within the canvas's clip.
  func isVisible(on canvas: Canvas) -> Bool { !canvas.clip.intersection(bounds).isEmpty }
}
