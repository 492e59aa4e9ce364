import Layout
import Raster

/// A badge in a corner of the panel with the error in the layout file.
struct FaultBadge {
  /// The pixels that the badge covers.
  let bounds: PixelRect
  private let background: Color
  private let textColors: TextColors
  private let dot: Color
  private let backing: Capsule
  private let text: DrawnText

  /// The room for a badge, in picture pixels.
  struct Room {
    var left: Float
    var right: Float
    /// The lower edge, above the tabs or dots.
    var bottom: Float
    /// Whether the badge is in the middle instead of on the left.
    var isCentered = false
  }

  /// Lays out a badge.
  ///
  /// - Parameters:
  ///   - message: The text of the badge; truncated if it is too long.
  ///   - size: The picture's size.
  ///   - room: The room for the badge.
  ///   - theme: The theme, which gives the colours.
  ///   - typesetter: The source of the message's mask.
  init(
    _ message: String, on size: PixelSize, in room: Room, _ theme: Theme,
    _ typesetter: any Typesetter
  ) {
    let em = Self.em(of: size)
    let height = (em * 1.9).rounded()
    let margin = (em * 0.6).rounded()
    let before = (height * 0.86).rounded()
    let after = (height * 0.45).rounded()
    let mask = typesetter.mask(
      for: message, style: TextStyle(weight: .medium, pixelSize: em),
      width: max(room.right - room.left - 2 * margin - before - after, em))
    let width = before + mask.advance.rounded() + after
    let middle = room.bottom - margin - height * 0.5
    let left =
      room.isCentered
      ? ((room.left + room.right - width) * 0.5).rounded() : room.left + margin
    backing = Capsule(
      from: PixelPoint(x: left + height * 0.5, y: middle),
      to: PixelPoint(x: left + width - height * 0.5, y: middle), width: height)
    text = DrawnText(
      mask: mask, origin: PixelPoint(x: left + before, y: (middle + em * 0.36).rounded()))
    background = theme.messageBackground
    textColors = theme.textColors(on: theme.messageBackground)
    dot = theme.palette.accent.last
    bounds = backing.bounds.union(text.bounds).intersection(size.bounds)
  }

  /// Returns the text size of a badge, in pixels.
  ///
  /// - Parameter size: The picture's size.
  /// - Returns: The height of an em.
  static func em(of size: PixelSize) -> Float {
    let shorter = Float(min(size.width, size.height))
    return min(max(shorter / 30, 12), 44).rounded()
  }

  func draw(on canvas: Canvas) {
    guard canvas.clip.overlaps(bounds) else { return }
    canvas.fill(backing, with: .solid(background))
    canvas.fill(
      Disc(center: backing.start, radius: backing.width * 0.15), with: .solid(dot))
    text.draw(on: canvas, textColors.primary, contrast: textColors.contrast)
  }
}

extension FaultBadge.Room {
  /// The lower edge of a badge on a round panel: low, but with a chord wide enough to read it.
  private static let roundBottom: Float = 0.84

  /// Creates the room at the lower edge of a panel.
  ///
  /// - Parameters:
  ///   - size: The picture's size.
  ///   - panel: The panel, whose shape determines whether the corners are visible.
  ///   - viewport: The position of the panel in the picture.
  ///   - indicator: The pixels of tabs or dots; nil if there are none.
  init(_ size: PixelSize, _ panel: PanelLayout, _ viewport: Viewport, above indicator: PixelRect?) {
    self.init(left: 0, right: Float(size.width), bottom: Float(size.height))
    if panel.shape == .round {
      let (width, height) = (
        Float(panel.width * viewport.scaleX), Float(panel.height * viewport.scaleY)
      )
      let part = 2 * Self.roundBottom - 1
      let chord = width * (1 - part * part).squareRoot()
      let middle = Float(size.width) * 0.5
      (left, right) = (middle - chord * 0.5, middle + chord * 0.5)
      bottom = Float(viewport.offsetY) + height * Self.roundBottom
      isCentered = true
    }
    if let indicator, indicator.y > size.height / 2 { bottom = min(bottom, Float(indicator.y)) }
  }
}
