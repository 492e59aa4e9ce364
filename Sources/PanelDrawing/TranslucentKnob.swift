import Layout
import Panel
import Raster

/// A knob of which all is drawn with one opacity.
///
/// All of it is dynamic: its parts are drawn upon each other in a picture of its own, which is then
/// mixed with what is behind it.
final class TranslucentKnob: KnobItem {
  private let knob: any KnobItem
  private let opacity: Float
  private let layer: PixelBuffer
  /// Where the layer lies in the panel's picture.
  private let area: PixelRect

  /// Nil if no part of the knob lies in the picture.
  init?(_ knob: any KnobItem, opacity: Double, in picture: PixelSize) {
    area = knob.bounds.intersection(picture.bounds)
    let size = PixelSize(width: area.width, height: area.height)
    guard let layer = PixelBuffer(size: size) else { return nil }
    self.layer = layer
    self.knob = knob
    self.opacity = Float(opacity)
  }

  func set(_ viewState: KnobViewState) -> Bool { knob.set(viewState) }

  var isDirty: Bool {
    get { knob.isDirty }
    set { knob.isDirty = newValue }
  }

  var bounds: PixelRect { knob.bounds }

  func textBounds(_ views: [KnobViewState]) -> [(TextArea.Part, PixelRect)] {
    knob.textBounds(views)
  }

  func update() -> Changes {
    var changes = knob.update()
    // In each part of a ring all of the knob would be drawn through the layer.
    if let ring = changes.ring { changes.damage.add(ring, within: area) }
    return Changes(damage: changes.damage)
  }

  func drawStatic(on canvas: Canvas) {}

  func drawDynamic(on canvas: Canvas) {
    canvas.draw(through: layer, x: area.x, y: area.y, opacity: opacity) { layer in
      knob.drawStatic(on: layer)
      knob.drawDynamic(on: layer)
    }
  }
}
