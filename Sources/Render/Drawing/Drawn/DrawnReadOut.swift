import Gesture
import Layout
import Locales
import Panel
import Raster

/// A label that shows an external value, or whose look depends on conditions.
///
/// Its text is typeset whenever it changes; only the pixels of the old and new text are redrawn.
final class DrawnReadOut: DrawnItem {
  let bounds: PixelRect
  var isDirty = false
  /// The state to show after the next update.
  var wanted: LabelViewState
  private var shown: LabelViewState
  private var lines: [DrawnText]
  private let label: LabelLayout
  private let viewport: Viewport
  private let texts: FaceTexts
  private let theme: Theme
  private let colors: TextColors

  init(_ label: LabelLayout, _ viewport: Viewport, _ theme: Theme, _ texts: FaceTexts) {
    self.label = label
    self.viewport = viewport
    self.texts = texts
    self.theme = theme
    colors = theme.onBackground
    wanted = LabelViewState(text: "", isKnown: false)
    shown = wanted
    lines = []
    if label.value == nil {
      let lines = texts.label(label, viewport, scale: theme.textScale).map(\.bounds)
      bounds = lines.reduce(PixelRect(x: 0, y: 0, width: 0, height: 0)) { $0.union($1) }
    } else {
      bounds = Self.bounds(label, viewport, scale: theme.textScale)
    }
  }

  /// Returns all pixels that a text can cover: from the label's position as far as it may extend.
  private static func bounds(
    _ label: LabelLayout, _ viewport: Viewport, scale: Double
  ) -> PixelRect {
    let size = viewport.pictureSize
    let position = viewport.picturePoint(label.at)
    let em = label.size * scale * min(viewport.scaleX, viewport.scaleY)
    let reach = label.width.map { $0 * viewport.scaleX + em } ?? Double(size.width)
    let (left, right) =
      switch label.align {
      case .left: (position.x - em, position.x + reach)
      case .center: (position.x - reach, position.x + reach)
      case .right: (position.x - reach, position.x + em)
      }
    // The number of lines of a wrapped text is not known.
    let lineCount = label.text.count { $0 == "\n" } + (label.fit == .wrap ? 8 : 1)
    let height = em * 1.25 * Double(lineCount)
    let top = position.y - 1.5 * em - (label.isInCell ? height / 2 : 0)
    let frame = PixelRect(
      x: Int(left), y: Int(top), width: Int(right - left) + 1, height: Int(height + 2 * em) + 1)
    return frame.intersection(size.bounds)
  }

  func update() -> Changes {
    isDirty = false
    var damage = Damage()
    guard shown != wanted else { return Changes(damage: damage) }
    add(to: &damage)
    if shown.text != wanted.text || shown.value != wanted.value {
      var label = label
      label.text = wanted.value.map { text(with: $0) } ?? wanted.text
      lines = texts.label(label, viewport, scale: theme.textScale)
      add(to: &damage)
    }
    shown = wanted
    return Changes(damage: damage)
  }

  /// Returns the label's text with a value, as a line in the direction of reading.
  private func text(with value: String) -> String {
    let text = label.filled(
      with: wanted.isNumber ? texts.numbers.text(of: value) : texts.translations[value] ?? value)
    // The first letter of a line determines its direction (P2 of https://www.unicode.org/reports/tr9),
    // and this mark is an invisible one.
    guard texts.isRightToLeft else { return text }
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "\u{200F}\($0)" }.joined(separator: "\n")
  }

  private func add(to damage: inout Damage) {
    for line in lines { damage.add(line.bounds.intersection(bounds)) }
  }

  func drawDynamic(on canvas: Canvas) {
    let part = canvas.clipped(to: bounds)
    guard !part.clip.isEmpty else { return }
    let color = shown.isOffline ? colors.secondary : label.color
    for line in lines { DrawnLabel(text: line, color: color).draw(on: part, colors) }
  }
}
