public import Layout
public import Raster

/// The picture shown in place of an idle panel: a clock on the theme's background, or an image.
public final class IdlePicture {
  /// The state that is shown.
  public private(set) var state: IdleViewState
  /// Whether the next `draw` draws anything.
  public private(set) var needsDrawing = true

  private let viewport: Viewport
  private let theme: Theme
  private let texts: FaceTexts
  private let images: ImageCache

  /// The size of the time, as a fraction of the height or of the width, whichever is smaller.
  private static let (sizeInHeights, sizeInWidths) = (0.44, 0.275) as (Float, Float)
  /// The size of the date and the distance between baselines, as fractions of the time's size.
  private static let (dateSize, dateDistance) = (0.15, 0.34) as (Float, Float)
  /// The maximum width of a line, and how far the clock moves in each direction, as fractions of
  /// width and height: all of it stays within a round display.
  private static let (lineWidth, reach) = (0.7, 0.09) as (Float, Float)

  /// - Parameters:
  ///   - state: The initial state.
  ///   - panel: The panel that the picture replaces.
  ///   - viewport: The position of the design in the picture.
  ///   - typesetter: The source of text masks.
  ///   - pictures: The images that the layout names; nil for none.
  public init(
    _ state: IdleViewState, of panel: PanelLayout, viewport: Viewport, typesetter: any Typesetter,
    pictures: (any PictureSource)? = nil
  ) {
    self.state = state
    self.viewport = viewport
    theme = Theme(panel)
    texts = FaceTexts(typesetter, panel)
    images = ImageCache(pictures)
  }

  /// Shows another state.
  public func update(to state: IdleViewState) {
    guard state != self.state else { return }
    self.state = state
    needsDrawing = true
  }

  /// Makes the next call to `draw` draw everything.
  public func invalidate() { needsDrawing = true }

  /// Draws the whole picture if `needsDrawing`; a frame of another size is not changed.
  ///
  /// - Returns: The pixels that were drawn.
  public func draw(into frame: PixelBuffer) -> Damage {
    guard needsDrawing, frame.size == viewport.pictureSize else { return Damage() }
    needsDrawing = false
    let canvas = Canvas(frame)
    canvas.fill(with: theme.ground(of: frame.size))
    switch state {
    case .clock(let clock): draw(clock, on: canvas)
    case .picture(let picture): images.background(picture, viewport)?.draw(on: canvas)
    }
    return Damage(frame.size.bounds)
  }

  private func draw(_ clock: IdleViewState.Clock, on canvas: Canvas) {
    let (width, height) = (Float(viewport.pictureSize.width), Float(viewport.pictureSize.height))
    let x = (width * (0.5 + Self.reach * Float(clock.x))).rounded()
    let y = height * (0.5 + Self.reach * Float(clock.y))
    let colors = theme.onBackground
    func draw(_ text: String, _ style: TextStyle, _ color: Color, baseline: Float) {
      texts.line(
        text, style, x: x, align: .center, baseline: baseline, width: width * Self.lineWidth,
        fit: .shrink
      ).draw(on: canvas, color, contrast: colors.contrast)
    }
    let size = max(min(height * Self.sizeInHeights, width * Self.sizeInWidths), 11)
    let style = texts.style(.light, size, tabularFigures: true)
    // Both lines together are centred.
    let below = clock.date == nil ? 0 : size * Self.dateDistance
    let baseline = y + (texts.typesetter.capHeight(of: style) - below) * 0.5
    draw(clock.time, style, colors.primary, baseline: baseline)
    guard let date = clock.date else { return }
    draw(
      date, texts.style(.regular, max(size * Self.dateSize, 11)), colors.secondary,
      baseline: baseline + below)
  }
}
