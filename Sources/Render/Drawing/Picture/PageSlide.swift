import Raster

/// A frame during the slide from one page to the next: both side by side, and above them the items
/// that are on every page, which do not slide.
struct PageSlide {
  let canvas: Canvas
  /// The index of the left page, which does not exist before the first page or after the last one.
  private let left: Int
  private let leftCanvas: Canvas
  private let rightCanvas: Canvas

  /// Creates the frame for a position between two pages.
  ///
  /// - Parameters:
  ///   - frame: The pixels to draw into.
  ///   - position: A page's index, or a fraction between two.
  init(_ frame: PixelBuffer, position: Double) {
    canvas = Canvas(frame)
    let first = position.rounded(.down)
    left = Int(first)
    let width = frame.size.width
    let offset = Int(((position - first) * Double(width)).rounded())
    leftCanvas = Canvas(frame, shiftedBy: -offset)
    rightCanvas = Canvas(frame, shiftedBy: width - offset)
  }

  /// Calls `body` with each visible item, in order, and the canvas to draw it on.
  func forEach<Item>(_ contents: [PageContent<Item>], _ body: (Item, Canvas) -> Void) {
    for content in contents {
      switch content.page {
      case nil: body(content.item, canvas)
      case left?: body(content.item, leftCanvas)
      case let page? where page == left + 1: body(content.item, rightCanvas)
      default: break
      }
    }
  }
}
