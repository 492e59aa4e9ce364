public import Gesture

/// The position of a message on a panel, in design pixels: a card at the upper edge, or in the middle
/// of a round panel.
public struct MessageLayout: Sendable {
  /// The centre of the card.
  public let center: DesignPoint
  /// The width of the card.
  public let width: Double
  /// The height of the card.
  public let height: Double

  /// Places a message on a panel.
  public init(_ panel: PanelLayout) {
    let shorter = min(panel.width, panel.height)
    let isRound = panel.shape == .round
    width = isRound ? shorter * 0.8 : min(panel.width * 0.94, max(shorter * 1.4, 320))
    height = min(max(shorter * 0.2, 56), panel.height * 0.5)
    let margin = (panel.width - width) / 2
    center = DesignPoint(
      x: panel.width / 2,
      y: isRound ? panel.height / 2 : min(margin, shorter * 0.03) + height / 2)
  }

  /// Returns whether a point is on the card.
  public func contains(_ point: DesignPoint) -> Bool {
    abs(point.x - center.x) <= width / 2 && abs(point.y - center.y) <= height / 2
  }
}
