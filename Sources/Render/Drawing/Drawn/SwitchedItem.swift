import Raster

/// An item with several looks, of which one is shown, or none while it is hidden.
final class SwitchedItem: DrawnItem {
  private let looks: [any DrawnItem]
  let bounds: PixelRect
  var isDirty = false
  /// Index of the look to show after the next update; nil to hide the item.
  var wanted: Int?
  private var shown: Int?

  /// Creates an item that is hidden until its first update.
  init(_ looks: [any DrawnItem]) {
    self.looks = looks
    bounds = looks.reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1.bounds) }
  }

  private var item: (any DrawnItem)? { shown.map { looks[$0] } }

  func update() -> Changes {
    isDirty = false
    var changes = Changes()
    for (index, look) in looks.enumerated() {
      let own = look.update()
      if index == shown { changes = own }
    }
    guard wanted != shown else { return changes }
    shown = wanted
    return Changes(damage: Damage(bounds), staticLayer: .all)
  }

  func drawStatic(on canvas: Canvas) { item?.drawStatic(on: canvas) }
  func drawStaticOverlay(on canvas: Canvas) { item?.drawStaticOverlay(on: canvas) }
  func drawDynamic(on canvas: Canvas) { item?.drawDynamic(on: canvas) }

  func draw(on canvas: Canvas, over staticLayer: StaticLayer) {
    if let item {
      item.draw(on: canvas, over: staticLayer)
    } else {
      canvas.copy(from: staticLayer.picture)
    }
  }
}
