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
  /// The smallest size of the text, in pixels.
  private static let smallest: Float = 9

  private let card: RoundedRect
  /// The edge that separates the card from what is below it.
  private let surround: RoundedRect
  private let edge: Color
  private let background: Color
  private let colors: TextColors
  private let lines: [DrawnText]
  private let cross: LineIcon
  /// All pixels that the card and its edge may touch.
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
    surround = card.inset(by: -max(height * 0.03, 2).rounded())
    edge = theme.background.middle
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
    bounds = surround.bounds.intersection(viewport.pictureSize.bounds)
  }

  /// Breaks a text into lines, in the largest size in which all of it fits.
  ///
  /// Each word is measured once, in the smallest size: widths are nearly proportional to the size.
  private static func lines(
    _ text: String, in width: Float, height: Float, around middle: PixelPoint, sizes: [Float],
    _ texts: FaceTexts
  ) -> [DrawnText] {
    func style(_ size: Float) -> TextStyle { texts.style(.medium, size) }
    func advance(_ text: some StringProtocol, _ size: Float) -> Float {
      texts.typesetter.mask(for: String(text), style: style(size)).advance
    }
    let sizes = sizes.map { max($0, smallest) }
    let measured = sizes[sizes.count - 1]
    let space = advance("x x", measured) - advance("xx", measured)
    let words = text.split(separator: " ").map { (text: $0, width: advance($0, measured)) }
    func broken(_ size: Float) -> [String] {
      let scale = size / measured * 1.01
      var (lines, used): ([String], Float) = ([], 0)
      for word in words {
        let wide = used + (space + word.width) * scale
        if lines.isEmpty || wide > width {
          lines.append(String(word.text))
          used = word.width * scale
        } else {
          lines[lines.count - 1] += " " + word.text
          used = wide
        }
      }
      return lines
    }
    let widest = words.map(\.width).max() ?? 0
    func fits(_ size: Float, _ lines: [String]) -> Bool {
      Float(lines.count) * size * leading <= height && widest * size / measured <= width
    }
    let size = sizes.first { fits($0, broken($0)) } ?? measured
    var lines = broken(size)
    let count = max(Int(height / (size * leading)), 1)
    if lines.count > count {
      // The end of the last line is replaced by an ellipsis.
      lines[count - 1] = lines[(count - 1)...].joined(separator: " ")
      lines.removeSubrange(count...)
    }
    let first =
      middle.y + texts.typesetter.capHeight(of: style(size)) * 0.5
      - Float(lines.count - 1) * size * leading * 0.5
    return lines.enumerated().map { index, line in
      texts.line(
        line, style(size), x: middle.x, align: .center,
        baseline: first + Float(index) * size * leading, width: width)
    }
  }

  func draw(on canvas: Canvas) {
    guard canvas.clip.overlaps(bounds) else { return }
    canvas.fill(surround, with: .solid(edge))
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
