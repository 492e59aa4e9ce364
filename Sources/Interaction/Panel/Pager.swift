internal import Glibc
internal import Gesture
internal import Layout

/// The pages of a running panel: the shown page and the slide to it.
///
/// | # | pages | event | result |
/// |---|---|---|---|
/// | 1 | still | a finger lands outside all knobs and buttons | nothing yet |
/// | 2 | touched | the finger moves sideways by a few pixels | the pages follow it |
/// | 2a | touched, on a mirrored panel | it moves to the right | the next page follows it from the left |
/// | 3 | touched | the finger moves up or down first | it is ignored until it lifts |
/// | 4 | follow a finger | it moves beyond the first or last page, or to a locked one | the pages move a third as far |
/// | 5 | follow a finger | it lifts while moving fast | slide to the next page in that direction, never further |
/// | 6 | follow a finger | it lifts at rest | slide to the nearest page |
/// | 6a | follow a finger | it lifts where 5 or 6 would slide to a locked page | slide back; the PIN pad opens |
/// | 7 | follow a finger | the contact is cancelled | slide back |
/// | 8 | slide | a finger lands | the slide ends at once; the finger touches the new page |
/// | 9 | any | a tab or button requests a page | slide to it; a finger that moved the pages is ignored |
struct Pager {
  /// The duration of a slide.
  static let glideMicroseconds: Int64 = 260_000
  /// Speed in pages per second above which lifting the finger goes to the next page.
  private static let flick = 0.7

  private struct Swipe {
    let contact: ContactID
    /// Where the finger landed, or where it began to move the pages.
    var start: DesignPoint
    /// The position of the pages at that time.
    let origin: Double
    /// The position of the pages without resistance at ends and locked pages.
    var reached: Double
    var isDragging = false
    var isOver = false
    var last: (x: Double, time: Timestamp)
    /// In design pixels per second.
    var speed = 0.0
  }

  /// For each page, whether it is locked; empty if there are no pages.
  var isLocked: [Bool]
  let count: Int
  let canSwipe: Bool
  /// Design pixels from one page to the next.
  private let width: Double
  private let slop: Double
  /// The horizontal direction in which a finger moves to see the next page: −1 is to the left.
  private let direction: Double
  /// Index of the page that is shown or sliding into view.
  private(set) var shown = 0
  /// The visible position: a page's index, or a fraction between two.
  private(set) var position = 0.0
  private var swipe: Swipe?
  private var glide: (from: Double, start: Timestamp)?

  /// Creates a pager that shows the first page.
  ///
  /// - Parameters:
  ///   - layout: The layout whose pages these are.
  ///   - pixel: Design pixels per touch pixel (`Viewport.touchPixel`).
  init(_ layout: LayoutDocument, pixel: Double) {
    count = max(layout.pages.count, 1)
    canSwipe = count > 1 && layout.panel.paging.isSwiped
    width = max(layout.panel.width, 1)
    slop = 12 * pixel
    direction = layout.panel.isMirrored ? 1 : -1
    isLocked = layout.pages.map(\.isLocked)
  }

  var isGliding: Bool { glide != nil }
  var swiper: ContactID? { swipe?.contact }

  /// Returns whether items on a page can be touched now; nil is for items on every page.
  func isTouchable(_ page: Int?) -> Bool {
    guard let page else { return true }
    return page == shown && position == Double(shown)
  }

  func isShown(_ page: Int?) -> Bool { page == nil || page == shown }

  /// Shows a page at once.
  mutating func jump(to page: Int) {
    shown = page
    position = Double(page)
    glide = nil
    swipe?.isOver = true
    swipe?.isDragging = false
  }

  /// Starts sliding a page into view from the current position.
  mutating func go(to page: Int, at time: Timestamp) {
    shown = page
    swipe?.isOver = true
    swipe?.isDragging = false
    glide = position == Double(page) ? nil : (position, time)
  }

  /// Ends a slide at its destination.
  mutating func arrive() {
    guard glide != nil else { return }
    glide = nil
    position = Double(shown)
  }

  mutating func advance(to time: Timestamp) {
    guard let glide else { return }
    guard let done = time.progress(since: glide.start, ofMicroseconds: Self.glideMicroseconds)
    else { return arrive() }
    let rest = 1 - done
    position = Double(shown) + (glide.from - Double(shown)) * rest * rest * rest
  }

  /// Begins a swipe by a finger that landed outside all knobs and buttons.
  mutating func down(_ contact: ContactID, at point: DesignPoint, time: Timestamp) {
    guard canSwipe, swipe == nil else { return }
    swipe = Swipe(
      contact: contact, start: point, origin: position, reached: position, last: (point.x, time))
  }

  /// Follows the finger; returns whether the pages moved.
  mutating func moved(to point: DesignPoint, time: Timestamp) -> Bool {
    guard var swipe, !swipe.isOver, point.x.isFinite, point.y.isFinite else { return false }
    defer { self.swipe = swipe }
    let seconds = Double(min(max(time.microseconds(since: swipe.last.time), 4000), 100_000)) / 1e6
    swipe.speed = (swipe.speed + (point.x - swipe.last.x) / seconds) / 2
    swipe.last = (point.x, time)
    if !swipe.isDragging {
      let (x, y) = (point.x - swipe.start.x, point.y - swipe.start.y)
      guard max(abs(x), abs(y)) > slop else { return false }
      guard abs(x) > abs(y) else {
        swipe.isOver = true
        return false
      }
      swipe.isDragging = true
      // Measured from here, so that the pages do not jump.
      swipe.start.x += x > 0 ? slop : -slop
    }
    let offset = min(max((point.x - swipe.start.x) / width * direction, -1), 1)
    swipe.reached = swipe.origin + offset
    position = rubberBand(swipe.reached, from: Int(swipe.origin.rounded()))
    return true
  }

  /// Ends the swipe; returns the page to go to, or nil if the finger has not moved the pages.
  mutating func release(at time: Timestamp, isCancelled: Bool) -> Int? {
    guard let swipe else { return nil }
    self.swipe = nil
    guard swipe.isDragging else { return nil }
    let origin = Int(swipe.origin.rounded())
    if isCancelled { return origin }
    let isAtRest = time.microseconds(since: swipe.last.time) > 80_000
    let speed = isAtRest ? 0 : swipe.speed / width * direction
    let target =
      abs(speed) > Self.flick
      ? (speed > 0 ? (swipe.reached + 1e-9).rounded(.up) : (swipe.reached - 1e-9).rounded(.down))
      : swipe.reached.rounded()
    let near = min(max(target, Double(origin - 1)), Double(origin + 1))
    return min(max(Int(near), 0), count - 1)
  }

  private func rubberBand(_ position: Double, from page: Int) -> Double {
    func isOpen(_ page: Int) -> Bool {
      (0..<count).contains(page) && !(isLocked.indices.contains(page) && isLocked[page])
    }
    let low = isOpen(page - 1) ? 0 : Double(page)
    let inside = min(max(position, low), isOpen(page + 1) ? Double(count - 1) : Double(page))
    return inside + (position - inside) / 3
  }
}
