public import Layout
public import Raster

/// The picture in place of a panel that nobody uses: a clock on the theme's background, or a picture.
public final class IdlePicture {
  /// What it shows.
  public private(set) var state: IdleViewState
  /// Whether `draw` has something to do.
  public private(set) var needsDrawing = true

  private let viewport: Viewport
  private let theme: Theme
  private let texts: FaceTexts
  private let images: ImageCache

  /// The size of the time: as parts of height and width, whichever is smaller.
  private static let (sizeInHeights, sizeInWidths) = (0.44, 0.275) as (Float, Float)
  /// The size of the date, and from one baseline to the next, in sizes of the time.
  private static let (dateSize, dateDistance) = (0.15, 0.34) as (Float, Float)
  /// The most of the width that a line has, and how far the clock moves to each side, as parts of width
  /// and height: all of it stays within a round display.
  private static let (lineWidth, reach) = (0.7, 0.09) as (Float, Float)

  /// - Parameters:
  ///   - state: What it shows first.
  ///   - panel: The panel in whose place it is shown.
  ///   - viewport: Where the design lies in the picture.
  ///   - typesetter: Makes the masks of texts.
  ///   - pictures: The images that the layout names; nil for none.
  public init(
    _ state: IdleViewState, of panel: PanelLayout, viewport: Viewport, typesetter: any Typesetter,
    pictures: (any PictureSource)? = nil
  ) {
    self.state = state
    self.viewport = viewport
    theme = Theme(panel)
    texts = FaceTexts(typesetter, panel.font, panel.words)
    images = ImageCache(pictures)
  }

  /// Shows another state.
  public func show(_ state: IdleViewState) {
    guard state != self.state else { return }
    self.state = state
    needsDrawing = true
  }

  /// Makes the next call of `draw` draw everything.
  public func invalidate() { needsDrawing = true }

  /// Draws the whole picture if `needsDrawing`; a frame of another size is left as it is.
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
    let style = TextStyle(
      family: texts.family, weight: .light, pixelSize: size, tabularFigures: true)
    // Both lines together stand about the middle.
    let below = clock.date == nil ? 0 : size * Self.dateDistance
    let baseline = y + (texts.typesetter.capHeight(of: style) - below) * 0.5
    draw(clock.time, style, colors.primary, baseline: baseline)
    guard let date = clock.date else { return }
    draw(
      date,
      TextStyle(family: texts.family, weight: .regular, pixelSize: max(size * Self.dateSize, 11)),
      colors.secondary, baseline: baseline + below)
  }
}
