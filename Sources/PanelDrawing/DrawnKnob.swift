import Panel
import Raster

/// A knob of the panel, as one of the items that are drawn.
protocol KnobItem: DrawnItem {
  /// How the knob looks after its next update.
  var wanted: KnobViewState { get set }
}

/// A knob that is drawn with the theme's shapes.
final class DrawnKnob: KnobItem {
  let face: KnobFace
  /// As the frame shows it.
  private(set) var shown: KnobDrawState
  var wanted: KnobViewState
  var isDirty = false

  init(_ face: KnobFace) {
    self.face = face
    wanted = KnobViewState(position: 0, text: "", state: .unknown)
    shown = KnobDrawState(wanted, face)
  }

  var bounds: PixelRect { face.bounds }

  func update() -> Changes {
    isDirty = false
    let old = shown
    shown = KnobDrawState(wanted, face)
    // In another state all of it looks different.
    guard shown.state == old.state else {
      return Changes(damage: Damage(bounds), isStaticLayerDirty: true)
    }
    return Changes(damage: shown.damage(from: old, face))
  }

  func drawStatic(on canvas: Canvas) {
    face.drawStatic(on: canvas, shown.state)
  }

  func drawDynamic(on canvas: Canvas) {
    shown.draw(on: canvas, face)
  }
}
