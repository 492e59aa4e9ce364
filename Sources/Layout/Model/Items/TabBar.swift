public import Gesture

/// The position of the tabs in design pixels: side by side and equally wide.
public struct TabBar: Hashable, Sendable {
  /// The left edge of the tabs.
  public let left: Double
  /// The upper edge of the tabs.
  public let top: Double
  /// Width of one tab.
  public let width: Double
  /// Height of the tabs.
  public let height: Double
  /// Number of tabs.
  public let count: Int
  /// Whether the first tab is at the right.
  public let isMirrored: Bool
  private let panelWidth: Double

  /// Computes the tabs of a layout; nil for a layout without tabs.
  public init?(_ layout: LayoutDocument) {
    guard let tabs = layout.tabs else { return nil }
    height = min(tabs.height, layout.panel.height)
    top = tabs.side == .top ? 0 : layout.panel.height - height
    panelWidth = layout.panel.width
    isMirrored = layout.panel.isMirrored
    // Margins never take more than a quarter.
    let limit = panelWidth / 8
    left = min(tabs.leftMargin, limit)
    width = (panelWidth - left - min(tabs.rightMargin, limit)) / Double(layout.pages.count)
    count = layout.pages.count
  }

  /// Returns the centre of a tab, counted from 0.
  public func center(ofTab index: Int) -> DesignPoint {
    DesignPoint(x: left + (Double(place(ofTab: index)) + 0.5) * width, y: top + height / 2)
  }

  /// Returns the columns where a finger touches a tab, counted from 0: the outer tabs reach to the
  /// panel's edges.
  public func touchColumns(ofTab index: Int) -> ClosedRange<Double> {
    let place = place(ofTab: index)
    let first = place == 0 ? 0 : left + Double(place) * width
    let last = place == count - 1 ? panelWidth : left + Double(place + 1) * width
    return first...max(first, last)
  }

  /// Returns the number of tabs to the left of a tab.
  private func place(ofTab index: Int) -> Int { isMirrored ? count - 1 - index : index }
}
