import Gesture
import Layout
import Raster

/// The appearance of the tabs: names in a groove, and a cap under the visible page's name, which
/// slides with the pages.
struct TabFace {
  let bounds: PixelRect
  let groove: RoundedRect
  private let cap: RoundedRect
  private let unit: Float
  /// The distance from one tab to the next, in pixels.
  private let step: Float
  /// Nil for a page without a name.
  private let names: [Name?]
  /// The colour behind the names of the other pages.
  let background: Color
  /// The colour of the line around the visible page's tab, in a theme that draws outlines.
  private let outline: Color?
  private let style: ButtonStyle
  let textColors: TextColors
  /// Whether the visible page's tab is filled with the accent, in a theme without raised caps.
  private let isFilled: Bool
  private let isMirrored: Bool

  private struct Name {
    var text: TextMask
    /// The left end on the baseline.
    var origin: PixelPoint
    /// Before the name of a page that requires the PIN, in the direction of reading; nil for others.
    var padlock: LineIcon?
  }

  init(
    _ bar: TabBar, _ pages: [PageLayout], _ viewport: Viewport, _ theme: Theme,
    _ texts: FaceTexts
  ) {
    let style = ButtonStyle(theme)
    self.style = style
    isMirrored = bar.isMirrored
    background = theme.background.middle.mixed(with: theme.messageBackground, 0.55)
    outline = theme.large.track.style == .outline ? style.track : nil
    isFilled = theme.small.cap.shape == .none && outline == nil
    textColors = theme.textColors(on: background)
    let corner = viewport.picturePoint(DesignPoint(x: bar.left, y: bar.top))
    let end = viewport.picturePoint(
      DesignPoint(x: bar.left + bar.width * Double(bar.count), y: bar.top + bar.height))
    let (left, top) = (Float(corner.x).rounded(), Float(corner.y).rounded())
    let (right, bottom) = (Float(end.x).rounded(), Float(end.y).rounded())
    let (width, height) = (max(right - left, 8), max(bottom - top, 8))
    bounds = PixelRect(x: Int(left), y: Int(top), width: Int(width), height: Int(height))
    let margin = (height * 0.1).rounded()
    groove = RoundedRect(
      center: PixelPoint(x: left + width * 0.5, y: top + height * 0.5), width: width,
      height: height - 2 * margin, radius: height * 0.26)
    unit = groove.halfHeight
    step = groove.halfWidth * 2 / Float(max(bar.count, 1))
    let gap = max((unit * 0.12).rounded(), 1)
    let first = groove.center.x - groove.halfWidth + step * 0.5
    cap = RoundedRect(
      center: PixelPoint(x: first, y: groove.center.y), width: step - 2 * gap,
      height: groove.halfHeight * 2 - 2 * gap, radius: groove.radius - gap)
    let legible = Float(theme.smallestTextSize * min(viewport.scaleX, viewport.scaleY))
    // Scaled captions stay within the tabs.
    let size = min(
      max(unit * 0.68, min(legible, unit * 0.8), 11) * Float(theme.textScale), unit * 1.3)
    let rise = texts.capHeight(size: size) * 0.5
    let (unit, step, middle) = (unit, step, groove.center.y)
    let baseline = (middle + rise - unit * 0.06).rounded()
    names = pages.enumerated().map { index, page in
      let icon = page.isLocked ? (rise * 2.4).rounded() : 0
      let space = page.isLocked ? (rise * 1.1).rounded() : 0
      let text = texts.caption(page.name, size: size, width: step - unit * 0.9 - icon - space)
      guard let text else { return nil }
      let place = bar.isMirrored ? bar.count - 1 - index : index
      let left = first + Float(place) * step - (icon + space + text.advance) * 0.5
      let (textX, iconX) =
        texts.isRightToLeft ? (left, left + text.advance + space) : (left + icon + space, left)
      return Name(
        text: text, origin: PixelPoint(x: textX.rounded(), y: baseline),
        padlock: page.isLocked
          ? LineIcon(
            .lock, center: PixelPoint(x: (iconX + icon * 0.5).rounded(), y: baseline - rise),
            size: icon, isCrossedOut: false) : nil)
    }
  }

  func draw(_ position: Double, pressed: Int?, on canvas: Canvas) {
    canvas.fill(groove, with: .solid(background))
    canvas.fill(
      RoundedFrame(groove, width: max(unit * 0.03, 1)),
      with: groove.vertical(Palette.Shade(style.dishEdge.first, lowerEdge)))
    let last = Double(max(names.count - 1, 0))
    let place = isMirrored ? last - position : position
    drawCap(at: Float(min(max(place, -0.08), last + 0.08)) * step, on: canvas)
    for (index, name) in names.enumerated() {
      guard let name else { continue }
      let nearness = Float(max(1 - abs(position - Double(index)), 0))
      let isPressed = pressed == index
      let rest = isPressed ? textColors.primary : textColors.secondary
      let onCap = isFilled ? style.onLitCap : style.onCap
      let color = rest.mixed(with: onCap.primary, nearness)
      let contrast = nearness > 0.5 ? onCap.contrast : textColors.contrast
      name.padlock?.draw(on: canvas, color, isOn: false)
      canvas.draw(name.text, at: name.origin, color: color, contrast: contrast)
    }
  }

  /// The light along the lower edge, fainter on a dark background.
  private var lowerEdge: Color {
    let light = style.dishEdge.last
    return background.luminance < 0.2 ? light.opacity(min(light.opacity, 0.1)) : light
  }

  private func drawCap(at offset: Float, on canvas: Canvas) {
    let cap = cap.moved(right: offset)
    if isFilled { return canvas.fill(cap, with: cap.vertical(style.heldCap)) }
    canvas.fill(
      SoftRect(cap.moved(down: unit * 0.06), blur: max(unit * 0.14, 1.5)),
      with: .solid(style.shadow))
    canvas.fill(cap, with: cap.vertical(style.cap))
    canvas.fill(
      RoundedFrame(cap, width: max((unit * 0.03).rounded(), 1)), with: cap.lightAbove(style.rim))
    if let outline {
      canvas.fill(RoundedFrame(cap, width: max(unit * 0.08, 1.5)), with: .solid(outline))
    }
    // A light below the name, in a slot that separates it from the cap.
    let (x, y) = (cap.center.x, cap.center.y + cap.halfHeight - unit * 0.24)
    let half = min(unit * 0.42, cap.halfWidth * 0.4)
    let pen = max(unit * 0.1, 1.5)
    let (left, right) = (PixelPoint(x: x - half, y: y), PixelPoint(x: x + half, y: y))
    canvas.fill(Capsule(from: left, to: right, width: pen * 2), with: .solid(style.track))
    canvas.fill(
      Capsule(from: left, to: right, width: pen),
      with: .linear(
        LinearGradient(from: left, style.progress.first, to: right, style.progress.last)))
  }
}
