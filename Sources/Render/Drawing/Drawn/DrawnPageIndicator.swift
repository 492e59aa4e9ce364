import Gesture
import Layout
import Raster

/// The indicator of the visible page, above pages that slide past: tabs, or dots if pages are only
/// swiped.
final class DrawnPageIndicator: DrawnItem {
  let bounds: PixelRect
  var isDirty = false
  /// The index of the visible page, or a fraction between two pages while they slide.
  var position = 0.0
  private var pressed: Int?
  private let tabs: TabFace?
  private let dots: DotFace?

  /// Whether it shows tabs.
  var hasTabs: Bool { tabs != nil }
  /// The pixels of the tabs or of the dots, without their margins.
  var inkBounds: PixelRect { tabs?.groove.bounds ?? dots?.inkBounds ?? bounds }

  /// Returns nil if there is only one page, or the layout shows neither tabs nor dots.
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

  /// Sets whether a tab is pressed; returns whether the tabs look different.
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

  func drawDynamic(on canvas: Canvas) {
    tabs?.draw(position, pressed: pressed, on: canvas)
    dots?.draw(position, on: canvas)
  }
}

/// Dots at the lower edge; the visible page's dot is lit and wider.
private struct DotFace {
  let bounds: PixelRect
  private let centers: [PixelPoint]
  private let size: Float
  private let rest: Color
  private let lit: Color

  init(_ layout: LayoutDocument, _ viewport: Viewport, _ theme: Theme) {
    rest = theme.onBackground.secondary.opacity(0.55)
    lit = ButtonStyle(theme).progress.last
    let scale = Float(min(viewport.scaleX, viewport.scaleY))
    let size = max((7 * scale).rounded(), 3)
    self.size = size
    let middle = viewport.picturePoint(
      DesignPoint(x: layout.panel.width / 2, y: layout.panel.height - 14))
    let first = Float(middle.x) - Float(layout.pages.count - 1) * size * 1.4
    let centers = layout.pages.indices.map {
      PixelPoint(x: (first + Float($0) * size * 2.8).rounded(), y: Float(middle.y).rounded())
    }
    self.centers = layout.panel.isMirrored ? centers.reversed() : centers
    let margin = Int(size * 1.5) + 2
    let left = Int(first) - margin
    bounds = PixelRect(
      x: left, y: Int(middle.y) - margin, width: Int(size * 2.8) * layout.pages.count + 2 * margin,
      height: 2 * margin)
  }

  /// The pixels of the dots themselves.
  var inkBounds: PixelRect {
    centers.map { PixelRect(around: $0, reach: size) }.reduce(.empty) { $0.union($1) }
  }

  func draw(_ position: Double, on canvas: Canvas) {
    for (index, center) in centers.enumerated() {
      let nearness = Float(max(1 - abs(position - Double(index)), 0))
      let half = size * 0.45 * nearness
      let color = rest.mixed(with: lit, nearness)
      canvas.fill(
        Capsule(
          from: PixelPoint(x: center.x - half, y: center.y),
          to: PixelPoint(x: center.x + half, y: center.y), width: size), with: .solid(color))
    }
  }
}
