import Raster

/// An item on the panel whose appearance can change: a knob, a button, the tabs.
///
/// Its static layer is drawn once into the panel's `StaticLayer`; its dynamic layer is drawn over
/// that in every frame whose damage it touches.
protocol DrawnItem: AnyObject {
  /// All pixels that the item may draw on.
  var bounds: PixelRect { get }
  /// Whether the item looks different after its next `update()`.
  var isDirty: Bool { get set }

  /// Applies the state that was last set, and returns the pixels that differ.
  func update() -> Changes
  func drawStatic(on canvas: Canvas)
  /// Draws the optional part of the static layer over the rest of it.
  func drawStaticOverlay(on canvas: Canvas)
  func drawDynamic(on canvas: Canvas)
  /// Copies the static layer and draws the dynamic layer over it.
  func draw(on canvas: Canvas, over staticLayer: StaticLayer)
}

/// The changes that an item's update makes in the picture.
struct Changes {
  /// The pixels that differ.
  var damage = Damage()
  /// Additional pixels that differ, in a ring that rectangles would cover poorly.
  var ring: RingRegion?
  /// The change in the item's static layer, within the damage.
  var staticLayer = StaticChange.none
}

/// The change that an item's update makes in its static layer.
enum StaticChange {
  case none
  /// An overlay was added; `DrawnItem.drawStaticOverlay` draws it.
  case overlay
  /// Any part of it.
  case all
}

extension DrawnItem {
  // An item has no static layer unless it draws one.
  func drawStatic(on canvas: Canvas) {}
  func drawStaticOverlay(on canvas: Canvas) {}

  func draw(on canvas: Canvas, over staticLayer: StaticLayer) {
    canvas.copy(from: staticLayer.picture)
    drawDynamic(on: canvas)
  }

  /// Returns whether any of the item lies within the canvas's clip.
  func isVisible(on canvas: Canvas) -> Bool { canvas.clip.overlaps(bounds) }
}
