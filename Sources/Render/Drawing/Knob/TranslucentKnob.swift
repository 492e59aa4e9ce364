import Layout
import Panel
import Raster

/// A knob drawn as a whole with one opacity.
///
/// All of it is dynamic: its parts are drawn into a separate picture, which is then mixed with the
/// background.
final class TranslucentKnob: DrawnKnob {
  private let knob: any DrawnKnob
  private let opacity: Float
  private let layer: PixelBuffer
  /// The position of the layer in the panel's picture.
  private let area: PixelRect

  /// Returns nil if no part of the knob lies in the picture.
  init?(_ knob: any DrawnKnob, opacity: Double, in picture: PixelSize) {
    area = knob.bounds.intersection(picture.bounds)
    guard let layer = PixelBuffer(size: area.size) else { return nil }
    self.layer = layer
    self.knob = knob
    self.opacity = Float(opacity)
  }

  func setWanted(_ viewState: KnobViewState) -> Bool { knob.setWanted(viewState) }

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
    // With a ring, each of its parts would draw all of the knob through the layer.
    if let ring = changes.ring { changes.damage.add(ring, within: area) }
    return Changes(damage: changes.damage)
  }

  func drawDynamic(on canvas: Canvas) {
    canvas.draw(through: layer, x: area.x, y: area.y, opacity: opacity) { layer in
      knob.drawStatic(on: layer)
      knob.drawDynamic(on: layer)
    }
  }
}
