import Raster

/// A frame during the slide from one page to the next: both side by side, and above them the items
/// that are on every page, which do not slide.
struct PageSlide {
  let canvas: Canvas
  /// The index of the first of both pages, which does not exist before the first page.
  private let first: Int
  private let firstCanvas: Canvas
  private let nextCanvas: Canvas

  /// Creates the frame for a position between two pages.
  ///
  /// - Parameters:
  ///   - frame: The pixels to draw into.
  ///   - position: A page's index, or a fraction between two.
  ///   - isMirrored: Whether the next page is to the left.
  init(_ frame: PixelBuffer, position: Double, isMirrored: Bool) {
    canvas = Canvas(frame)
    let start = position.rounded(.down)
    first = Int(start)
    let width = frame.size.width
    let offset = Int(((position - start) * Double(width)).rounded())
    firstCanvas = Canvas(frame, shiftedBy: isMirrored ? offset : -offset)
    nextCanvas = Canvas(frame, shiftedBy: isMirrored ? offset - width : width - offset)
  }

  /// Calls `body` with each visible item, in order, and the canvas to draw it on.
  func forEach<Item>(_ contents: [PageContent<Item>], _ body: (Item, Canvas) -> Void) {
    for content in contents {
      switch content.page {
      case nil: body(content.item, canvas)
      case first?: body(content.item, firstCanvas)
      case let page? where page == first + 1: body(content.item, nextCanvas)
      default: break
      }
    }
  }
}
