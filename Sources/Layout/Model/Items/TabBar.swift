public import Gesture

/// The position of the tabs in design pixels: side by side and equally wide.
public struct TabBar: Hashable, Sendable {
  /// The upper edge of the tabs.
  public let top: Double
  /// Width of one tab.
  public let width: Double
  /// Height of the tabs.
  public let height: Double
  /// Number of tabs.
  public let count: Int

  /// Computes the tabs of a layout; nil for a layout without tabs.
  public init?(_ layout: LayoutDocument) {
    guard let tabs = layout.tabs else { return nil }
    height = min(tabs.height, layout.panel.height)
    top = tabs.side == .top ? 0 : layout.panel.height - height
    width = layout.panel.width / Double(layout.pages.count)
    count = layout.pages.count
  }

  /// Returns the centre of a tab, counted from 0.
  public func center(ofTab index: Int) -> DesignPoint {
    DesignPoint(x: (Double(index) + 0.5) * width, y: top + height / 2)
  }
}
