internal import Diagnostics
internal import Gesture
internal import Layout
internal import Raster

/// An image while its keys are read.
struct ImageEntry: Sendable, CellHolder, CaseHolder {
  var image = ImageLayout(file: "", position: DesignPoint(x: 0, y: 0))
  var cell = CellKeys()
  var cases: [CaseEntry] = []
  /// The size of the file in pixels; nil if files cannot be opened.
  var pixels: PixelSize?
  private var box: Box?

  /// Resolves the cell; the image fits inside it unless a size is written.
  mutating func prepare(_ locations: KeyLocations, _ context: ReadingContext) {
    guard let area = cell.area(locations, item: "this image", context) else { return }
    box = area.box
    image.size = .within(width: area.box.width, height: area.box.height)
  }

  /// Resolves the position.
  mutating func finish(_ locations: KeyLocations, _ context: ReadingContext) {
    if let box {
      // If the file's size is unknown, it is treated as a point.
      let shown = image.size.resolved(width: pixels?.width ?? 0, height: pixels?.height ?? 0)
      image.position = box.part(width: shown.width, height: shown.height, cell.align).center
      image.anchor = .center
    } else if locations["cell"] == nil, let pixels,
      let location = locations["at"] ?? locations["center"], location.isReadable
    {
      warnIfOutsidePanel(pixels, at: location.span, context)
    }
  }

  private func warnIfOutsidePanel(
    _ pixels: PixelSize, at span: SourceSpan, _ context: ReadingContext
  ) {
    let ruler = context.ruler
    let size = image.size.resolved(width: pixels.width, height: pixels.height)
    let isCentered = image.anchor == .center
    let left = image.position.x - (isCentered ? size.width / 2 : 0)
    let top = image.position.y - (isCentered ? size.height / 2 : 0)
    guard
      left >= ruler.width || top >= ruler.height || left + size.width <= 0
        || top + size.height <= 0
    else { return }
    context.warning(
      "this image is outside of \(ruler.panelText)", at: span)
  }
}
