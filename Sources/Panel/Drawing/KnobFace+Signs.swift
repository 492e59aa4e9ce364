import LayoutFile
import Raster

extension KnobFace {
  /// Padlock, silent loudspeaker, or how fine it turns.
  func drawSign(_ look: KnobLook, on canvas: Canvas, _ style: FaceStyle) {
    let inks = style.anatomy.lettering.value == .below ? style.onBackground : style.onCap
    signs.draw(look.sign, on: canvas, inks)
    look.gear.draw(on: canvas, inks.dimmed)
  }
}
