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
  private let names: [(text: TextMask, center: Float, baseline: Float)]
  /// The colour behind the names of the other pages.
  let background: Color
  /// The colour of the line around the visible page's tab, in a theme that draws outlines.
  private let outline: Color?
  private let style: ButtonStyle
  let textColors: TextColors

  init(
    _ bar: TabBar, _ pages: [PageLayout], _ viewport: Viewport, _ theme: Theme,
    _ texts: FaceTexts
  ) {
    let style = ButtonStyle(theme)
    self.style = style
    background = theme.background.middle.mixed(with: theme.messageBackground, 0.55)
    outline = theme.large.track.style == .outline ? style.track : nil
    textColors = theme.textColors(on: background)
    let corner = viewport.picturePoint(DesignPoint(x: 0, y: bar.top))
    let end = viewport.picturePoint(
      DesignPoint(x: bar.width * Double(bar.count), y: bar.top + bar.height))
    let (left, top) = (Float(corner.x).rounded(), Float(corner.y).rounded())
    let (right, bottom) = (Float(end.x).rounded(), Float(end.y).rounded())
    let (width, height) = (max(right - left, 8), max(bottom - top, 8))
    bounds = PixelRect(x: Int(left), y: Int(top), width: Int(width), height: Int(height))
    let margin = (height * 0.1).rounded()
    groove = RoundedRect(
      center: PixelPoint(x: left + width * 0.5, y: top + height * 0.5), width: width - 2 * margin,
      height: height - 2 * margin, radius: height * 0.26)
    unit = groove.halfHeight
    step = groove.halfWidth * 2 / Float(max(bar.count, 1))
    let gap = max((unit * 0.12).rounded(), 1)
    let first = groove.center.x - groove.halfWidth + step * 0.5
    cap = RoundedRect(
      center: PixelPoint(x: first, y: groove.center.y), width: step - 2 * gap,
      height: groove.halfHeight * 2 - 2 * gap, radius: groove.radius - gap)
    let size = max(unit * 0.68, 11) * Float(theme.textScale)
    let rise = texts.capHeight(size: size) * 0.5
    let (unit, step, middle) = (unit, step, groove.center.y)
    names = pages.enumerated().compactMap { index, page in
      texts.caption(page.name, size: size, width: step - unit * 0.9).map {
        ($0, first + Float(index) * step, (middle + rise - unit * 0.06).rounded())
      }
    }
  }

  func draw(_ position: Double, pressed: Int?, on canvas: Canvas) {
    canvas.fill(groove, with: .solid(background))
    canvas.fill(
      RoundedFrame(groove, width: max(unit * 0.03, 1)),
      with: groove.vertical(Palette.Shade(style.dishEdge.first, lowerEdge)))
    let last = Double(max(names.count - 1, 0))
    drawCap(at: Float(min(max(position, -0.08), last + 0.08)) * step, on: canvas)
    for (index, name) in names.enumerated() {
      let nearness = Float(max(1 - abs(position - Double(index)), 0))
      let isPressed = pressed == index
      let rest = isPressed ? textColors.primary : textColors.secondary
      let color = rest.mixed(with: style.onCap.primary, nearness)
      let contrast = nearness > 0.5 ? style.onCap.contrast : textColors.contrast
      canvas.draw(
        name.text,
        at: PixelPoint(x: (name.center - name.text.advance * 0.5).rounded(), y: name.baseline),
        color: color, contrast: contrast)
    }
  }

  /// The light along the lower edge, fainter on a dark background.
  private var lowerEdge: Color {
    let light = style.dishEdge.last
    return background.luminance < 0.2 ? light.opacity(min(light.opacity, 0.1)) : light
  }

  private func drawCap(at offset: Float, on canvas: Canvas) {
    let cap = cap.moved(right: offset)
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
