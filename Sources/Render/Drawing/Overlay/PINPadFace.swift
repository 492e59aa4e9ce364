import Gesture
import Layout
import Locales
import Panel
import Raster

/// Draws the PIN pad or a keypad over everything else: a veil, a title, a dot for each digit, and the keys.
final class PINPadFace {
  /// The sizes of texts, icons and dots, as fractions of the distance between keys.
  fileprivate static let (titleSize, digitSize, iconSize) = (0.27, 0.42, 0.36)
  private static let (dotSize, dotDistance, dotLine) = (0.17, 0.34, 0.03)

  private let size: PixelSize
  private let layout: PINPadLayout
  private let viewport: Viewport
  private let theme: Theme
  private let texts: FaceTexts
  /// The faces of each key, by its index and its function.
  private let keys: [[PINPadLayout.Key: ButtonFace]]
  private let colors: TextColors
  private var shown: PINPadViewState
  private var title: DrawnText?

  /// Lays out the pad for an initial view state.
  init(
    _ panel: PanelLayout, _ viewport: Viewport, _ theme: Theme, _ texts: FaceTexts,
    _ state: PINPadViewState
  ) {
    let layout = PINPadLayout(panel)
    size = viewport.pictureSize
    self.layout = layout
    self.viewport = viewport
    // The pad is sized to fit, without the theme's text scale.
    var theme = theme
    theme.textScale = 1
    self.theme = theme
    self.texts = texts
    let images = ImageCache(nil)
    keys = PINPadLayout.keys.indices.map { index in
      let functions = [(false, true), (true, true), (true, false)].map { confirms, isEmpty in
        PINPadLayout.key(index, confirms: confirms, isEmpty: isEmpty)
      }
      return Dictionary(
        Set(functions).map { key in
          var button = ButtonLayout(key, at: layout.center(ofKey: index), in: layout)
          button.text = texts.numbers.text(of: button.text)
          return (key, ButtonFace(button, viewport, theme, texts, images))
        }, uniquingKeysWith: { first, _ in first })
    }
    colors = theme.textColors(on: theme.background.middle)
    shown = state
    title = makeTitle()
  }

  /// Shows another state; returns the pixels that differ.
  func update(to state: PINPadViewState) -> Damage {
    var damage = Damage()
    let old = shown
    shown = state
    for index in keys.indices
    where old.key(index) != state.key(index)
      || look(of: index, in: old) != look(of: index, in: state)
    {
      for shown in [old, state] {
        if let face = keys[index][shown.key(index)] { damage.add(face.bounds) }
      }
    }
    if old.notice != state.notice || old.takesCode != state.takesCode {
      if let title { damage.add(title.bounds) }
      title = makeTitle()
      if let title { damage.add(title.bounds) }
    }
    let digitsChanged = old.enteredCount != state.enteredCount || old.digitCount != state.digitCount
    if digitsChanged || old.notice != state.notice {
      for count in [old.digitCount, state.digitCount] { damage.add(dotBounds(count)) }
    }
    return damage
  }

  func draw(on canvas: Canvas) {
    canvas.fill(with: .solid(theme.veil))
    title?.draw(on: canvas, colors.primary, contrast: colors.contrast)
    for index in 0..<shown.digitCount {
      let (center, radius) = (dot(index, of: shown.digitCount), dotRadius)
      if index < shown.enteredCount {
        canvas.fill(Disc(center: center, radius: radius), with: .solid(colors.primary))
      } else {
        let line = max(Float(Self.dotLine) * pitch, 1.5)
        canvas.fill(
          Ring(center: center, radius: radius - line * 0.5, width: line),
          with: .solid(colors.secondary))
      }
    }
    for (index, faces) in keys.enumerated() {
      faces[shown.key(index)]?.draw(look(of: index, in: shown), on: canvas)
    }
  }

  /// Returns the look of a key.
  private func look(of index: Int, in state: PINPadViewState) -> ButtonViewState {
    let isEnabled =
      switch state.key(index) {
      case .cancel: true
      case .confirm: state.confirmation == .possible
      case .digit, .erase: state.notice.takesDigits
      }
    return ButtonViewState(isPressed: state[isPressed: index], isEnabled: isEnabled)
  }
}

// MARK: Title and dots

extension PINPadFace {
  /// The distance between keys, in picture pixels.
  private var pitch: Float { Float(layout.pitch * min(viewport.scaleX, viewport.scaleY)) }

  private var dotRadius: Float { max((Float(Self.dotSize) * pitch * 0.5).rounded(), 2.5) }

  private func dot(_ index: Int, of count: Int) -> PixelPoint {
    let middle = viewport.picturePoint(layout.dots)
    let distance = (Float(Self.dotDistance) * pitch).rounded()
    let first = (Float(middle.x) - Float(count - 1) * distance * 0.5).rounded()
    return PixelPoint(x: first + Float(index) * distance, y: Float(middle.y).rounded())
  }

  private func dotBounds(_ count: Int) -> PixelRect {
    let (first, last) = (dot(0, of: count), dot(max(count - 1, 0), of: count))
    let reach = dotRadius + 2
    let left = Int((first.x - reach).rounded(.down))
    return PixelRect(
      x: left, y: Int((first.y - reach).rounded(.down)),
      width: Int((last.x + reach).rounded(.up)) - left, height: Int((reach * 2).rounded(.up)) + 1)
  }

  private func makeTitle() -> DrawnText? {
    let words = texts.words
    let text =
      switch shown.notice {
      case .none: shown.takesCode ? words.enterCode : words.enterPIN
      case .offline: words.offline
      case .wrong: words.wrongPIN
      case .wait(let seconds): "\(words.wait) \(texts.numbers.text(of: "\(seconds)")) s"
      }
    let size = max(Float(Self.titleSize) * pitch, 11)
    let width = Float(layout.title.width * viewport.scaleX)
    guard let mask = texts.caption(text, size: size, width: width) else { return nil }
    let center = viewport.picturePoint(layout.title.center)
    return DrawnText(
      mask: mask,
      origin: PixelPoint(
        x: (Float(center.x) - mask.advance * 0.5).rounded(),
        y: (Float(center.y) + texts.capHeight(size: size) * 0.5).rounded()))
  }
}

extension PINPadViewState.Notice {
  fileprivate var takesDigits: Bool {
    if case .wait = self { false } else { true }
  }
}

extension ButtonLayout {
  /// Creates a key of the pad, as a button to draw.
  fileprivate init(_ key: PINPadLayout.Key, at center: DesignPoint, in pad: PINPadLayout) {
    let text = if case .digit(let digit) = key { "\(digit)" } else { "" }
    let icon: Icon? =
      switch key {
      case .digit: nil
      case .erase: .left
      case .cancel: .cross
      case .confirm: .check
      }
    self.init(
      id: "", center: center, width: pad.keySize, height: pad.keySize, text: text, icon: icon,
      action: .page(.next))
    textSize = pad.pitch * PINPadFace.digitSize
    iconSize = pad.pitch * PINPadFace.iconSize
  }
}
