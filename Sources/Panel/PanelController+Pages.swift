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

  /// Shows a page by its maker's hand: no event, no glide.
  public func set(page: Int) {
    guard (0..<pages.count).contains(page) else { return }
    pages.stand(on: page)
    showPages()
    showPageButtons()
  }

  /// Shows the page that an earlier panel showed, if it is still there.
  func takePage(of old: PanelController) {
    lastTouch = old.lastTouch
    guard old.layout.pages.indices.contains(old.shownPage) else { return }
    let id = old.layout.pages[old.shownPage].id
    if let page = layout.pages.firstIndex(where: { $0.id == id }) { set(page: page) }
  }

  /// Lets a page come into view.
  func go(toPage page: Int) {
    let isOther = page != pages.shown
    pages.go(to: page, at: now)
    if isOther {
      events.append(.page(PageEvent(time: now, page: page)))
      leaveButtons()
      showPageButtons()
    }
    showPages()
    rest()
  }

  func go(to target: ButtonLayout.PageTarget) {
    switch target {
    case .index(let page): go(toPage: page)
    case .next: go(toPage: (pages.shown + 1) % pages.count)
    case .previous: go(toPage: (pages.shown + pages.count - 1) % pages.count)
    }
  }

  func swipe(to point: DesignPoint) {
    if pages.moved(to: point, time: now) { showPages() }
  }

  /// The finger on the pages lifts, or is lost.
  func endSwipe(isCancelled: Bool) {
    if let page = pages.release(at: now, isCancelled: isCancelled) { go(toPage: page) }
  }

  /// Moves the pages on; what is due by itself happens.
  func movePages() {
    if pages.isGliding {
      pages.advance(to: now)
      showPages()
    }
    if let due = homeWake, due <= now { go(toPage: 0) }
  }

  /// When the first page comes back by itself; nil while somebody touches the panel.
  var homeWake: Timestamp? {
    guard let interval = layout.panel.paging.homeMicroseconds, pages.shown != 0,
      owners.isEmpty, pages.swiper == nil, !isAnyButtonHeld
    else { return nil }
    return lastTouch.advanced(byMicroseconds: interval)
  }

  private var isAnyButtonHeld: Bool {
    var place = 0
    while place < buttons.count {
      if buttons[place].owner != nil { return true }
      place += 1
    }
    return false
  }

  /// Lets go of the buttons that go out of view.
  private func leaveButtons() {
    var place = 0
    while place < buttons.count {
      if buttons[place].owner != nil, !pages.isShown(buttons[place].page),
        buttons[place].kind != .momentary
      {
        release(button: place, isCancelled: true)
      }
      place += 1
    }
  }

  private func showPageButtons() {
    var place = 0
    while place < buttons.count {
      if case .page = buttons[place].action { showButton(place) }
      place += 1
    }
  }

  func showPages() {
    viewChanges.markPages()
  }
}
