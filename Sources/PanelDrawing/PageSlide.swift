import Raster

/// A frame in which a page goes and its neighbour comes, side by side; what is on every page stays.
struct PageSlide {
  let canvas: Canvas
  /// The page at the left, which may be before the first one or the last.
  private let left: Int
  private let leftCanvas: Canvas
  private let rightCanvas: Canvas

  /// - Parameter position: A page's index, or a place between two.
  init(_ frame: PixelBuffer, position: Double) {
    canvas = Canvas(frame)
    let first = position.rounded(.down)
    left = Int(first)
    let width = frame.size.width
    let way = Int(((position - first) * Double(width)).rounded())
    leftCanvas = Canvas(frame, shiftedBy: -way)
    rightCanvas = Canvas(frame, shiftedBy: width - way)
  }

  func shows(_ page: Int?) -> Bool { page == nil || page == left || page == left + 1 }

  /// Calls `body` with what is seen, in order, and the canvas to draw it on.
  func each<Thing>(_ things: [Paged<Thing>], _ body: (Paged<Thing>, Canvas) -> Void) {
    for thing in things {
      switch thing.page {
      case nil: body(thing, canvas)
      case left?: body(thing, leftCanvas)
      case let page? where page == left + 1: body(thing, rightCanvas)
      default: break
      }
    }
  }
}
