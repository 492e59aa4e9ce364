internal import Gesture
internal import Layout

/// Pages, tabs and swipes; the case table for fingers is at `Pager`.
///
/// A finger that holds a knob keeps it while another finger changes the page, even if the knob is
/// no longer visible. A finger on a button that leaves the view no longer presses it; a momentary
/// button stays pressed until the finger lifts. Knobs on hidden pages follow their controls.
extension PanelController {
  /// Index of the current page.
  public var shownPage: Int { pages.shown }

  /// The visible position: the index of a page, or a fraction between two while they slide.
  public var pagePosition: Double { pages.position }

  /// Shows a page at once, without an event or an animation; an invalid index is ignored.
  public func set(page: Int) {
    guard (0..<pages.count).contains(page) else { return }
    pages.jump(to: page)
    viewChanges.markPages()
    markPageButtons()
    updateChoices()
    settleAppearances()
  }

  /// Shows the page that an earlier panel showed, if it still exists and is not locked.
  func takePage(from old: PanelController) {
    (lastTouch, lastChoice) = (old.lastTouch, old.lastChoice)
    guard old.layout.pages.indices.contains(old.shownPage) else { return }
    let id = old.layout.pages[old.shownPage].id
    if let page = layout.pages.firstIndex(where: { $0.id == id }), !isLocked(page: page) {
      set(page: page)
    }
  }

  /// Starts sliding a page into view.
  func go(toPage page: Int) {
    let isOther = page != pages.shown
    pages.go(to: page, at: now)
    if isOther {
      events.append(.page(PageEvent(time: now, source: source, page: page)))
      releaseHiddenButtons()
      markPageButtons()
      updateChoices()
      settleAppearances()
    }
    viewChanges.markPages()
    planNextFrame()
  }

  func go(to target: ButtonLayout.PageTarget) {
    switch target {
    case .index(let page): goOrAskForPIN(toPage: page)
    case .next: goOrAskForPIN(toPage: (pages.shown + 1) % pages.count)
    case .previous: goOrAskForPIN(toPage: (pages.shown + pages.count - 1) % pages.count)
    }
  }

  /// Goes to a page; if it is locked, stays and opens the PIN pad.
  private func goOrAskForPIN(toPage page: Int) {
    let asks = page != pages.shown && isLocked(page: page)
    if asks { askForPIN(for: .show(page: page)) }
    go(toPage: asks ? pages.shown : page)
  }

  /// The page to which an idle panel returns.
  var homePage: Int {
    let home = layout.panel.paging.homePage
    return isLocked(page: home) ? 0 : home
  }

  func swipe(to point: DesignPoint) {
    if pages.moved(to: point, time: now) { viewChanges.markPages() }
  }

  /// Ends a swipe whose finger has lifted or was lost.
  func endSwipe(isCancelled: Bool) {
    if let page = pages.release(at: now, isCancelled: isCancelled) { goOrAskForPIN(toPage: page) }
  }

  /// Advances the page animation, and returns to the home page if that is due.
  func movePages() {
    if pages.isGliding {
      pages.advance(to: now)
      viewChanges.markPages()
    }
    if let due = homeWake, due <= now { go(toPage: homePage) }
  }

  /// When the panel returns to the home page; nil if it does not, or while a finger is down.
  var homeWake: Timestamp? {
    guard let interval = layout.panel.paging.homeMicroseconds, pages.shown != homePage, isUntouched
    else { return nil }
    return max(lastTouch, lastChoice).advanced(byMicroseconds: interval)
  }

  /// Releases the buttons that leave the view.
  private func releaseHiddenButtons() {
    for (index, button) in buttons.enumerated()
    where button.owner != nil && !pages.isShown(button.layout.page)
      && button.layout.kind != .momentary
    {
      release(button: index, isCancelled: true)
    }
  }

  private func markPageButtons() {
    for (index, button) in buttons.enumerated() {
      let showsPage = button.layout.steps.contains {
        if case .page = $0 { true } else { false }
      }
      if showsPage { viewChanges.mark(button: index) }
    }
  }
}
