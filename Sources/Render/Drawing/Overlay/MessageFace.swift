import Gesture
import Layout
import Panel
import Raster

/// Draws a message: a card above the panel's items, in a colour by its severity, with a cross that says
/// that a tap removes it.
final class MessageFace {
  /// The sizes of the text that are tried, as fractions of the card's height.
  private static let sizes: [Float] = [0.32, 0.27, 0.22, 0.18, 0.15, 0.12]
  /// The distance of two baselines, in text sizes.
  private static let leading: Float = 1.25
  /// The part of the card's height that the text fills.
  private static let filling: Float = 0.84

  private let card: RoundedRect
  private let shadow: SoftRect
  private let background: Color
  private let colors: TextColors
  private let lines: [DrawnText]
  private let cross: LineIcon
  /// All pixels that the card and its shadow may touch.
  let bounds: PixelRect

  /// Lays out a message.
  init(
    _ panel: PanelLayout, _ viewport: Viewport, _ theme: Theme, _ texts: FaceTexts,
    _ message: PanelMessage
  ) {
    let layout = MessageLayout(panel)
    let middle = viewport.picturePoint(layout.center)
    let (width, height) = (
      Float(layout.width * viewport.scaleX).rounded(),
      Float(layout.height * viewport.scaleY).rounded()
    )
    let center = PixelPoint(x: Float(middle.x).rounded(), y: Float(middle.y).rounded())
    card = RoundedRect(center: center, width: width, height: height, radius: height * 0.18)
    shadow = SoftRect(
      RoundedRect(
        center: PixelPoint(x: center.x, y: center.y + height * 0.06), width: width, height: height,
        radius: height * 0.2), blur: height * 0.12)
    background = message.severity.color(theme)
    colors = theme.textColors(on: background)
    let crossSize = height * 0.22
    // The cross is at the end of reading.
    let side: Float = texts.isRightToLeft ? -1 : 1
    cross = LineIcon(
      .cross,
      center: PixelPoint(x: center.x + side * (width * 0.5 - height * 0.3), y: center.y),
      size: crossSize, isCrossedOut: false)
    let (near, far) = (height * 0.28, height * 0.56)
    let room = max(width - near - far, 1)
    lines = Self.lines(
      message.text, in: room, height: height * Self.filling,
      around: PixelPoint(x: center.x - side * (far - near) * 0.5, y: center.y),
      sizes: Self.sizes.map { $0 * height },
      texts)
    bounds = card.bounds.union(shadow.bounds).intersection(viewport.pictureSize.bounds)
  }

  /// Breaks a text into lines, in the largest size in which all of it fits.
  private static func lines(
    _ text: String, in width: Float, height: Float, around middle: PixelPoint, sizes: [Float],
    _ texts: FaceTexts
  ) -> [DrawnText] {
    func style(_ size: Float) -> TextStyle { texts.style(.medium, max(size, 9)) }
    func count(_ size: Float) -> Int { max(Int(height / (size * leading)), 1) }
    func broken(_ size: Float) -> [String] {
      texts.typesetter.lines(of: text, style: style(size), width: width, limit: count(size))
    }
    let size =
      sizes.first { size in
        broken(size).allSatisfy {
          texts.typesetter.mask(for: $0, style: style(size)).advance <= width
        }
      } ?? sizes[sizes.count - 1]
    let lines = broken(size)
    let pixels = style(size).pixelSize
    let first =
      middle.y + texts.typesetter.capHeight(of: style(size)) * 0.5
      - Float(lines.count - 1) * pixels * leading * 0.5
    return lines.enumerated().map { index, line in
      texts.line(
        line, style(size), x: middle.x, align: .center,
        baseline: first + Float(index) * pixels * leading, width: width)
    }
  }

  func draw(on canvas: Canvas) {
    guard canvas.clip.overlaps(bounds) else { return }
    canvas.fill(shadow, with: .solid(Color(0x000000, opacity: 0.4)))
    canvas.fill(card, with: .solid(background))
    for line in lines { line.draw(on: canvas, colors.primary, contrast: colors.contrast) }
    cross.draw(on: canvas, colors.secondary, isOn: false)
  }
}

extension PanelMessage.Severity {
  /// The colour of the card.
  fileprivate func color(_ theme: Theme) -> Color {
    switch self {
    case .info: theme.messageBackground
    case .warning: Color(0xFFB020)
    case .alarm: Color(0xC62828)
    }
  }
}
