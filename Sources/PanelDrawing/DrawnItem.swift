import Raster

/// Something on the panel that can look different from time to time: a knob, a button, the tabs.
///
/// Its static layer is drawn once into the panel's `StaticLayer`; its dynamic layer is drawn over
/// that in every frame whose damage it touches.
protocol DrawnItem: AnyObject {
  /// The pixels the item may ever draw on.
  var bounds: PixelRect { get }
  /// Whether the item looks different after its next `update()`.
  var isDirty: Bool { get set }

  /// Makes the item look as it was last told to, and returns which pixels differ.
  func update() -> Changes
  func drawStatic(on canvas: Canvas)
  /// Draws the part of the static layer that comes and goes over the rest of it.
  func drawStaticOverlay(on canvas: Canvas)
  func drawDynamic(on canvas: Canvas)
  /// Copies the static layer and draws the dynamic layer over it.
  func draw(on canvas: Canvas, over staticLayer: StaticLayer)
}

/// What an update of an item changes in the picture.
struct Changes {
  /// The pixels that differ.
  var damage: Damage
  /// Pixels that differ besides, in a ring of which rectangles would hold little.
  var ring: RingRegion?
  /// What differs of the item's static layer, where there is damage.
  var staticLayer = StaticChange.none
}

/// What an update of an item changes in its static layer.
enum StaticChange: Comparable {
  case none
  /// Something lies over the rest that was not there: `DrawnItem.drawStaticOverlay` draws it.
  case overlay
  /// Any of it.
  case all
}

extension DrawnItem {
  func drawStaticOverlay(on canvas: Canvas) {}

  func draw(on canvas: Canvas, over staticLayer: StaticLayer) {
    canvas.copy(from: staticLayer.picture)
    drawDynamic(on: canvas)
  }

  /// Whether any of the item lies within the canvas's clip.
  func isVisible(on canvas: Canvas) -> Bool { canvas.clip.overlaps(bounds) }
}
