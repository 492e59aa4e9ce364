import Layout
import Raster

/// A padlock in a corner of a panel that is locked as a whole, visible before anyone touches a
/// knob.
struct LockBadge {
  /// The pixels that the badge covers.
  let bounds: PixelRect
  private let backing: Capsule
  private let icon: LineIcon
  private let background: Color
  private let color: Color

  /// Lays out the badge: in the upper right corner, or at the top of a round panel.
  ///
  /// - Parameters:
  ///   - size: The picture's size.
  ///   - panel: The panel, whose shape determines whether the corners are visible.
  ///   - viewport: The position of the panel in the picture.
  ///   - indicator: The pixels of tabs or dots; nil if there are none.
  ///   - theme: The theme, which gives the colours.
  init(
    _ size: PixelSize, _ panel: PanelLayout, _ viewport: Viewport, below indicator: PixelRect?,
    _ theme: Theme
  ) {
    let em = FaultBadge.em(of: size)
    let radius = (em * 0.95).rounded()
    let margin = (em * 0.6).rounded()
    var center = PixelPoint(x: Float(size.width) - margin - radius, y: margin + radius)
    if panel.shape == .round {
      center.x = Float(size.width / 2)
      center.y += Float(viewport.offsetY).rounded()
    }
    if let indicator, indicator.y < size.height / 2 {
      center.y += Float(indicator.y + indicator.height)
    }
    backing = Capsule(from: center, to: center, width: radius * 2)
    icon = LineIcon(.lock, center: center, size: (em * 1.05).rounded(), isCrossedOut: false)
    background = theme.messageBackground
    color = theme.textColors(on: theme.messageBackground).primary
    bounds = backing.bounds.union(icon.bounds).intersection(size.bounds)
  }

  func draw(on canvas: Canvas) {
    guard canvas.clip.overlaps(bounds) else { return }
    canvas.fill(backing, with: .solid(background))
    icon.draw(on: canvas, color, isOn: false)
  }
}
