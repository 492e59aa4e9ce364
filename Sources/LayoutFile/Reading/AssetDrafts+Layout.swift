internal import Diagnostics
internal import Gesture
internal import Layout

extension PanelDraft {
  /// Fills in what names files or fonts.
  func fillAssets(
    of panel: inout PanelLayout, _ shelf: AssetResolver, _ context: ReadingContext
  ) {
    if let background = background.value, let file = background.file.value,
      let picture = shelf.picture(file, context)
    {
      panel.background = BackgroundLayout(
        file: picture.path, fit: background.fit.value ?? .cover)
    }
    if let name = font.value, let font = shelf.font(name, context) { panel.font = font }
  }
}

extension ImageDraft {
  /// Nil after the reason was appended.
  func image(
    ruler: Ruler, in room: GridContext, _ shelf: AssetResolver, _ context: ReadingContext
  ) -> ImageLayout? {
    let free = [("at", at.keySpan), ("center", center.keySpan)].compactMap { key, span in
      span.map { (key: key, span: $0) }
    }
    let spot = place.spot(in: room, thing: "this image", free: free.first, context)
    guard let size = size(ruler: ruler, in: spot?.box, context), let name = file.value,
      let picture = shelf.picture(name, context)
    else { return nil }
    if place.cell.isWritten {
      return spot.map { fitted(picture.path, size, of: picture.size, in: $0.box) }
    }
    guard let (place, anchor) = freePlace(ruler: ruler, file: name, context) else {
      return nil
    }
    let image = ImageLayout(
      file: picture.path, place: place, anchor: anchor, size: size, opacity: opacity.value ?? 1)
    if let pixels = picture.size { warnIfUnseen(image, pixels, ruler, context) }
    return image
  }

  /// Where nothing is known of the file, it stands in the middle of its cell.
  private func fitted(
    _ path: String, _ size: ImageLayout.Size, of pixels: PictureSize?, in box: Box
  ) -> ImageLayout {
    let shown = size.resolved(width: pixels?.width ?? 0, height: pixels?.height ?? 0)
    let part = box.part(width: shown.width, height: shown.height, place.align.value ?? .center)
    let middle = DesignPoint(x: (part.left + part.right) / 2, y: (part.top + part.bottom) / 2)
    return ImageLayout(
      file: path, place: middle, anchor: .center, size: size, opacity: opacity.value ?? 1)
  }

  private func freePlace(
    ruler: Ruler, file: FileName, _ context: ReadingContext
  ) -> (DesignPoint, ImageLayout.Anchor)? {
    if let at = at.keySpan, let center = center.keySpan {
      let (first, second) = at.start < center.start ? (at, center) : (center, at)
      context.error(
        "an image cannot have both `at` and `center`", at: second,
        hint: "`at` is its top left corner, `center` its middle; remove one of them",
        related: [.init(span: first, message: "the first is here")])
      return nil
    }
    if let corner = at.value { return ruler.point(corner, context).map { ($0, .topLeft) } }
    if let middle = center.value { return ruler.point(middle, context).map { ($0, .center) } }
    if !at.isWritten, !center.isWritten {
      context.error(
        "the image \(VisibleText.quoted(file.text)) has no place", at: file.span,
        hint: "add `at: [20, 20]` for its top left corner, or `center: [400, 240]`")
    }
    return nil
  }

  private func size(
    ruler: Ruler, in box: Box?, _ context: ReadingContext
  ) -> ImageLayout.Size? {
    switch size.value {
    case nil where size.isWritten: return nil
    case nil: return box.map { .within(width: $0.width, height: $0.height) } ?? .natural
    case .longest(let length):
      return ruler.pixels(length, along: .both, context).map(ImageLayout.Size.longest)
    case .exact(let pair):
      let width = ruler.pixels(pair.first, along: .horizontal, context)
      let height = ruler.pixels(pair.second, along: .vertical, context)
      guard let width, let height else { return nil }
      return .exact(width: width, height: height)
    }
  }

  private func warnIfUnseen(
    _ image: ImageLayout, _ pixels: PictureSize, _ ruler: Ruler,
    _ context: ReadingContext
  ) {
    let size = image.size.resolved(width: pixels.width, height: pixels.height)
    let isCentered = image.anchor == .center
    let left = image.place.x - (isCentered ? size.width / 2 : 0)
    let top = image.place.y - (isCentered ? size.height / 2 : 0)
    guard
      left >= ruler.width || top >= ruler.height || left + size.width <= 0
        || top + size.height <= 0, let span = at.span ?? center.span
    else { return }
    context.warning(
      "this image stands outside of the panel, which is \(ruler.sizeText)", at: span)
  }
}
