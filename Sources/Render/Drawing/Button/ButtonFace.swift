import Layout
import Panel
import Raster

/// The appearance of one button: its geometry, colours and texts, which never change.
final class ButtonFace {
  let geometry: ButtonGeometry
  let bounds: PixelRect
  private let theme: ButtonStyle
  private let inactive: ButtonStyle
  private let text: DrawnText?
  private let symbol: ButtonSymbol?
  private let isRightToLeft: Bool

  init(
    _ button: ButtonLayout, _ viewport: Viewport, _ theme: Theme, _ texts: FaceTexts,
    _ images: ImageCache
  ) {
    let geometry = ButtonGeometry(
      button, viewport, textScale: theme.textScale, smallestTextSize: theme.smallestTextSize)
    self.geometry = geometry
    isRightToLeft = texts.isRightToLeft
    self.theme = ButtonStyle(theme, face: button.color, lit: button.litColor)
    inactive = ButtonStyle(
      theme, face: button.color, lit: button.litColor, isInactive: true)
    bounds = geometry.bounds
    let size = button.symbol.flatMap {
      ButtonSymbol.size(of: $0, within: geometry.iconSize, images)
    }
    let isBeside = geometry.isWide && !button.text.isEmpty
    let taken = size.map { isBeside ? $0.width + geometry.spacing : 0 } ?? 0
    let mask = texts.caption(
      button.text, size: geometry.textSize,
      width: (geometry.cap.halfWidth - geometry.spacing) * 2 - taken)
    let height = mask == nil ? 0 : texts.capHeight(size: geometry.textSize)
    let center = geometry.cap.center
    let width = mask?.advance ?? 0
    let gap = size != nil && mask != nil ? geometry.spacing : 0
    let (symbolCenter, textX, baseline): (PixelPoint, Float, Float)
    if isBeside {
      let across = size?.width ?? 0
      let left = center.x - (across + gap + width) * 0.5
      let symbolX = isRightToLeft ? left + width + gap : left
      symbolCenter = PixelPoint(x: symbolX + across * 0.5, y: center.y)
      textX = isRightToLeft ? left : left + across + gap
      baseline = center.y + height * 0.5
    } else {
      let high = size?.height ?? 0
      let top = center.y - (high + gap + height) * 0.5
      symbolCenter = PixelPoint(x: center.x, y: top + high * 0.5)
      (textX, baseline) = (center.x - width * 0.5, top + high + gap + height)
    }
    text = mask.map {
      DrawnText(mask: $0, origin: PixelPoint(x: textX.rounded(), y: baseline.rounded()))
    }
    symbol = button.symbol.flatMap { symbol in
      size.flatMap {
        ButtonSymbol(
          symbol, center: symbolCenter, $0, isCrossedOut: button.isMute, images)
      }
    }
  }

  func draw(_ view: ButtonViewState, on canvas: Canvas) {
    let theme = view.isEnabled ? theme : inactive
    let isPressed = view.isPressed && view.isEnabled
    if !isPressed { canvas.fill(geometry.shadow, with: .solid(theme.shadow)) }
    if view.isEnabled, view.isOn || isPressed {
      canvas.fill(geometry.glow, with: .solid(theme.glow))
    }
    canvas.fill(geometry.line, with: line(view, theme))
    let isFilled = view.isOn && !isPressed && theme.litCap != nil
    let cap = isPressed ? theme.dish : isFilled ? theme.litCap ?? theme.cap : theme.cap
    drawCap(cap, on: canvas, theme, isPressed: isPressed)
    let textColors = isFilled ? theme.onLitCap : theme.onCap
    symbol?.draw(
      on: canvas, textColors.primary, isOn: view.isOn, isEnabled: view.isEnabled)
    text?.draw(on: canvas, textColors.primary, contrast: textColors.contrast)
    if view.isEnabled, view.holdProgress > 0 { drawHold(view, on: canvas) }
  }

  /// Draws the lit part of a held button, which grows with the hold's progress in the direction of
  /// reading.
  private func drawHold(_ view: ButtonViewState, on canvas: Canvas) {
    let whole = geometry.line.bounds
    let width = Int((Double(whole.width) * view.holdProgress.clampedFraction).rounded())
    let left = isRightToLeft ? whole.x + whole.width - width : whole.x
    let part = canvas.clipped(
      to: PixelRect(x: left, y: whole.y, width: width, height: whole.height))
    guard !part.clip.isEmpty else { return }
    var lit = view
    lit.isOn = true
    part.fill(geometry.line, with: line(lit, theme))
    drawCap(theme.heldCap, on: part, theme, isPressed: false)
    symbol?.draw(on: part, theme.onLitCap.primary, isOn: view.isOn, isEnabled: true)
    text?.draw(on: part, theme.onLitCap.primary, contrast: theme.onLitCap.contrast)
  }

  private func line(_ view: ButtonViewState, _ theme: ButtonStyle) -> Paint {
    guard view.isOn else {
      return .solid(
        view.isPressed ? theme.track.mixed(with: theme.progress.first, 0.5) : theme.track)
    }
    let outline = geometry.line.outer
    let reach = isRightToLeft ? -outline.halfWidth : outline.halfWidth
    return .linear(
      LinearGradient(
        from: PixelPoint(x: outline.center.x - reach, y: 0), theme.progress.first,
        to: PixelPoint(x: outline.center.x + reach, y: 0), theme.progress.last))
  }

  /// Draws the cap; if pressed, it is a hollow like a knob's.
  private func drawCap(
    _ colors: Palette.Shade, on canvas: Canvas, _ theme: ButtonStyle, isPressed: Bool
  ) {
    let cap = geometry.cap
    canvas.fill(cap, with: cap.vertical(colors))
    canvas.fill(
      geometry.rim, with: isPressed ? cap.vertical(theme.dishEdge) : cap.lightAbove(theme.rim))
  }
}

extension ButtonLayout {
  /// Whether it only mutes.
  fileprivate var isMute: Bool {
    if steps.count == 1, case .mute = steps[0] { true } else { false }
  }
}

extension FaceTexts {
  /// Returns a text in the largest of a few sizes that fits, or truncated if even the smallest does
  /// not; nil for an empty text.
  func caption(_ text: String, size: Float, width: Float) -> TextMask? {
    guard !text.isEmpty else { return nil }
    let smallest = min(size * 0.8, Self.smallestCaption)
    var next = size
    while next > smallest {
      let mask = typesetter.mask(for: text, style: style(.medium, next))
      if mask.advance <= width { return mask }
      next -= size * 0.1
    }
    return typesetter.mask(
      for: text, style: style(.medium, smallest), width: width, compromises)
  }

  /// The size in pixels below which a caption is truncated instead.
  private static let smallestCaption: Float = 11

  func capHeight(size: Float) -> Float { typesetter.capHeight(of: style(.medium, size)) }
}
