internal import Gesture
internal import Layout

/// Pages, tabs and swipes; the table of what fingers do to them is at `Pager`.
///
/// A finger that holds a knob keeps it while another one changes the page: the knob turns on unseen.
/// One on a button that goes out of view presses it no more; a momentary one holds on until the
/// finger lifts. Knobs of pages that are not seen follow their controls as the others do.
extension PanelController {
  /// Index of the page that is shown.
  public var shownPage: Int { pages.shown }

  /// What is seen of the pages: the index of one, or a place between two while they slide.
  public var pagePosition: Double { pages.position }

  /// Shows a page at once, without an event or a glide; an index that no page has is ignored.
  public func set(page: Int) {
    guard (0..<pages.count).contains(page) else { return }
    pages.stand(on: page)
    viewChanges.markPages()
    markPageButtons()
  }

  /// Shows the page that an earlier panel showed, if it is still there.
  func takePage(of old: PanelController) {
    lastTouch = old.lastTouch
    guard old.layout.pages.indices.contains(old.shownPage) else { return }
    let id = old.layout.pages[old.shownPage].id
    if let page = layout.pages.firstIndex(where: { $0.id == id }) { set(page: page) }
  }

  /// Lets a page glide into view.
  func go(toPage page: Int) {
    let isOther = page != pages.shown
    pages.go(to: page, at: now)
    if isOther {
      events.append(.page(PageEvent(time: now, page: page)))
      releaseHiddenButtons()
      markPageButtons()
    }
    viewChanges.markPages()
    planNextFrame()
  }

  func go(to target: ButtonLayout.PageTarget) {
    switch target {
    case .index(let page): go(toPage: page)
    case .next: go(toPage: (pages.shown + 1) % pages.count)
    case .previous: go(toPage: (pages.shown + pages.count - 1) % pages.count)
    }
  }

  func swipe(to point: DesignPoint) {
    if pages.moved(to: point, time: now) { viewChanges.markPages() }
  }

  /// The finger on the pages lifts, or is lost.
  func endSwipe(isCancelled: Bool) {
    if let page = pages.release(at: now, isCancelled: isCancelled) { go(toPage: page) }
  }

  /// Moves the pages on; shows the first one again when that is due.
  func movePages() {
    if pages.isGliding {
      pages.advance(to: now)
      viewChanges.markPages()
    }
    if let due = homeWake, due <= now { go(toPage: 0) }
  }

  /// When the first page comes back by itself; nil while a finger is on the panel.
  var homeWake: Timestamp? {
    guard let interval = layout.panel.paging.homeMicroseconds, pages.shown != 0,
      owners.isEmpty, pages.swiper == nil, !buttons.contains(where: { $0.owner != nil })
    else { return nil }
    return lastTouch.advanced(byMicroseconds: interval)
  }

  /// Lets go of the buttons that go out of view.
  private func releaseHiddenButtons() {
    for (place, button) in buttons.enumerated()
    where button.owner != nil && !pages.isShown(button.page) && button.kind != .momentary {
      release(button: place, isCancelled: true)
    }
  }

  private func markPageButtons() {
    for (place, button) in buttons.enumerated() {
      if case .page = button.action { viewChanges.mark(button: place) }
    }
  }
}
