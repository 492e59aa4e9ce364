internal import Gesture

extension PanelDraft {
  /// Fills in what names files or fonts.
  func fillAssets(
    of panel: inout PanelLayout, _ shelf: AssetShelf, _ diagnostics: inout DiagnosticList
  ) {
    if let background = background.value, let file = background.file.value,
      let picture = shelf.picture(file, &diagnostics)
    {
      panel.background = BackgroundLayout(
        file: picture.path, fit: background.fit.value ?? .cover)
    }
    if let name = font.value, let font = shelf.font(name, &diagnostics) { panel.font = font }
  }
}

extension ImageDraft {
  /// Nil after the reason was appended.
  func image(
    ruler: Ruler, _ shelf: AssetShelf, _ diagnostics: inout DiagnosticList
  ) -> ImageLayout? {
    let size = size(ruler: ruler, &diagnostics)
    guard let name = file.value, let picture = shelf.picture(name, &diagnostics),
      let (place, anchor) = place(ruler: ruler, file: name, &diagnostics), let size
    else { return nil }
    let image = ImageLayout(
      file: picture.path, place: place, anchor: anchor, size: size, opacity: opacity.value ?? 1)
    if let pixels = picture.size { warnIfUnseen(image, pixels, ruler, &diagnostics) }
    return image
  }

  private func place(
    ruler: Ruler, file: FileName, _ diagnostics: inout DiagnosticList
  ) -> (Point, ImageLayout.Anchor)? {
    if let at = at.keySpan, let center = center.keySpan {
      let (first, second) = at.start < center.start ? (at, center) : (center, at)
      diagnostics.error(
        "an image cannot have both `at` and `center`", at: second,
        hint: "`at` is its top left corner, `center` its middle; remove one of them",
        related: [.init(span: first, message: "the first is here")])
      return nil
    }
    if let corner = at.value { return ruler.point(corner, &diagnostics).map { ($0, .topLeft) } }
    if let middle = center.value { return ruler.point(middle, &diagnostics).map { ($0, .center) } }
    if !at.isWritten, !center.isWritten {
      diagnostics.error(
        "the image \(VisibleText.quoted(file.text)) has no place", at: file.span,
        hint: "add `at: [20, 20]` for its top left corner, or `center: [400, 240]`")
    }
    return nil
  }

  private func size(ruler: Ruler, _ diagnostics: inout DiagnosticList) -> ImageLayout.Size? {
    switch size.value {
    case nil: return size.isWritten ? nil : .natural
    case .longest(let length):
      return ruler.pixels(length, along: .both, &diagnostics).map(ImageLayout.Size.longest)
    case .exact(let pair):
      let width = ruler.pixels(pair.first, along: .horizontal, &diagnostics)
      let height = ruler.pixels(pair.second, along: .vertical, &diagnostics)
      guard let width, let height else { return nil }
      return .exact(width: width, height: height)
    }
  }

  private func warnIfUnseen(
    _ image: ImageLayout, _ pixels: PictureSize, _ ruler: Ruler,
    _ diagnostics: inout DiagnosticList
  ) {
    let size = image.size.resolved(width: pixels.width, height: pixels.height)
    let isCentered = image.anchor == .center
    let left = image.place.x - (isCentered ? size.width / 2 : 0)
    let top = image.place.y - (isCentered ? size.height / 2 : 0)
    guard
      left >= ruler.width || top >= ruler.height || left + size.width <= 0
        || top + size.height <= 0, let span = at.span ?? center.span
    else { return }
    diagnostics.warning(
      "this image stands outside of the panel, which is \(ruler.sizeText)", at: span)
  }
}
