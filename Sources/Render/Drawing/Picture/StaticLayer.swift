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
  /// The background picture and the images before the first one that is not on every page or depends
  /// on conditions.
  private let stillImages: [DrawnImage]
  /// The remaining images, and those of them that are shown.
  private let otherImages: [PageContent<ImageLooks>]
  private var images: [PageContent<DrawnImage>] = []
  /// The looks of the remaining images that depend on conditions; nil while they are hidden.
  private var looks: [Int?]
  /// Set once, after the background is drawn, because labels need fonts.
  var labels: [PageContent<DrawnLabel>] = []
  private let textColors: TextColors
  /// The background and the still images, while pages slide over them; nil otherwise.
  private(set) var ground: PixelBuffer?

  /// Draws the background and the still images; returns nil for an invalid size.
  init?(
    size: PixelSize, _ theme: Theme, background: DrawnImage?, images: [PageContent<ImageLooks>]
  ) {
    guard let picture = PixelBuffer(unsafeUninitialized: size) else { return nil }
    self.picture = picture
    let still = images.prefix { $0.page == nil && !$0.item.isConditional }
    stillImages = [background].compactMap { $0 } + still.compactMap { $0.item.looks[0] }
    otherImages = Array(images.dropFirst(still.count))
    looks = otherImages.map { $0.item.isConditional ? nil : 0 }
    textColors = theme.onBackground
    self.background = theme.ground(of: size)
    self.images = shownImages
    drawGround(on: Canvas(picture))
  }

  private var shownImages: [PageContent<DrawnImage>] {
    zip(otherImages, looks).compactMap { content, look in
      look.flatMap { content.item.looks[$0] }.map { PageContent($0, on: content.page) }
    }
  }

  /// Sets the look of an image that depends on conditions; nil to hide it.
  ///
  /// - Parameters:
  ///   - look: Index of the look.
  ///   - image: Index of the image in the layout.
  /// - Returns: The pixels to redraw with `redraw`.
  func set(look: Int?, ofImage image: Int) -> Damage {
    var damage = Damage()
    guard let index = otherImages.firstIndex(where: { $0.item.image == image }),
      looks[index] != look
    else { return damage }
    for shown in [looks[index], look] {
      if let bounds = shown.flatMap({ otherImages[index].item.looks[$0] })?.bounds {
        damage.add(bounds.intersection(picture.size.bounds))
      }
    }
    looks[index] = look
    images = shownImages
    return damage
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
