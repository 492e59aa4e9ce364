import Layout
import Panel
import Raster

/// Draws the cleaning countdown over everything else: a veil, a ring that empties, the remaining
/// seconds, and a caption.
final class CountdownFace {
  /// The ring's radius and width and the text sizes, as fractions of the panel's shorter side.
  private static let (radius, width): (Float, Float) = (0.22, 0.022)
  private static let (digits, caption): (Float, Float) = (0.2, 0.05)
  /// The distance from the ring down to the middle of the caption, in the same unit.
  private static let captionDistance: Float = 0.09

  private let ring: Ring
  private let glyphs: GlyphCache
  private let caption: DrawnText
  private let veil: Color
  private let track: Color
  private let arc: Color
  private let colors: TextColors
  private var shown: CleaningViewState
  private var figures: GlyphRun

  /// Lays out the countdown for an initial view state.
  init(_ viewport: Viewport, _ theme: Theme, _ texts: FaceTexts, _ state: CleaningViewState) {
    let size = viewport.pictureSize
    let side = Float(min(size.width, size.height))
    // Slightly above the middle, because the caption is below.
    let center = PixelPoint(
      x: (Float(size.width) * 0.5).rounded(),
      y: (Float(size.height) * 0.5 - side * Self.captionDistance * 0.5).rounded())
    ring = Ring(center: center, radius: side * Self.radius, width: max(side * Self.width, 2))
    glyphs = texts.glyphs(
      texts.style(.light, max(side * Self.digits, 11), tabularFigures: true))
    let style = texts.style(.medium, max(side * Self.caption, 11))
    let middle = center.y + side * (Self.radius + Self.captionDistance)
    caption = texts.line(
      texts.words.cleaning, style, x: center.x, align: .center,
      baseline: middle + texts.typesetter.capHeight(of: style) * 0.5,
      width: Float(size.width) * 0.9, fit: .shrink)
    veil = theme.veil
    colors = theme.textColors(on: theme.background.middle)
    track = theme.background.middle.mixed(with: theme.palette.ink, 0.14)
    arc = theme.palette.accent.last
    shown = state
    figures = GlyphRun()
    figures = makeFigures()
  }

  /// Shows another state; returns the pixels that differ.
  func update(to state: CleaningViewState) -> Damage {
    guard state != shown else { return Damage() }
    shown = state
    figures = makeFigures()
    return Damage(bounds)
  }

  func draw(on canvas: Canvas) {
    canvas.fill(with: .solid(veil))
    canvas.fill(ring, with: .solid(track))
    let part = Double(min(shown.secondsLeft, shown.seconds)) / Double(shown.seconds)
    canvas.fill(
      Arc(ring: ring, from: Direction(degrees: 360 * (1 - part)), to: Direction(degrees: 360)),
      with: .solid(arc))
    figures.draw(on: canvas, colors)
    caption.draw(on: canvas, colors.primary, contrast: colors.contrast)
  }

  /// The pixels that the ring may cover.
  private var bounds: PixelRect {
    PixelRect(around: ring.center, reach: ring.radius + ring.width * 0.5 + 2)
  }

  private func makeFigures() -> GlyphRun {
    GlyphRun(
      "\(shown.secondsLeft)", glyphs, unit: nil, middleX: ring.center.x, middleY: ring.center.y,
      limit: ring.radius * 1.7)
  }
}
