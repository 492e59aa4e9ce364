internal import Diagnostics
internal import Gesture
internal import Layout

/// An image while its keys are read.
struct ImageEntry: Sendable, CellHolder {
  var image = ImageLayout(file: "", place: DesignPoint(x: 0, y: 0))
  var cell = CellKeys()
  /// The size of the file in pixels; nil if files cannot be opened.
  var pixels: PictureSize?
  private var box: Box?

  /// Resolves the cell; the image fits inside it unless a size is written.
  mutating func prepare(_ places: KeyPlaces, _ context: ReadingContext) {
    guard let spot = cell.spot(places, item: "this image", context) else { return }
    box = spot.box
    image.size = .within(width: spot.box.width, height: spot.box.height)
  }

  /// Resolves the position.
  mutating func finish(_ places: KeyPlaces, _ context: ReadingContext) {
    if let box {
      // If the file's size is unknown, it is treated as a point.
      let shown = image.size.resolved(width: pixels?.width ?? 0, height: pixels?.height ?? 0)
      image.place = box.part(width: shown.width, height: shown.height, cell.align).center
      image.anchor = .center
    } else if places["cell"] == nil, let pixels, let place = places["at"] ?? places["center"],
      place.isReadable
    {
      warnIfUnseen(pixels, at: place.span, context)
    }
  }

  private func warnIfUnseen(
    _ pixels: PictureSize, at span: SourceSpan, _ context: ReadingContext
  ) {
    let ruler = context.ruler
    let size = image.size.resolved(width: pixels.width, height: pixels.height)
    let isCentered = image.anchor == .center
    let left = image.place.x - (isCentered ? size.width / 2 : 0)
    let top = image.place.y - (isCentered ? size.height / 2 : 0)
    guard
      left >= ruler.width || top >= ruler.height || left + size.width <= 0
        || top + size.height <= 0
    else { return }
    context.warning(
      "this image stands outside of \(ruler.panelText)", at: span)
  }

  init() {}
}
