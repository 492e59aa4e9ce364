import Gesture
import Layout

/// Where the tabs lie, in design pixels: side by side, each as wide as the others.
struct TabBar {
  let top: Double
  let width: Double
  let height: Double
  let count: Int

  /// Nil for a layout without tabs.
  init?(_ layout: LayoutDocument) {
    guard let tabs = layout.tabs else { return nil }
    height = min(tabs.height, layout.panel.height)
    top = tabs.side == .top ? 0 : layout.panel.height - height
    width = layout.panel.width / Double(layout.pages.count)
    count = layout.pages.count
  }

  func center(ofTab index: Int) -> DesignPoint {
    DesignPoint(x: (Double(index) + 0.5) * width, y: top + height / 2)
  }
}
