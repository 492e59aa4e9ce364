public import Gesture

/// Where the tabs lie, in design pixels: side by side, each as wide as the others.
public struct TabBar: Hashable, Sendable {
  public let top: Double
  public let width: Double
  public let height: Double
  public let count: Int

  /// Nil for a layout without tabs.
  public init?(_ layout: LayoutDocument) {
    guard let tabs = layout.tabs else { return nil }
    height = min(tabs.height, layout.panel.height)
    top = tabs.side == .top ? 0 : layout.panel.height - height
    width = layout.panel.width / Double(layout.pages.count)
    count = layout.pages.count
  }

  public func center(ofTab index: Int) -> DesignPoint {
    DesignPoint(x: (Double(index) + 0.5) * width, y: top + height / 2)
  }
}
