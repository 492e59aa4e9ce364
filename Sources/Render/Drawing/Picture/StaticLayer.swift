import Layout
import Raster

/// The picture of everything on one page that does not change while knobs turn: the background,
/// images, labels, and the static layers of items.
final class StaticLayer {
  let picture: PixelBuffer
  /// The page that the picture shows; nil while it shows none.
  private(set) var page: Int?
  /// A number that differs whenever the picture has changed.
  private(set) var revision = 0
  private let background: Paint
  /// The images before the first one that is not on every page, and the remaining images.
  private let stillImages: [DrawnImage]
  private let images: [PageContent<DrawnImage>]
  /// Set once, after the background is drawn, because labels need fonts.
  var labels: [PageContent<DrawnLabel>] = []
  private let textColors: TextColors
  /// The background and the still images, while pages slide over them; nil otherwise.
  private(set) var ground: PixelBuffer?

  /// Draws the background and the still images; returns nil for an invalid size.
  init?(size: PixelSize, _ theme: Theme, images: [PageContent<DrawnImage>]) {
    guard let picture = PixelBuffer(unsafeUninitialized: size) else { return nil }
    self.picture = picture
    stillImages = images.prefix { $0.page == nil }.map(\.item)
    self.images = Array(images.dropFirst(stillImages.count))
    textColors = theme.onBackground
    background = theme.ground(of: size)
    drawGround(on: Canvas(picture))
  }

  /// Redraws a part of a page.
  ///
  /// - Parameters:
  ///   - area: The pixels to redraw.
  ///   - page: The index of the page.
  ///   - items: All items of the panel.
  ///   - indices: The indices of the items that may reach into `area`.
  func redraw(
    _ area: PixelRect, page: Int, _ items: [PageContent<any DrawnItem>],
    _ indices: some Sequence<Int>
  ) {
    let canvas = Canvas(picture, clip: area)
    self.page = page
    ground = nil
    // Before the first change, nothing has been drawn over it.
    if revision > 0 { drawGround(on: canvas) }
    revision += 1
    for image in images where image.isOn(page) { image.item.draw(on: canvas) }
    for label in labels where label.isOn(page) { label.item.draw(on: canvas, textColors) }
    for index in indices where items[index].isOn(page) && items[index].item.isVisible(on: canvas) {
      items[index].item.drawStatic(on: canvas)
    }
  }

  /// Draws an item's new overlay, where no other item's static layer covers it.
  func drawOverlay(of item: any DrawnItem, in area: PixelRect) {
    revision += 1
    item.drawStaticOverlay(on: Canvas(picture, clip: area))
  }

  /// Marks the picture as showing no page, so that the next page is drawn completely.
  func invalidate() {
    page = nil
  }

  private func drawGround(on canvas: Canvas) {
    canvas.fill(with: background)
    for image in stillImages { image.draw(on: canvas) }
  }

  private func makeGround() -> PixelBuffer? {
    let ground = PixelBuffer(unsafeUninitialized: picture.size)
    if let ground { drawGround(on: Canvas(ground)) }
    return ground
  }

  /// Draws the static layers of two pages into a frame in which they slide.
  ///
  /// The still background is drawn once for all frames of a slide: a gradient takes longer than all
  /// moving parts.
  func draw(_ slide: PageSlide, _ items: [PageContent<any DrawnItem>]) {
    if ground == nil { ground = makeGround() }
    if let ground { slide.canvas.copy(from: ground) }
    slide.forEach(images) { $0.draw(on: $1) }
    slide.forEach(labels) { $0.draw(on: $1, textColors) }
    slide.forEach(items) { if $0.isVisible(on: $1) { $0.drawStatic(on: $1) } }
  }
}
