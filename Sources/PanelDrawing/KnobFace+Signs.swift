import Layout
import Raster

extension KnobFace {
  /// Padlock, silent loudspeaker, or how fine it turns.
  func drawSign(_ look: KnobDrawState, on canvas: Canvas, _ style: FaceStyle) {
    let textColors = style.metrics.typography.value == .below ? style.onBackground : style.onCap
    signs.draw(look.sign, on: canvas, textColors)
    look.gear.draw(on: canvas, textColors.dimmed)
  }
}
