import Gesture
import Layout
import Raster

/// What shows which page is seen: tabs, or dots where pages are only swiped.
///
/// A cap, as that of a button, slides in a groove as the pages slide.
final class DrawnPages: DrawnItem {
  let bounds: PixelRect
  var isDirty = false
  /// The page that is seen: its index, or a place between two.
  var position = 0.0
  private var pressed: Int?
  private let tabs: TabFace?
  private let dots: DotFace?

  /// Nil where there are no pages to choose from, or nothing is to show them.
  init?(_ layout: LayoutDocument, _ viewport: Viewport, _ theme: Theme, _ texts: FaceTexts) {
    if let bar = TabBar(layout) {
      let face = TabFace(bar, layout.pages, viewport, theme, texts)
      (tabs, dots, bounds) = (face, nil, face.bounds)
    } else if layout.pages.count > 1, layout.panel.paging.isSwiped {
      let face = DotFace(layout, viewport, theme)
      (tabs, dots, bounds) = (nil, face, face.bounds)
    } else {
      return nil
    }
  }

  /// True if that changes the looks.
  func set(isPressed: Bool, ofTab index: Int) -> Bool {
    let now = isPressed ? index : pressed == index ? nil : pressed
    guard now != pressed else { return false }
    pressed = now
    return true
  }

  func update() -> Changes {
    isDirty = false
    return Changes(damage: Damage(bounds))
  }

  // It is above whatever slides past.
  func drawStill(on canvas: Canvas) {}

  func drawMoving(on canvas: Canvas) {
    tabs?.draw(position, pressed: pressed, on: canvas)
    dots?.draw(position, on: canvas)
  }
}

/// Small dots at the lower edge, the shown page's lit and long.
private struct DotFace {
  let bounds: PixelRect
  private let places: [PixelPoint]
  private let size: Float
  private let rest: Color
  private let lit: Color

  init(_ layout: LayoutDocument, _ viewport: Viewport, _ theme: Theme) {
    rest = theme.onBackground.dim.opacity(0.55)
    lit = ButtonStyle(theme).progress.last
    let scale = Float(min(viewport.scaleX, viewport.scaleY))
    let size = max((7 * scale).rounded(), 3)
    self.size = size
    let middle = viewport.picturePoint(
      DesignPoint(x: layout.panel.width / 2, y: layout.panel.height - 14))
    let first = Float(middle.x) - Float(layout.pages.count - 1) * size * 1.4
    places = layout.pages.indices.map {
      PixelPoint(x: (first + Float($0) * size * 2.8).rounded(), y: Float(middle.y).rounded())
    }
    let reach = Int(size * 1.5) + 2
    let left = Int(first) - reach
    bounds = PixelRect(
      x: left, y: Int(middle.y) - reach, width: Int(size * 2.8) * layout.pages.count + 2 * reach,
      height: 2 * reach)
  }

  func draw(_ position: Double, on canvas: Canvas) {
    for (index, place) in places.enumerated() {
      let nearness = Float(max(1 - abs(position - Double(index)), 0))
      let half = size * 0.45 * nearness
      let color = rest.mixed(with: lit, nearness)
      canvas.fill(
        Capsule(
          from: PixelPoint(x: place.x - half, y: place.y),
          to: PixelPoint(x: place.x + half, y: place.y), width: size), with: .solid(color))
    }
  }
}
